extension JSON {
  /// A key that an object has already.
  public struct Duplicate: Sendable, Hashable {
    /// The member's place.
    public let pointer: JSONPointer
    /// The key.
    public let key: String
    /// Where the repeat stands.
    public let location: SourceLocation
    /// Where the same key stood last before.
    public let earlier: SourceLocation
  }
}
