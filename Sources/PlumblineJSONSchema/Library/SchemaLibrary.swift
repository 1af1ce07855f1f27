import PlumblineJSONTree

/// The documents that schemas may refer to, by URI, and the way to compile the schemas in them.
///
///     let library = SchemaLibrary(documents: ["contract.json": document])
///     let schema = try library.compile(ticket, base: "contract.json")
///     schema.isValid(answer)
///
/// Schemas are JSON Schema 2020-12, 2019-09, draft 07, 06 or 04, as their `$schema` says. A `$ref` resolves against the
/// URI of its file, or the nearest `$id`; its fragment is a JSON Pointer into the whole file or an `$anchor`. The
/// published meta-schemas are always available. Nothing is ever fetched: a document that isn't in the library and that
/// the loader doesn't return doesn't exist.
///
/// A meta-schema of one's own among the documents counts by its `$vocabulary`; a vocabulary that it requires and that is
/// none of the drafts' makes the schema unusable.
///
/// Schemas in the library's documents share what they refer to: it is compiled once, regardless of how many schemas
/// refer to it. Everything that a library compiled stays in memory as long as the library or one of its schemas exists.
///
/// # Formats
///
/// All formats of the drafts are asserted if `formats` is `.assertion`: each in the drafts that define it. Undefined names
/// accept every string.
///
/// # Undecided cases
///
/// - `pattern` and `patternProperties` with back-references: not regular, so no engine that is linear in the text can match
///   them. The keyword accepts, and `Schema.undecided` lists it with its place and reason.
/// - `$schema` of a dialect that is neither a draft nor among the documents: the schema is rejected.
/// - `contentEncoding`, `contentMediaType` and `contentSchema` only inform, as the drafts have it from 2019-09 on. If they say
///   that a string is JSON, `Schema.contents(in:)` returns the text and its schema, to validate it separately.
public struct SchemaLibrary: Sendable {
  /// The role of `format`.
  public enum FormatRole: Sendable, Hashable {
    /// A string that lacks the format is invalid.
    case assertion
    /// The format only informs, unless the schema's own meta-schema asks for its assertion (`format-assertion`).
    case annotation
  }

  /// Returns the document at an absolute URI without a fragment, or `nil` if there is none.
  public typealias Loader = @Sendable (String) -> JSONDocument?

  /// The drafts of JSON Schema.
  public typealias Draft = SchemaDraft

  private let sources: SchemaSources
  private let store = SchemaStore(view: .all)
  private let requestStore = SchemaStore(view: .request)
  private let responseStore = SchemaStore(view: .response)

  /// Creates a library of documents by URI, absolute or relative (`contract.json`).
  ///
  /// - Parameters:
  ///   - formats: whether `format` is asserted.
  ///   - draft: the draft of schemas without a `$schema`.
  ///   - loader: asked once for each document that is not among `documents`; it must not compile schemas of this library.
  public init(
    documents: [String: JSONDocument] = [:], formats: FormatRole = .assertion, draft: Draft = .draft2020,
    loader: Loader? = nil
  ) {
    sources = SchemaSources(
      documents: documents, assertsFormats: formats == .assertion, draft: draft, loader: loader)
  }

  /// Compiles a schema in the file of that URI; an empty URI means no file.
  ///
  /// - Parameter view: the side that the schema is seen from; schemas of different views share nothing.
  /// - Throws: all problems of the schema and of the schemas that it refers to.
  public func compile(
    _ schema: JSON, base: String = "", view: SchemaView = .all
  ) throws(SchemaCompilationError) -> Schema {
    if sources.documents[base] === schema.document {
      return try store(of: view).compile(schema, base: base, from: sources)
    }
    var compiler = SchemaCompiler(sources: sources, view: view)
    return try compiler.compile(schema, base: base)
  }

  private func store(of view: SchemaView) -> SchemaStore {
    switch view {
    case .all: store
    case .request: requestStore
    case .response: responseStore
    }
  }
}
