import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// The locations of URLs in a recorded response that refer to the recorded server, such as
/// `Next-Page: https://api.example.com/v1/…`.
///
/// Replayed unchanged, they would lead clients away from the mock to that server. The recorded origin is therefore
/// replaced with the mock's own origin, from the request's `Host` field. The rest of the URL stays the same.
struct RecordedOrigin: Sendable {
  /// The maximum nesting depth of URLs in a response. It bounds the recursion.
  private static let deepest = 32

  /// The origin of the recorded server, such as `https://api.example.com`.
  private let origin: String
  /// The names of the header fields, in lowercase.
  private let headers: [String]
  /// The locations of the strings in the body.
  private let places: [JSONPointer]

  /// Finds the URLs in a recorded response. Returns `nil` if there are none or the recording wasn't made from a server.
  init?(_ recording: Recording) {
    guard let origin = recording.provenance.from.flatMap(Self.origin(of:)) else { return nil }
    self.origin = origin
    headers = recording.response.headers.filter { Self.begins($0.value, with: origin) }.map { $0.name.lowercased() }
    var places: [JSONPointer] = []
    if let body = recording.responseBody { Self.collect(body, JSONPointer(), origin, &places) }
    self.places = places
    if headers.isEmpty, places.isEmpty { return nil }
  }

  /// Returns a response in which the URLs refer to the server that the request was sent to.
  func moved(_ response: Response, for request: Request) -> Response {
    let here = Self.here(request)
    var response = response
    for name in Set(headers) {
      let values = response.headers.values(name).map { moved($0, to: here) }
      guard values.allSatisfy({ HeaderFields.isLegal(name: name, value: $0) }), let first = values.first else {
        continue
      }
      response.headers[name] = first
      for value in values.dropFirst() { response.headers.append(name: name, value: value) }
    }
    guard !places.isEmpty, let bytes = response.body.bytes, let body = try? JSON.parse(bytes) else { return response }
    var changed = body
    for place in places {
      guard let text = changed.at(place)?.string else { continue }
      changed = changed.replacing(place, with: JSON(moved(text, to: here))) ?? changed
    }
    response.body = Body(changed.serialized())
    return response
  }

  /// Returns a string from such a response with its URL referring to the server that the request was sent to.
  func moved(_ text: String, for request: Request) -> String { moved(text, to: Self.here(request)) }

  private static func here(_ request: Request) -> String { "http://" + (request.headers["host"] ?? "127.0.0.1") }

  private func moved(_ text: String, to here: String) -> String {
    Self.begins(text, with: origin) ? here + text.dropFirst(origin.count) : text
  }

  /// Returns the origin of a URL: its scheme, its host and its port. Returns `nil` if it isn't an HTTP URL.
  private static func origin(of text: String) -> String? {
    guard let scheme = ["http://", "https://"].first(where: text.hasPrefix) else { return nil }
    let authority = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    return authority.isEmpty ? nil : scheme + authority
  }

  /// Returns a Boolean value that indicates whether a string is a URL with an origin, rather than one with a longer
  /// host name.
  private static func begins(_ text: String, with origin: String) -> Bool {
    guard text.hasPrefix(origin) else { return false }
    return text.dropFirst(origin.count).first.map { "/?#".contains($0) } ?? true
  }

  private static func collect(_ value: JSON, _ place: JSONPointer, _ origin: String, _ places: inout [JSONPointer]) {
    guard place.tokens.count < deepest else { return }
    switch value.kind {
    case .string: if let text = value.string, begins(text, with: origin) { places.append(place) }
    case .object: for (name, member) in value.members { collect(member, place.appending(name), origin, &places) }
    case .array:
      for (index, element) in value.elements.enumerated() {
        collect(element, place.appending("\(index)"), origin, &places)
      }
    default: break
    }
  }
}
