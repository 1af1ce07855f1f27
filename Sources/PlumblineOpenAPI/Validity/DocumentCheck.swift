import PlumblineJSONTree

/// A check of a description against its version of OpenAPI that reports all problems in any of its files.
///
/// A problem is an error if the document is unusable, a servable error if the specification forbids something that
/// doesn't prevent a mock from being served, and a warning if it is common in real documents. A problem that the
/// translation has already reported for the same location in the same words isn't repeated.
struct DocumentCheck {
  let version: OpenAPIVersion
  let documents: DocumentSet
  let log: NoteLog

  func check() {
    let root = documents.main.root
    let structure = StructureCheck(version, log: log)
    structure.check(root)
    guard root.kind == .object else { return }
    var walk = ObjectWalk()
    walk.visit(document: root)
    ReferenceRules(version: version, documents: documents, structure: structure, log: log).check(&walk)
    let operations = OperationRules(walk: walk, documents: documents, log: log)
    operations.check()
    operations.checkPaths(of: root)
    SecurityRules(root: root, version: version, log: log).check(walk.operations)
    ServerRules(version: version, log: log).check(walk.servers)
    DiscriminatorRules(root: root, documents: documents, log: log).check(walk.choices)
    TagRules(log: log).check(root)
    checkDialect(of: root)
  }

  /// Notes a schema dialect that isn't supported. The document's schemas are read as if they were in OpenAPI's own
  /// dialect.
  private func checkDialect(of root: JSON) {
    guard let dialect = root["jsonSchemaDialect"], let name = dialect.string,
      !name.hasPrefix("https://spec.openapis.org/oas/"), name != "https://json-schema.org/draft/2020-12/schema"
    else { return }
    log.note(
      dialect, "Schemas without a \"$schema\" are read as OpenAPI's own dialect, which is that of JSON Schema 2020-12.")
  }
}
