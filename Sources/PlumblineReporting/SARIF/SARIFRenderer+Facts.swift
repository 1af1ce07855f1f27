import PlumblineJSONTree

/// What a report tells that is no drift: results that fail nothing (`kind`, section 3.27.9), and so of no level.
extension SARIFRenderer {
  /// The descriptors of what such results are about, where there are some.
  func writeFactRules(of report: Report, to json: inout JSONBuilder) {
    if !report.verdicts.isEmpty {
      writeRule("verdict", "Whether the server has an endpoint", to: &json)
    }
    if !report.coverage.isEmpty {
      writeRule("coverage", "What recordings, clients and runs have shown of an endpoint", to: &json)
    }
  }

  private func writeRule(_ id: String, _ sentence: String, to json: inout JSONBuilder) {
    json.object { json in
      json.member("id", id)
      json.text("shortDescription", sentence)
      json.object("defaultConfiguration") { $0.member("level", "none") }
    }
  }

  /// One result a verdict, one result a line of the coverage.
  func writeFacts(of report: Report, rulesBefore: Int, to json: inout JSONBuilder) {
    let contracts = Dictionary(report.endpoints.map { ($0.name, $0.contract) }) { first, _ in first }
    for verdict in report.verdicts {
      let name = Report.EndpointName(service: verdict.service, id: verdict.endpoint)
      let text = "\(verdict.endpoint): \(verdict.kind.rawValue), \(verdict.confidence.rawValue) confidence."
      write(
        "verdict", rulesBefore, kind: verdict.kind.sarifKind, "\(text)\n\(verdict.sentence)\n\(verdict.request)", name,
        at: contracts[name] ?? nil, to: &json)
    }
    let tallies = EvidenceTally.byEndpoint(report.evidence)
    let index = rulesBefore + (report.verdicts.isEmpty ? 0 : 1)
    for line in report.coverage {
      let name = line.endpoint.name
      let text = "\(name.id): \(line.text(unseen: tallies[name]?.unseen ?? []))"
      write("coverage", index, kind: "informational", text, name, at: line.endpoint.contract, to: &json)
    }
  }

  private func write(
    _ rule: String, _ index: Int, kind: String, _ message: String, _ name: Report.EndpointName,
    at place: SourceLocation?, to json: inout JSONBuilder
  ) {
    json.object { json in
      json.member("ruleId", rule)
      json.member("ruleIndex", index)
      json.member("kind", kind)
      json.member("level", "none")
      json.text("message", message)
      json.array("locations") { json in
        json.object { json in
          if let place { json.physicalLocation(place) }
          json.array("logicalLocations") { json in
            json.object { json in
              json.member("name", name.id)
              json.member("fullyQualifiedName", "\(name.service)/\(name.id)")
              json.member("kind", "function")
            }
          }
        }
      }
      json.object("partialFingerprints") { $0.member("plumbline/\(rule)/v1", "\(name.service)/\(name.id)") }
    }
  }
}

extension Report.Verdict.Kind {
  /// SARIF's word for it. What is missing or moved fails as the drift that it is.
  fileprivate var sarifKind: String {
    switch self {
    case .exists: "pass"
    case .missing, .methodMissing, .moved: "informational"
    case .blocked, .inconclusive: "review"
    case .unreachable: "open"
    }
  }
}
