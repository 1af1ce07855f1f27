import PlumblineJSONTree

/// A fact in a report that isn't drift. It is represented as a result that doesn't fail (`kind`, section 3.27.9), so it
/// has no level.
struct SARIFFact {
  /// The id of the rule that the fact refers to, and the rule's index.
  let rule: (id: String, index: Int)
  let kind: String
  let message: String
  let name: Report.EndpointName
  let place: SourceLocation?

  /// Returns one fact for each verdict and each line of the coverage.
  static func all(in report: Report, rulesBefore: Int) -> [SARIFFact] {
    let contracts = Dictionary(report.endpoints.map { ($0.name, $0.contract) }) { first, _ in first }
    let verdicts = report.verdicts.map { verdict in
      let name = Report.EndpointName(service: verdict.service, id: verdict.endpoint)
      let text = "\(verdict.endpoint): \(verdict.kind.rawValue), \(verdict.confidence.rawValue) confidence."
      return SARIFFact(
        rule: ("verdict", rulesBefore), kind: verdict.kind.sarifKind,
        message: "\(text)\n\(verdict.sentence)\n\(verdict.request)", name: name, place: contracts[name] ?? nil)
    }
    let tallies = EvidenceTally.byEndpoint(report.evidence)
    let index = rulesBefore + (report.verdicts.isEmpty ? 0 : 1)
    return verdicts
      + report.coverage.map { line in
        let name = line.endpoint.name
        return SARIFFact(
          rule: ("coverage", index), kind: "informational",
          message: "\(name.id): \(line.text(unseen: tallies[name]?.unseen ?? []))", name: name,
          place: line.endpoint.contract)
      }
  }
}

extension JSONBuilder {
  /// Writes the descriptors of the rules that facts refer to.
  mutating func sarifFactRules(of report: Report) {
    if !report.verdicts.isEmpty { sarifRule("verdict", "Whether the server has an endpoint") }
    if !report.coverage.isEmpty { sarifRule("coverage", "What recordings, clients and runs have shown of an endpoint") }
  }

  private mutating func sarifRule(_ id: String, _ sentence: String) {
    object { json in
      json.member("id", id)
      json.text("shortDescription", sentence)
      json.object("defaultConfiguration") { $0.member("level", "none") }
    }
  }

  mutating func sarifResult(_ fact: SARIFFact) {
    object { json in
      json.member("ruleId", fact.rule.id)
      json.member("ruleIndex", fact.rule.index)
      json.member("kind", fact.kind)
      json.member("level", "none")
      json.text("message", fact.message)
      json.array("locations") { json in
        json.object { json in
          if let place = fact.place { json.physicalLocation(place) }
          json.array("logicalLocations") { json in
            json.object { json in
              json.member("name", fact.name.id)
              json.member("fullyQualifiedName", "\(fact.name.service)/\(fact.name.id)")
              json.member("kind", "function")
            }
          }
        }
      }
      json.object("partialFingerprints") {
        $0.member("plumbline/\(fact.rule.id)/v1", "\(fact.name.service)/\(fact.name.id)")
      }
    }
  }
}

extension Report.Verdict.Kind {
  /// The SARIF kind for the verdict. A missing or moved endpoint fails separately, as drift.
  fileprivate var sarifKind: String {
    switch self {
    case .exists: "pass"
    case .missing, .methodMissing, .moved: "informational"
    case .blocked, .inconclusive: "review"
    case .unreachable: "open"
    }
  }
}
