import PlumblineJSONTree

/// A check that references target the required kind of object (OpenAPI 3.1.1, section 4.8.23).
///
/// Targets outside the visited parts, in this or another file, are validated here against their format and visited in
/// turn.
struct ReferenceRules {
  let version: OpenAPIVersion
  let documents: DocumentSet
  let structure: StructureCheck
  let log: NoteLog

  private struct Target: Hashable {
    let document: ObjectIdentifier
    let text: String
  }

  func check(_ walk: inout ObjectWalk) {
    var known: [Target: DocumentSet.Outcome] = [:]
    var references = walk.takeReferences()
    while !references.isEmpty {
      for reference in references {
        guard let text = reference.value.string else { continue }
        let target = Target(document: ObjectIdentifier(reference.value.document), text: text)
        let outcome = known[target] ?? documents.resolve(text, from: reference.value)
        known[target] = outcome
        judge(reference, text, outcome, &walk)
      }
      references = walk.takeReferences()
    }
  }

  private func judge(
    _ reference: ObjectWalk.Reference, _ text: String, _ outcome: DocumentSet.Outcome, _ walk: inout ObjectWalk
  ) {
    switch outcome {
    case .missing(let reason):
      guard !log.hasSpoken(of: reference.value) else { return }
      let message = "\"$ref\" to \"\(text)\" leads nowhere: \(reason)."
      // A target on the network may be valid. It isn't needed for serving, or else the translation would have reported
      // it.
      if text.contains("://") {
        log.note(reference.value, message)
      } else {
        log.servableError(reference.value, message)
      }
    case .found(let target):
      if reference.kind == .mediaType, version < .v32 {
        log.remark(
          reference.value, "A media type is a \"$ref\", which OpenAPI allows since 3.2; the reference was followed.")
      }
      if let kind = walk.kind(of: target) {
        guard kind != reference.kind else { return }
        return log.error(
          reference.value,
          "\"$ref\" to \"\(text)\" leads to \(kind.words), and what belongs here is \(reference.kind.words).")
      }
      guard target.kind == .object else {
        if reference.kind == .schema, target.kind == .bool { return }
        return log.error(
          reference.value,
          "\"$ref\" to \"\(text)\" doesn't lead to an object, and what belongs here is \(reference.kind.words).")
      }
      structure.check(target, as: reference.kind)
      walk.visit(target, as: reference.kind)
    }
  }
}
