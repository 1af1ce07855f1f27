import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

/// A report in the form of workflow commands for GitHub Actions, with one annotation per cause, at the relevant line of
/// the contract.
///
/// Waived findings get no annotation. GitHub shows only the first ten annotations of each severity per step. The log
/// contains all of them, and its last line says whether there are more.
package struct GitHubRenderer: Renderer {
  /// The number of annotations of each severity that GitHub shows per step.
  private static let shown = 10

  package init(_ options: ReportOptions) {}

  package func render(_ report: Report) -> String {
    let digest = ReportDigest(report)
    var text = ""
    if let failure = report.failure {
      text += annotation("error", title: "plumbline \(report.command)", failure)
    }
    for problem in report.problems.sorted() {
      text += annotation(
        problem.level == .error ? "error" : "warning", at: problem.location, title: "problem", problem.message)
    }
    for finding in digest.told { text += annotation(finding, digest.cause(of: finding)) }
    for call in report.calls where call.isTelling {
      text += annotation("error", title: "call failed: \(call.service) \(call.label)", call.reasonOrNone)
    }
    for outage in report.outages {
      text += annotation(
        "warning", at: outage.places.first, title: "outage: \(outage.service) \(outage.endpoint)", outage.sentence)
    }
    if let first = report.staleRecordings.first {
      // Use a single annotation for all of them, because GitHub shows only ten.
      let lines = report.staleGroups.prefix(20).map { "\($0.first.reason.clippedProse) \($0.list.bounded(to: 1000))" }
      text += annotation("notice", at: first.location, title: report.staleTitle, lines.joined(separator: "\n"))
    }
    for group in report.impactGroups where group.line.effect.breaks {
      let line = group.line
      let words = [line.phrase, line.message, group.callsPhrase].filter { !$0.isEmpty }.map(\.clippedProse)
      text += annotation(
        "error", title: "client breaks: \(line.service) \(line.endpoint)", words.joined(separator: "\n"))
    }
    if !report.leftOutVariants.isEmpty {
      text += annotation(
        report.leftOutVariants.contains { $0.givenUp != nil } ? "warning" : "notice", title: "mutations left out",
        report.leftOutVariantSentences.map(\.clippedProse).joined(separator: "\n"))
    }
    for verdict in report.verdicts { text += annotation(verdict) }
    let tallies = EvidenceTally.byEndpoint(report.evidence)
    for line in report.coverage {
      text += annotation(
        "notice", at: line.endpoint.contract, title: "coverage: \(line.endpoint.service) \(line.endpoint.id)",
        line.text(unseen: tallies[line.endpoint.name]?.unseen ?? []).clippedProse)
    }
    // The last line of the log contains no text from payloads, because the runner searches every line for commands.
    let verdict = Verdict(digest)
    let waived = digest.waived.isEmpty ? "" : ", \(digest.waived.count) waived"
    let facts = digest.facts + Self.hidden(in: text)
    if let conclusion = digest.conclusion {
      let words = [conclusion.printable + waived] + Self.hidden(in: text)
      return text + "Plumbline: " + words.joined(separator: " · ") + "\n"
    }
    return text + "Plumbline: " + ([verdict.headline + waived] + facts).joined(separator: " · ") + "\n"
  }

  /// Returns a phrase about the annotations in a log that GitHub doesn't show, or an empty array if it shows all of
  /// them.
  private static func hidden(in text: String) -> [String] {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
    let shown = ["error", "warning", "notice"].compactMap { kind in
      let count = lines.count { $0.starts(with: "::\(kind) ".utf8) }
      return count > Self.shown ? "\(Self.shown) of \(count) \(kind)s" : nil
    }
    return shown.isEmpty ? [] : ["GitHub shows only \(Spelling.list(shown)); the log has all of them"]
  }

  private func annotation(_ verdict: Report.Verdict) -> String {
    annotation(
      "notice", title: "\(verdict.kind.rawValue): \(verdict.service) \(verdict.endpoint)",
      "\(verdict.request)\n\(verdict.sentence.clippedProse)\n\(verdict.confidence.rawValue) confidence")
  }

  private func annotation(_ finding: Drift, _ cause: SharedCause?) -> String {
    let isShared = cause?.isOfSeveralEndpoints ?? false
    var message = "\(isShared ? cause?.phrase.clippedProse ?? "" : finding.endpoint) (\(finding.service))"
    if let pointer = finding.pointer { message += " \(pointer.description.clippedProse)" }
    message += "\n" + finding.message.clippedProse
    if let cause, cause.isTold, !isShared { message += "\n" + cause.phrase.clippedProse }
    let names = finding.sideNames
    if let expected = finding.expected { message += "\n\(names.expected.padded(to: 10))" + expected.clippedValue }
    if let actual = finding.actual { message += "\n\(names.actual.padded(to: 10))" + actual.clippedValue }
    if let witness = finding.witnessText { message += "\nshown by  " + witness.bounded(to: 400) }
    if let undecided = finding.undecided { message += "\nundecided " + undecided.clippedProse }
    if let recorded = finding.recorded { message += "\nrecorded  " + recorded.description.clippedProse }
    if let old = finding.old { message += "\nold place " + old.description.clippedProse }
    message += cause.map { "\ncause " + $0.cause } ?? "\nfingerprint " + finding.fingerprint
    return annotation(finding.severity.annotation, at: finding.contract, title: finding.rule.id, message)
  }

  /// Returns an annotation as one line, such as `::error file=…,line=…,col=…,title=…::…`.
  private func annotation(
    _ command: String, at place: SourceLocation? = nil, title: String, _ message: String
  ) -> String {
    var properties: [String] = []
    if let place, !place.file.isEmpty {
      properties = ["file=" + place.file.commandProperty, "line=\(max(1, place.line))", "col=\(max(1, place.column))"]
    }
    properties.append("title=" + title.clippedProse.commandProperty)
    return "::\(command) \(properties.joined(separator: ","))::\(message.commandData)\n"
  }
}

extension Severity {
  /// GitHub's name for the severity.
  fileprivate var annotation: String {
    switch self {
    case .breaking: "error"
    case .warning: "warning"
    case .notice: "notice"
    }
  }
}

extension String {
  /// The text as the data of a workflow command: on one line, with the escape sequences that the runner expects, and
  /// without anything that a terminal would interpret.
  var commandData: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).printable.replacing(scalars: "%", with: "%25") }.joined(separator: "%0A")
  }

  /// The text as a property of a workflow command, where colons and commas are escaped as well.
  var commandProperty: String {
    commandData.replacing(scalars: ":", with: "%3A").replacing(scalars: ",", with: "%2C")
  }
}
