import PlumblineJSONSchema
import PlumblineJSONTree

/// Holds a file to its format, and says in an author's words what doesn't fit.
///
/// Places that a reader has judged already are passed over, so that one mistake is told once, by whoever knows it best.
struct FormatCheck {
  let log: ProblemLog
  let format: FileFormat

  func check(_ root: JSON) {
    switch format.schema {
    case .unusable(let reason):
      log.error(root.location, "The format's own schema can't be used. \(reason)")
    case .usable(let schema):
      let violations = schema.violations(of: root)
      let misspelled = misspelledKeys(violations, in: root, by: schema)
      let untold = violations.filter { !isToldElsewhere($0, misspelled) }
      report(untold.filter { $0.keyword != "required" }, in: root, by: schema)
      reportMissing(untold.filter { $0.keyword == "required" }, in: root, by: schema)
    }
  }

  /// Tells what is wrong, at most one thing a place.
  private func report(_ violations: [Violation], in root: JSON, by schema: Schema) {
    var places: Set<SourceLocation> = []
    for violation in violations {
      let words = FormatWords(violation: violation, root: root, format: schema)
      if places.insert(words.location).inserted { log.add(Problem(words.location, words.message)) }
    }
  }

  /// Tells what is missing, all of an object in one sentence.
  private func reportMissing(_ violations: [Violation], in root: JSON, by schema: Schema) {
    for missing in Dictionary(grouping: violations, by: \.instance).values {
      guard let first = missing.first else { continue }
      let words = FormatWords(violation: first, root: root, format: schema)
      let names = missing.compactMap(\.property).map { "\"\($0)\"" }
      log.add(
        Problem(
          words.location, names.count == 1 ? words.message : "\(words.subject) lacks \(Spelling.list(names)).")
      )
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
      let isAskedForElsewhere = format.isContract && violation.instance.tokens.isEmpty
      return isAskedForElsewhere || misspelled.contains(violation.instance.appending(name))
    }
    return log.judged.contains(violation.instanceLocation)
  }
}
