import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// Holds objects of a description to the shapes that their version gives them: keys, types and what stands beside what.
struct StructureCheck {
  let format: DocumentFormat
  let log: NoteLog

  init(_ version: OpenAPIVersion, log: NoteLog) {
    format = .of(version)
    self.log = log
  }

  /// Tells what is wrong with a whole document.
  func check(_ root: JSON) { check(root, by: format.whole) }

  /// Tells what is wrong with an object that a document's references lead to outside of what `check` has seen.
  func check(_ value: JSON, as kind: ObjectKind) { check(value, by: format.part(kind)) }

  private func check(_ value: JSON, by schema: Result<Schema, SchemaCompilationError>) {
    switch schema {
    case .failure(let error): log.error(value, "The format's own schema can't be used. \(error)")
    case .success(let schema):
      for finding in FileSchemaCheck(schema).findings(in: value) {
        let weight = finding.violations.map(format.weight).max() ?? .refused
        var problem = Problem(
          finding.location, finding.message, level: weight == .warning ? .warning : .error,
          isServable: weight == .servable)
        problem.subject = finding.violations.first?.value.hashValue
        log.add(problem)
      }
    }
  }
}
