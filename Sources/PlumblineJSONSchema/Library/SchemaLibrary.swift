import PlumblineJSONTree

/// A library of documents that schemas may refer to by URI. It compiles the schemas in the documents.
///
///     let library = SchemaLibrary(documents: ["contract.json": document])
///     let schema = try library.compile(ticket, base: "contract.json")
///     schema.isValid(answer)
///
/// A schema's `$schema` determines whether it is JSON Schema 2020-12, 2019-09, draft 07, 06 or 04. A `$ref` is resolved
/// against the URI of its file or the nearest `$id`, and its fragment is a JSON Pointer into the whole file or an
/// `$anchor`. The published meta-schemas are always available. The library never fetches documents. A document must be
/// in the library or come from the loader.
///
/// The `$vocabulary` of a custom meta-schema among the documents is respected. If it requires a vocabulary that no
/// draft defines, the schema is unusable.
///
/// A subschema in the library's documents is compiled only once, no matter how many schemas refer to it. Compiled
/// schemas stay in memory as long as the library or one of its schemas exists.
///
/// # Formats
///
/// If `formats` is `.assertion`, all formats are asserted in the drafts that define them. Undefined names accept every
/// string.
///
/// # Undecided cases
///
/// - `pattern` and `patternProperties` with back-references aren't regular, so no engine can match them in linear time.
///   The keyword accepts every string, and `Schema.undecided` lists it with its location and the reason.
/// - A schema is rejected if its `$schema` names a dialect that is neither a draft nor among the documents.
/// - `contentEncoding`, `contentMediaType` and `contentSchema` are annotations, as in the drafts since 2019-09. If they
///   declare a string to be JSON, `Schema.contents(in:)` returns the string and its schema for separate validation.
public struct SchemaLibrary: Sendable {
  /// The role of `format`.
  public enum FormatRole: Sendable, Hashable {
    /// A string that doesn't match its format is invalid.
    case assertion
    /// The format is an annotation, unless the schema's own meta-schema requires its assertion (`format-assertion`).
    case annotation
  }

  /// A function that returns the document at an absolute URI without a fragment, or `nil` if there is none.
  public typealias Loader = @Sendable (String) -> JSONDocument?

  /// The drafts of JSON Schema.
  public typealias Draft = SchemaDraft

  private let sources: SchemaSources
  private let store = SchemaStore(view: .all)
  private let requestStore = SchemaStore(view: .request)
  private let responseStore = SchemaStore(view: .response)

  /// Creates a library of documents, keyed by their absolute or relative (`contract.json`) URIs.
  ///
  /// - Parameters:
  ///   - formats: The role of `format`.
  ///   - draft: The draft of schemas without a `$schema`.
  ///   - loader: A closure that is called once for each document that isn't among `documents`. It must not compile
  ///     schemas of this library.
  public init(
    documents: [String: JSONDocument] = [:], formats: FormatRole = .assertion, draft: Draft = .draft2020,
    loader: Loader? = nil
  ) {
    sources = SchemaSources(
      documents: documents, assertsFormats: formats == .assertion, draft: draft, loader: loader)
  }

  /// Compiles a schema in the file with the given URI. An empty URI means that the schema isn't in a file.
  ///
  /// - Parameter view: The view that the schema is seen from. Schemas of different views are compiled separately.
  /// - Throws: All problems of the schema and of the schemas that it refers to.
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
