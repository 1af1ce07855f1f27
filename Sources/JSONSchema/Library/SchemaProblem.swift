import JSONTree

/// Something about a schema that its author should know: what is wrong, where, and what would be right.
public struct SchemaProblem: Sendable, Hashable, CustomStringConvertible {
  /// The place of the keyword's value in its file.
  public let location: SourceLocation
  /// The keyword's place as a pointer into its file.
  public let pointer: JSONPointer
  /// The keyword, such as `minLength`.
  public let keyword: String
  /// One sentence without the place.
  public let message: String

  /// `file:line:column: message`.
  public var description: String { "\(location): \(message)" }
}
