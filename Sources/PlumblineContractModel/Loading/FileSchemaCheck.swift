import PlumblineJSONSchema
import PlumblineJSONTree

/// Holds a file to its format, and says in an author's words what doesn't fit.
///
/// Places that a reader has judged already are passed over, so that one mistake is told once, by whoever knows it best.
struct FileSchemaCheck {
  let log: ProblemLog
  let format: FileSchema

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
      let words = FileSchemaMessage(violation: violation, root: root, format: schema)
      if places.insert(words.location).inserted { log.add(Problem(words.location, words.message)) }
    }
  }

  /// Tells what is missing, all of an object in one sentence.
  private func reportMissing(_ violations: [Violation], in root: JSON, by schema: Schema) {
    for missing in Dictionary(grouping: violations, by: \.instance).values {
      guard let first = missing.first else { continue }
      let words = FileSchemaMessage(violation: first, root: root, format: schema)
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
        return FileSchemaMessage(violation: violation, root: root, format: schema).nearestKey.map {
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

/// The published schemas of the files that this module reads, as editors use them.
package enum ContractSchemaText {
  /// `contract.schema.json`
  package static var contract: [UInt8] { PackageResources.contract_schema_json }
  /// `links.schema.json`
  package static var links: [UInt8] { PackageResources.links_schema_json }
}

/// The shape that a file of a service's folder must have, as a JSON Schema that is built in.
struct FileSchema: Sendable {
  enum State: Sendable {
    case usable(Schema)
    case unusable(String)
  }

  static let contract = FileSchema("contract.schema.json", PackageResources.contract_schema_json, isContract: true)
  static let links = FileSchema("links.schema.json", PackageResources.links_schema_json)

  let schema: State
  /// Whether it is that of the files which hold endpoints and what they share.
  let isContract: Bool

  private init(_ name: String, _ bytes: [UInt8], isContract: Bool = false) {
    self.isContract = isContract
    do {
      let document = try JSONDocument.parse(bytes, file: name)
      schema = .usable(try SchemaLibrary(documents: [name: document]).compile(document.root, base: name))
    } catch {
      schema = .unusable("\(error)")
    }
  }

  /// Makes the format ready, where that can be done while something else is read.
  func prepare() {}
}
