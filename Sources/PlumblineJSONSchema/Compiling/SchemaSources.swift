import PlumblineJSONTree

/// The sources from which a library's schemas are compiled.
struct SchemaSources: Sendable {
  /// The documents by URI, which may be absolute or relative.
  let documents: [String: JSONDocument]
  /// A Boolean value that indicates whether a string that doesn't match its format is invalid.
  let assertsFormats: Bool
  /// The draft of schemas without a `$schema`.
  let draft: SchemaDraft
  /// A closure that loads documents. It is called once for each document that isn't in `documents`.
  let loader: (@Sendable (String) -> JSONDocument?)?
}

/// The problems that keep a schema from being used.
public struct SchemaCompilationError: Error, Sendable, CustomStringConvertible {
  /// The problems, ordered by location. The array is never empty.
  public let problems: [SchemaProblem]

  /// The problems, one per line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
