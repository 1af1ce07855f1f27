import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import PlumblineTime

/// An exchange captured by another tool, with what is known about its destination.
struct CapturedExchange: Sendable {
  var exchange: Exchange
  /// The URL of the request, or `nil` for a recording, which has only a path.
  let url: String?
  /// The folders that contain the file, innermost first. They include the folder of the recording's service.
  let folders: [String]
  /// The parts of the exchange that the capture shows.
  var visibility = Visibility.withoutCredentials
  /// The recording, if the exchange comes from one.
  let recording: Recording?
  let location: SourceLocation
  /// The time of the exchange as given in the capture, either an RFC 3339 timestamp in any time zone or a day, or `nil`
  /// if the capture gives none.
  let on: String?

  /// Creates an exchange from a recording.
  init(_ recording: Recording, folders: [String]) {
    self.init(
      exchange: recording.exchange, url: nil, folders: folders, recording: recording, location: recording.location,
      on: recording.provenance.on)
  }

  /// Creates an exchange from an entry of a HAR file.
  init(_ entry: HAREntry, folders: [String]) {
    self.init(
      exchange: entry.exchange, url: entry.url, folders: folders, recording: nil, location: entry.location,
      on: entry.source["startedDateTime"]?.string)
    exchange.recording = "\(entry.location)"
  }

  /// Creates an exchange from a line of an access log.
  init(_ entry: AccessEntry, at location: SourceLocation) {
    self.init(
      exchange: entry.exchange, url: entry.url, folders: [], recording: nil, location: location, on: entry.moment)
    exchange.recording = "\(location)"
    visibility = .startLines
  }

  private init(
    exchange: Exchange, url: String?, folders: [String], recording: Recording?, location: SourceLocation, on: String?
  ) {
    self.exchange = exchange
    self.url = url
    self.folders = folders
    self.recording = recording
    self.location = location
    self.on = on
  }

  /// A Boolean value that indicates whether this is a recording in an endpoint's folder and therefore belongs to that
  /// endpoint. Drafts and lines of a file count as traffic.
  var isOfEndpoint: Bool {
    guard recording != nil, let folder = folders.first else { return false }
    return folder != RecordingPlan.undocumented
  }

  /// The time of the exchange in a form that sorts as a string: `2026-11-20T08:15:30.000Z`, in UTC with milliseconds,
  /// or only the day. The value is `nil` if the capture has no valid time.
  var moment: String? { on.flatMap(Self.moment) }

  /// Returns a capture's time in the form of ``moment``, or `nil` if it is invalid.
  static func moment(_ on: String) -> String? {
    guard let time = Timestamp(on) else { return CivilDate.second(on) == nil ? nil : String(on.prefix(10)) }
    let milliseconds = String((time.fraction + "000").prefix(3))
    return "\(CivilDate.text(second: time.second)).\(milliseconds)Z"
  }
}
