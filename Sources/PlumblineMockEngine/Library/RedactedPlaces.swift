import PlumblineJSONTree
import PlumblineRecordings

/// The locations of values in a recorded request that were redacted, such as a password or a cursor.
///
/// The replacements were never sent, so clients can't send them either, and they aren't used to distinguish requests.
struct RedactedPlaces: Sendable {
  /// The names of the query parameters.
  private(set) var query: Set<String> = []
  /// The names of the header fields, in lowercase.
  private(set) var headers: Set<String> = []
  /// The locations in the body.
  private(set) var body: [JSONPointer] = []

  /// Reads the redactions that `record` noted in a recording. Returns `nil` if there are none in the request.
  init?(_ recording: Recording) {
    for text in recording.replacedPlaces {
      guard let pointer = JSONPointer(text), pointer.tokens.count > 2, pointer.tokens[0] == "request" else { continue }
      switch pointer.tokens[1] {
      case "query": query.insert(pointer.tokens[2])
      case "headers": headers.insert(pointer.tokens[2].lowercased())
      case "body": body.append(JSONPointer(tokens: Array(pointer.tokens.dropFirst(2))))
      default: break
      }
    }
    if query.isEmpty, headers.isEmpty, body.isEmpty { return nil }
  }

  /// Returns a body in which redacted strings are replaced by null.
  func hiding(_ body: JSON) -> JSON {
    self.body.reduce(body) { body, place in
      guard body.at(place)?.string != nil else { return body }
      return body.replacing(place, with: .null) ?? body
    }
  }
}
