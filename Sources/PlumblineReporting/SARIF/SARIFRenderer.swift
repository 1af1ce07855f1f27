import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineTime

/// A report in SARIF 2.1.0, for code scanning. It has one result per finding, at the line of the contract that is
/// violated.
///
/// A result is identified across runs by its fingerprint (`partialFingerprints`, `plumbline/v1`). Waived drift is
/// included as suppressed. Failed calls and problems with files are notifications of the invocation, because they
/// aren't drift.
///
/// The file never exceeds GitHub's limits (``SARIFRoom``). The most severe findings take precedence, and a notification
/// gives the number of omitted ones.
package struct SARIFRenderer: Renderer {
  private let options: ReportOptions

  private let limits: SARIFLimits

  package init(_ options: ReportOptions) { self.init(options, within: .ofGitHub) }

  package init(_ options: ReportOptions, within limits: SARIFLimits) {
    self.options = options
    self.limits = limits
  }

  package func render(_ report: Report) -> String { rendering(report).text }

  package func rendering(_ report: Report) -> Rendering {
    let digest = ReportDigest(report)
    let content = SARIFContent(digest, within: limits)
    return Rendering(ReportText.json { write(digest, content, to: &$0) }, omission: content.omission)
  }

  private func write(_ digest: ReportDigest, _ content: SARIFContent, to json: inout JSONBuilder) {
    let report = digest.report
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
                for rule in content.rules { json.sarifRule(rule) }
                json.sarifFactRules(of: report)
              }
            }
          }
          json.object("automationDetails") { $0.member("id", "plumbline/\(report.command)/") }
          json.sarifBases()
          // Columns are counted in Unicode scalars.
          json.member("columnKind", "unicodeCodePoints")
          json.array("invocations") { write(report, content, to: &$0) }
          json.array("results") { json in
            for finding in content.findings { json.sarifResult(finding, ruleIndex: content.ruleIndex(finding)) }
            for fact in content.facts { json.sarifResult(fact) }
          }
          json.object("properties") { json in
            json.member("target", report.target)
            json.member("exchanges", report.exchanges)
            if report.variants > 0 { json.member("variants", report.variants) }
            let leftOut = report.leftOutVariantCount
            if leftOut > 0 { json.member("variantsLeftOut", leftOut) }
          }
        }
      }
    }
  }

  /// Writes the run: its outcome and, if it was incomplete, the reasons.
  private func write(_ report: Report, _ content: SARIFContent, to json: inout JSONBuilder) {
    json.object { json in
      let isWhole = report.failure == nil && !report.problems.contains { $0.level == .error }
      json.member("executionSuccessful", isWhole)
      json.member("exitCode", report.exit)
      if options.began > 0 { json.member("startTimeUtc", CivilDate.text(second: options.began) + "Z") }
      json.array("toolExecutionNotifications") { json in
        if let omission = content.omission {
          json.notification(SARIFNotification(id: "results.left-out", level: "warning", message: omission))
        }
        for notification in content.execution { json.notification(notification) }
      }
      json.array("toolConfigurationNotifications") { json in
        for notification in content.configuration { json.notification(notification) }
      }
    }
  }
}

extension JSONBuilder {
  mutating func sarifRule(_ rule: Rule) {
    object { json in
      json.member("id", rule.id)
      json.text("shortDescription", "\(rule.isOfChanges ? "Change" : "Drift"): \(rule.id)")
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

  mutating func sarifResult(_ finding: Drift, ruleIndex: Int) {
    object { json in
      json.member("ruleId", finding.rule.id)
      json.member("ruleIndex", ruleIndex)
      json.member("level", finding.severity.sarifLevel)
      json.text("message", finding.sarifMessage)
      json.array("locations") { json in
        json.object { json in
          if let place = finding.contract { json.physicalLocation(place) }
          json.array("logicalLocations") { $0.sarifLogical(finding) }
        }
      }
      let related = finding.relatedPlaces
      if !related.isEmpty {
        json.array("relatedLocations") { json in
          for (place, sentence) in related {
            json.object { json in
              json.physicalLocation(place)
              json.text("message", sentence)
            }
          }
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
        json.member("cause", finding.cause)
        json.member("endpoint", finding.endpoint)
        if let status = finding.status { json.member("status", status) }
        if let pointer = finding.pointer { json.member("pointer", pointer.description) }
        if let expected = finding.expected { json.member("expected", expected) }
        if let actual = finding.actual { json.member("actual", actual) }
        if let call = finding.call { json.member("call", call) }
        if let error = finding.clientError { json.member("clientError", error) }
        if let recording = finding.recording { json.member("recording", recording) }
        if let witness = finding.witness { json.member("witness", witness.json) }
        if let undecided = finding.undecided { json.member("undecided", undecided) }
      }
    }
  }

  /// Writes the endpoint, and the location in its message.
  private mutating func sarifLogical(_ finding: Drift) {
    let endpoint = "\(finding.service)/\(finding.endpoint)"
    object { json in
      json.member("name", finding.endpoint)
      json.member("fullyQualifiedName", endpoint)
      json.member("kind", "function")
    }
    guard let pointer = finding.pointer else { return }
    object { json in
      json.member("name", pointer.description)
      json.member("fullyQualifiedName", "\(endpoint)#\(pointer)")
      json.member("kind", "member")
    }
  }
}

extension Drift {
  /// The locations in files other than the contract, each with a sentence about it.
  fileprivate var relatedPlaces: [(place: SourceLocation, sentence: String)] {
    let places = [
      (old, rule.isOfPacts ? "Required by the pact here." : "Here in the old contract."),
      (recorded, "Here in the recording."),
    ]
    return places.compactMap { place, sentence in
      place.flatMap { $0.file.isEmpty ? nil : ($0, sentence) }
    }
  }

  /// The message, followed by the expected and the actual value and the location, because viewers show little else.
  fileprivate var sarifMessage: String {
    var text = message
    let names = rule.isOfPacts ? ("Needed", "Promised") : rule.isOfChanges ? ("Old", "New") : ("Expected", "Actual")
    if let expected { text += "\n\(names.0) \(expected)." }
    if let actual { text += "\n\(names.1) \(actual)." }
    if let witnessText { text += "\nShown by \(witnessText.bounded(to: 1000))." }
    if let undecided { text += "\nUndetermined: \(undecided)" }
    text += "\n" + ([endpoint] + [pointer?.description].compactMap { $0 }).joined(separator: " ")
    let more = otherPlaces
    return more.isEmpty ? text : text + "\nAlso at \(Spelling.list(more, limit: 40))"
  }
}

extension Severity {
  /// The SARIF level for the severity.
  var sarifLevel: String {
    switch self {
    case .breaking: "error"
    case .warning: "warning"
    case .notice: "note"
    }
  }
}
