import PlumblineJSONTree

/// Holds a description to what its version of OpenAPI asks for, and tells all that is wrong with it, in whichever of its
/// files.
///
/// What it says is an error where nothing sensible can be made of the document, a servable error where the specification
/// forbids what a mock can do without, and a warning where documents that people work with have it. What a translation
/// has told of a place in the same words isn't told again.
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
  }
}
