import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// A check of a description's objects against the format of their version: keys, types, and combinations of members.
struct StructureCheck {
  let format: DocumentFormat
  let log: NoteLog

  init(_ version: OpenAPIVersion, log: NoteLog) {
    format = .of(version)
    self.log = log
  }

  /// Reports the problems of a whole document.
  func check(_ root: JSON) { check(root, by: format.whole) }

  /// Reports the problems of an object that is referenced but outside the parts that `check` has visited.
  func check(_ value: JSON, as kind: ObjectKind) { check(value, by: format.part(kind)) }

  /// Returns a hash of the parts that aren't understood: unknown members and values of the wrong type. Returns `nil` if
  /// something is missing.
  private func subject(of violations: [Violation]) -> Int? {
    let parts = violations.compactMap { violation -> JSON? in
      if let name = violation.property { return violation.keyword == "required" ? nil : violation.value[name] }
      return violation.keyword == "propertyNames" ? nil : violation.value
    }
    return parts.isEmpty ? nil : log.subject(of: parts)
  }

  /// Returns a Boolean value that indicates whether a violation concerns a media type that is a reference. Such
  /// references are followed in every version.
  private static func isFollowed(_ violation: Violation) -> Bool {
    violation.property == "$ref" && violation.schemaPointer.tokens.contains("mediaTypeObject")
      && violation.value.count == 1 && violation.value["$ref"]?.kind == .string
  }

  private func check(_ value: JSON, by schema: Result<Schema, SchemaCompilationError>) {
    switch schema {
    case .failure(let error): log.error(value, "The format's own schema can't be used. \(error)")
    case .success(let schema):
      for finding in FileSchemaCheck(schema, isToldElsewhere: Self.isFollowed).findings(in: value) {
        let weight = finding.violations.map(format.weight).max() ?? .refused
        var problem = Problem(
          finding.location, finding.message, level: weight == .warning ? .warning : .error,
          isServable: weight == .servable)
        problem.key = finding.key
        problem.subject = subject(of: finding.violations)
        problem.isUnread = finding.violations.contains { $0.keyword == "additionalProperties" }
        log.add(problem)
      }
    }
  }
}
