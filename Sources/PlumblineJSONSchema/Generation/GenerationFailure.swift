import PlumblineJSONTree

/// Why no value of a schema was generated.
public struct GenerationFailure: Error, Sendable, CustomStringConvertible {
  /// Whether there is no such value, or only none was found.
  public enum Reason: Sendable, Hashable {
    /// The schema contradicts itself: no value satisfies it.
    case impossible
    /// No value was found within the bounds of the search.
    case notFound
  }

  /// Whether there is no such value, or only none was found.
  public let reason: Reason
  /// The place of the schema.
  public let location: SourceLocation
  /// One sentence with the place.
  public let message: String

  /// The sentence.
  public var description: String { message }
}
