import JSONTree

/// The documents that schemas may refer to, by URI, and the way to compile schemas that stand in them.
///
///     let library = SchemaLibrary(documents: ["contract.json": document])
///     let schema = try library.compile(ticket, base: "contract.json")
///     schema.isValid(answer)
///
/// Schemas are JSON Schema 2020-12. A `$ref` resolves against the URI of its file, or the nearest `$id`; its fragment is
/// a JSON Pointer into the whole file or an `$anchor`. Nothing is ever fetched: a document that is not here does not exist.
///
/// `format` asserts `date-time`, `date`, `time`, `duration`, `email`, `uri`, `uri-reference`, `uuid`, `ipv4`, `ipv6`,
/// `hostname`, `json-pointer` and `regex`; other formats are annotations.
public struct SchemaLibrary: Sendable {
  /// What `format` means.
  public enum FormatRole: Sendable, Hashable {
    /// A string that lacks the format is invalid.
    case assertion
    /// The format only informs.
    case annotation
  }

  let documents: [String: JSONDocument]
  let formats: FormatRole

  /// A library of documents by URI, absolute or relative (`contract.json`).
  public init(documents: [String: JSONDocument] = [:], formats: FormatRole = .assertion) {
    self.documents = documents
    self.formats = formats
  }

  /// Compiles a schema that stands in the file of that URI; an empty URI stands for none.
  ///
  /// - Throws: all problems of the schema and of what it refers to.
  public func compile(_ schema: JSON, base: String = "") throws(SchemaCompilationError) -> Schema {
    var compiler = SchemaCompiler(library: self, schema: schema, base: base)
    return try compiler.compile()
  }
}
