import PlumblineJSONSchema
import PlumblineJSONTree

/// A check of a file against its format. It reports mismatches in the terms that authors use.
package struct FileSchemaCheck {
  /// A mismatch between a file and its format.
  package struct Finding {
    package let location: SourceLocation
    /// The key at the finding's location, if the finding is about that member.
    package let key: String?
    /// A description of the problem, with the suggested correction.
    package let message: String
    /// The violations that the finding combines, such as one for each missing member.
    package let violations: [Violation]
  }

  let format: Schema
  /// Returns a Boolean value that indicates whether a more specific check reports the violation.
  let isToldElsewhere: (Violation) -> Bool

  package init(_ format: Schema, isToldElsewhere: @escaping (Violation) -> Bool = { _ in false }) {
    self.format = format
    self.isToldElsewhere = isToldElsewhere
  }

  /// Returns the problems of a file or a part of one. There is at most one per location, and all missing members of an
  /// object are combined in one sentence.
  package func findings(in checked: JSON) -> [Finding] {
    let violations = format.violations(of: checked)
    guard !violations.isEmpty else { return [] }
    let misspelled = misspelledKeys(violations, in: checked)
    let untold = violations.filter { violation in
      if violation.keyword == "required", let name = violation.property,
        misspelled.contains(violation.instance.appending(name))
      {
        return false
      }
      return !isToldElsewhere(violation)
    }
    return wrong(untold.filter { $0.keyword != "required" }, in: checked)
      + missing(untold.filter { $0.keyword == "required" }, in: checked)
  }

  private func wrong(_ violations: [Violation], in checked: JSON) -> [Finding] {
    var places: Set<SourceLocation> = []
    return violations.compactMap { violation in
      let words = FileSchemaMessage(violation, of: checked, by: format)
      guard places.insert(words.location).inserted else { return nil }
      return Finding(location: words.location, key: words.key, message: words.message, violations: [violation])
    }
  }

  private func missing(_ violations: [Violation], in checked: JSON) -> [Finding] {
    Dictionary(grouping: violations, by: \.instance).values.compactMap { missing in
      guard let first = missing.first else { return nil }
      let words = FileSchemaMessage(first, of: checked, by: format)
      let names = missing.compactMap(\.property).map { "\"\($0)\"" }
      return Finding(
        location: words.location, key: words.key,
        message: names.count == 1 ? words.message : "\(words.subject) lacks \(Spelling.list(names)).",
        violations: missing)
    }
  }

  /// Returns pointers to the keys that were misspelled, so that the same mistake isn't reported again as a missing key.
  private func misspelledKeys(_ violations: [Violation], in checked: JSON) -> Set<JSONPointer> {
    Set(
      violations.compactMap { violation in
        guard violation.keyword == "additionalProperties" else { return nil }
        return FileSchemaMessage(violation, of: checked, by: format).nearestKey.map {
          violation.instance.appending($0)
        }
      })
  }
}

extension FileSchema {
  /// Reports the problems of a contract file.
  ///
  /// Locations that a reader has already checked are skipped, so that each mistake is reported once, by the most
  /// specific check.
  func check(_ root: JSON, _ log: ProblemLog) {
    switch schema {
    case .unusable(let reason):
      log.error(root.location, "The format's own schema can't be used. \(reason)")
    case .usable(let schema):
      let check = FileSchemaCheck(schema) { violation in
        // The reader of `contract.json` reports missing members that only that file requires.
        if violation.keyword == "required" { return isContract && violation.instance.tokens.isEmpty }
        return log.judged.contains(violation.instanceLocation)
      }
      for finding in check.findings(in: root) {
        var problem = Problem(finding.location, finding.message)
        problem.key = finding.key
        log.add(problem)
      }
    }
  }
}

/// The published schemas of the files that this module reads, for use in editors.
package enum ContractSchemaText {
  /// The contents of `contract.schema.json`.
  package static var contract: [UInt8] { PackageResources.contract_schema_json }
  /// The contents of `links.schema.json`.
  package static var links: [UInt8] { PackageResources.links_schema_json }
}

/// The built-in JSON Schema for a file in a service's folder.
struct FileSchema: Sendable {
  enum State: Sendable {
    case usable(Schema)
    case unusable(String)
  }

  static let contract = FileSchema("contract.schema.json", PackageResources.contract_schema_json, isContract: true)
  static let links = FileSchema("links.schema.json", PackageResources.links_schema_json)

  let schema: State
  /// A Boolean value that indicates whether this is the format of files with endpoints and shared definitions.
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

  /// Compiles the format's schema. Call this while other files are being read.
  func prepare() {}
}
