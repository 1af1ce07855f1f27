import PlumblineDriftDetection
import PlumblineJSONTree

/// The report as SARIF 2.1.0, for code scanning: a result a finding, at the contract's line that it disagrees with.
///
/// A result is known again by its fingerprint (`partialFingerprints`, `plumbline/v1`). Waived drift is there, suppressed.
/// Calls that failed and problems with files are notifications of the invocation: they are no drift.
package struct SARIFRenderer: Renderer {
  private let options: ReportOptions

  package init(_ options: ReportOptions) { self.options = options }

  package func render(_ report: Report) -> String { json(report).reportText }

  /// The report as a JSON value.
  package func json(_ report: Report) -> JSON {
    let digest = ReportDigest(report)
    var rules: [Rule] = []
    var places: [String: Int] = [:]
    for rule in digest.findings.map(\.rule) where places[rule.id] == nil {
      places[rule.id] = rules.count
      rules.append(rule)
    }
    return JSON.build { json in
      json.object { json in
        json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
        json.member("version", "2.1.0")
        json.array("runs") { json in
          json.object { json in
            json.object("tool") { json in
              json.object("driver") { json in
                json.member("name", "Plumbline")
                json.member("version", options.version)
                json.array("rules") { json in
                  for rule in rules { write(rule, to: &json) }
                  writeFactRules(of: report, to: &json)
                }
              }
            }
            json.object("automationDetails") { $0.member("id", "plumbline/\(report.command)/") }
            // A column of ours counts Unicode scalars.
            json.member("columnKind", "unicodeCodePoints")
            json.array("invocations") { write(report, to: &$0) }
            json.array("results") { json in
              for finding in digest.findings {
                write(finding, ruleIndex: places[finding.rule.id] ?? 0, to: &json)
              }
              writeFacts(of: report, rulesBefore: rules.count, to: &json)
            }
            json.object("properties") { json in
              json.member("target", report.target)
              json.member("exchanges", report.exchanges)
              if report.variants > 0 { json.member("variants", report.variants) }
            }
          }
        }
      }
    }
  }

  private func write(_ rule: Rule, to json: inout JSONBuilder) {
    json.object { json in
      json.member("id", rule.id)
      json.text("shortDescription", "Drift: \(rule.id)")
      if let explanation = rule.explanation {
        json.text("fullDescription", explanation.paragraph)
        json.object("help") { json in
          json.member("text", explanation.paragraph + "\n\n" + explanation.example)
          json.member(
            "markdown", explanation.paragraph.markdownEscaped + "\n\n" + explanation.example.markdownBlock + "\n")
        }
      }
      json.object("defaultConfiguration") { $0.member("level", rule.severity.sarifLevel) }
    }
  }

  /// The run itself: how it ended, and what kept it from looking at everything.
  private func write(_ report: Report, to json: inout JSONBuilder) {
    json.object { json in
      let isWhole = report.failure == nil && !report.problems.contains { $0.level == .error }
      json.member("executionSuccessful", isWhole)
      json.member("exitCode", report.exit)
      if options.began > 0 { json.member("startTimeUtc", Timestamp.text(seconds: options.began) + "Z") }
      json.array("toolExecutionNotifications") { json in
        if let failure = report.failure { json.notification("run.failed", "error", failure) }
        for call in report.calls where call.isTelling {
          json.notification("call.failed", "error", "\(call.service) \(call.label): \(call.reasonOrNone)")
        }
        for outage in report.outages {
          json.notification(
            "exchange.outage", "warning", "\(outage.service) \(outage.endpoint): \(outage.sentence)",
            at: outage.places.first)
        }
      }
      json.array("toolConfigurationNotifications") { json in
        for problem in report.problems.sorted() {
          json.notification(
            "file.problem", problem.level == .error ? "error" : "warning", problem.message, at: problem.location)
        }
      }
    }
  }

  private func write(_ finding: Drift, ruleIndex: Int, to json: inout JSONBuilder) {
    json.object { json in
      json.member("ruleId", finding.rule.id)
      json.member("ruleIndex", ruleIndex)
      json.member("level", finding.severity.sarifLevel)
      json.text("message", message(of: finding))
      json.array("locations") { json in
        json.object { json in
          if let place = finding.contract { json.physicalLocation(place) }
          json.array("logicalLocations") { writeLogical(finding, to: &$0) }
        }
      }
      json.object("partialFingerprints") { $0.member("plumbline/v1", finding.fingerprint) }
      json.member("occurrenceCount", max(1, finding.count))
      if let waived = finding.waived {
        json.array("suppressions") { json in
          json.object { json in
            json.member("kind", "external")
            json.member("status", "accepted")
            json.member("justification", waived.phrase)
          }
        }
      }
      json.object("properties") { json in
        json.member("service", finding.service)
        json.member("endpoint", finding.endpoint)
        if let status = finding.status { json.member("status", status) }
        if let pointer = finding.pointer { json.member("pointer", pointer.description) }
        if let expected = finding.expected { json.member("expected", expected) }
        if let actual = finding.actual { json.member("actual", actual) }
        if let call = finding.call { json.member("call", call) }
        if let recording = finding.recording { json.member("recording", recording) }
      }
    }
  }

  /// The endpoint, and the place within its message.
  private func writeLogical(_ finding: Drift, to json: inout JSONBuilder) {
    let endpoint = "\(finding.service)/\(finding.endpoint)"
    json.object { json in
      json.member("name", finding.endpoint)
      json.member("fullyQualifiedName", endpoint)
      json.member("kind", "function")
    }
    guard let pointer = finding.pointer else { return }
    json.object { json in
      json.member("name", pointer.description)
      json.member("fullyQualifiedName", "\(endpoint)#\(pointer)")
      json.member("kind", "member")
    }
  }

  /// The sentence, then what was expected and what came, then where: viewers show little else.
  private func message(of finding: Drift) -> String {
    var text = finding.message
    if let expected = finding.expected { text += "\nExpected \(expected)." }
    if let actual = finding.actual { text += "\nActual \(actual)." }
    return text + "\n" + ([finding.endpoint] + [finding.pointer?.description].compactMap { $0 }).joined(separator: " ")
  }
}

extension Severity {
  /// SARIF's word for it.
  var sarifLevel: String {
    switch self {
    case .breaking: "error"
    case .warning: "warning"
    case .notice: "note"
    }
  }
}
