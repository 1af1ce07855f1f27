import PlumblineJSONTree

/// The sources that the schemas of a library are compiled from.
struct SchemaSources: Sendable {
  /// Documents by URI, absolute or relative.
  let documents: [String: JSONDocument]
  /// A Boolean value that indicates whether a string that doesn't match its format is invalid.
  let assertsFormats: Bool
  /// The draft of schemas without a `$schema`.
  let draft: SchemaDraft
  /// A loader, called once for each document that isn't in `documents`.
  let loader: (@Sendable (String) -> JSONDocument?)?
}

/// The reasons why a schema can't be used: all its problems at once.
public struct SchemaCompilationError: Error, Sendable, CustomStringConvertible {
  /// The problems, ordered by place; never empty.
  public let problems: [SchemaProblem]

  /// The problems, one per line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
