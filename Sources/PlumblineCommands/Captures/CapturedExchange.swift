import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import PlumblineTime

/// An exchange that somebody else captured, and what is known of where it went.
struct CapturedExchange: Sendable {
  var exchange: Exchange
  /// The URL that was called; `nil` for a recording, which has only a path.
  let url: String?
  /// The folders that the file stands in, the nearest first: a recording's service is among them.
  let folders: [String]
  /// How much of it was captured.
  var visibility = Visibility.withoutCredentials
  /// The recording itself, where it is one.
  let recording: Recording?
  let location: SourceLocation
  /// When it was: a moment of RFC 3339 in any zone, or a day, as the capture writes it; `nil` where it doesn't.
  let on: String?

  /// A recording.
  init(_ recording: Recording, folders: [String]) {
    self.init(
      exchange: recording.exchange, url: nil, folders: folders, recording: recording, location: recording.location,
      on: recording.provenance.on)
  }

  /// An entry of a HAR file.
  init(_ entry: HAREntry, folders: [String]) {
    self.init(
      exchange: entry.exchange, url: entry.url, folders: folders, recording: nil, location: entry.location,
      on: entry.source["startedDateTime"]?.string)
    exchange.recording = "\(entry.location)"
  }

  /// A line of an access log.
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

  /// A Boolean value that indicates whether it is a recording in an endpoint's folder, which speaks of that endpoint. A draft and
  /// a line are traffic.
  var isOfEndpoint: Bool {
    guard recording != nil, let folder = folders.first else { return false }
    return folder != RecordingPlan.undocumented
  }

  /// When it was, so that texts compare as times: in UTC to the millisecond, `2026-11-20T08:15:30.000Z`, or only the day;
  /// `nil` where the capture doesn't say, or says no time.
  var moment: String? {
    guard let on else { return nil }
    guard let time = Timestamp(on) else { return CivilDate.second(on) == nil ? nil : String(on.prefix(10)) }
    let milliseconds = String((time.fraction + "000").prefix(3))
    return "\(CivilDate.text(second: time.second)).\(milliseconds)Z"
  }
}
