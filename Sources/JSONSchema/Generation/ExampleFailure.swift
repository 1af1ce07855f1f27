/// Why no example of a schema was made.
public struct ExampleFailure: Error, Sendable, CustomStringConvertible {
  /// One sentence.
  public let message: String

  /// The sentence.
  public var description: String { message }
}
