import PlumblineJSONTree
import PlumblineRecordings

/// The places of a recorded request whose values were replaced when it was recorded, such as a password or a cursor.
///
/// The replacements were never sent, so no client can repeat them, and requests aren't distinguished by them.
struct RedactedPlaces: Sendable {
  /// The query's parameters.
  private(set) var query: Set<String> = []
  /// The header fields, in lowercase.
  private(set) var headers: Set<String> = []
  /// The places in the body.
  private(set) var body: [JSONPointer] = []

  /// Reads the redactions that `record` noted; `nil` if it replaced nothing in the request.
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

  /// Returns a body without the strings at these places, if it has any there.
  func hiding(_ body: JSON) -> JSON {
    self.body.reduce(body) { body, place in
      guard body.at(place)?.string != nil else { return body }
      return body.replacing(place, with: .null) ?? body
    }
  }
}
