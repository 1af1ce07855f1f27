/// A payload that nobody reads: whatever `data` holds is accepted.
public struct EmptyPayload: Decodable, Sendable, Hashable {
  /// The only value.
  public init() {}

  /// Reads nothing.
  public init(from decoder: any Decoder) throws {}
}
