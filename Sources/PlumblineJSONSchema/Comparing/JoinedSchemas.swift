import PlumblineJSONTree

/// The schemas of two sets of files, compiled into shared tables. A generated value can thus satisfy a schema of one
/// set and violate a schema of the other. References resolve only to files on the same side.
struct JoinedSchemas {
  private var compiler: SchemaCompiler
  /// The files of the new side. The compiler holds the files of the old side.
  private var registry: SchemaRegistry
  /// The tables as they were after the last schema was compiled.
  private(set) var compiled: CompiledSchema?

  init(old: [String: JSONDocument], new: [String: JSONDocument], view: SchemaView) {
    func sources(_ documents: [String: JSONDocument]) -> SchemaSources {
      SchemaSources(documents: documents, assertsFormats: true, draft: .draft2020, loader: nil)
    }
    compiler = SchemaCompiler(sources: sources(old), view: view)
    registry = SchemaRegistry(sources: sources(new))
  }

  /// Returns the node of a schema on one side, or `nil` if the schema can't be used.
  ///
  /// - Parameter file: The file that contains the schema, or `nil` if it isn't in a file.
  mutating func node(for schema: JSON, in file: String?, on side: SchemaComparison.Side) -> Int? {
    let base = file ?? ""
    do throws(SchemaCompilationError) {
      let made: Schema
      switch side {
      case .old: made = try compiler.compile(schema, base: base)
      case .new: made = try compiler.compile(schema, base: base, among: &registry)
      }
      compiled = made.compiled
      return made.root
    } catch {
      return nil
    }
  }
}
