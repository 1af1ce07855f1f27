/// Why a schema can not be used: all its problems at once.
public struct SchemaCompilationError: Error, Sendable, CustomStringConvertible {
  /// The problems, ordered by place; never empty.
  public let problems: [SchemaProblem]

  /// One problem a line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
