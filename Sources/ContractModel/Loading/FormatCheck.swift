import JSONSchema
import JSONTree

/// Holds a file to `contract.schema.json`, and says in an author's words what doesn't fit.
///
/// Places that a reader has judged already are passed over, so that one mistake is told once, by whoever knows it best.
struct FormatCheck {
  let log: ProblemLog

  private enum Format {
    case usable(Schema)
    case unusable(String)
  }

  /// The format's own schema, which is built in.
  private static let format: Format = {
    let file = "contract.schema.json"
    do {
      let document = try JSONDocument.parse(PackageResources.contract_schema_json, file: file)
      return .usable(try SchemaLibrary(documents: [file: document]).compile(document.root, base: file))
    } catch {
      return .unusable("\(error)")
    }
  }()

  func check(_ root: JSON) {
    switch Self.format {
    case .unusable(let reason):
      log.error(root.location, "The format's own schema can't be used. \(reason)")
    case .usable(let schema):
      let violations = schema.violations(of: root)
      let misspelled = misspelledKeys(violations, in: root, by: schema)
      for violation in violations {
        guard !isToldElsewhere(violation, misspelled) else { continue }
        let words = FormatWords(violation: violation, root: root, format: schema)
        log.add(Problem(words.location, words.message))
      }
    }
  }

  /// The keys that were meant by unknown ones, as pointers: to miss them as well would tell one mistake twice.
  private func misspelledKeys(_ violations: [Violation], in root: JSON, by schema: Schema) -> Set<JSONPointer> {
    Set(
      violations.compactMap { violation in
        guard violation.keyword == "additionalProperties" else { return nil }
        return FormatWords(violation: violation, root: root, format: schema).nearestKey.map {
          violation.instance.appending($0)
        }
      })
  }

  private func isToldElsewhere(_ violation: Violation, _ misspelled: Set<JSONPointer>) -> Bool {
    if violation.keyword == "required", let name = violation.property {
      // What contract.json has to have is asked for by the reader of it, of that file alone.
      return violation.instance.tokens.isEmpty || misspelled.contains(violation.instance.appending(name))
    }
    return log.judged.contains(violation.instanceLocation)
  }
}
