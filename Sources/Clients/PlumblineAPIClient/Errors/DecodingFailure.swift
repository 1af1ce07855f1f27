/// Where an answer left the client's models, and what would have been right there.
public struct DecodingFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// A JSON Pointer (RFC 6901) into the body: `/data/items/0/id`; empty for the whole body.
  public let pointer: String
  /// What would have been right, as a phrase: `an integer`.
  public let expected: String
  /// The request that was answered: `GET /api/v2/tickets/1042`.
  public let endpoint: String

  /// Takes every field.
  public init(pointer: String, expected: String, endpoint: String) {
    self.pointer = pointer
    self.expected = expected
    self.endpoint = endpoint
  }

  /// One sentence for a log or an alert.
  public var description: String {
    let place = pointer.isEmpty ? "the whole body" : pointer
    return "The answer to \(endpoint) was not understood: expected \(expected) at \(place)."
  }
}
