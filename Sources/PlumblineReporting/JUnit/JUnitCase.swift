import PlumblineContractModel
import PlumblineDriftDetection

/// A test case in a JUnit report.
struct JUnitCase {
  enum Result {
    case passed
    /// The call passed with a remark.
    case noted(text: String)
    case skipped(message: String)
    case failure(type: String, message: String, text: String)
    case error(type: String, message: String, text: String)
  }

  let className: String
  let name: String
  let milliseconds: Double
  let result: Result

  /// Creates a test case for a call and the drift that it caused.
  init(_ call: Report.CallLine, drift: [Drift], gate: Gate, target: String) {
    className = "\(call.service).\(call.endpoint)"
    name = call.name
    milliseconds = call.milliseconds
    switch call.outcome {
    case .skipped: result = .skipped(message: (call.isUndecided ? "undecided: " : "") + call.reasonOrNone)
    // Whether the finding fails the run depends on the gate and the waivers.
    case .failed where drift.contains { $0.fingerprint == call.finding }:
      result = Self.result(drift, gate: gate, target: target)
    case .failed:
      let reason = call.reasonOrNone
      let texts = [reason] + drift.map { $0.fullText(target: target) }
      result = .failure(type: "call.failed", message: reason, text: texts.joined(separator: "\n\n"))
    case .passed, .drifted: result = Self.result(drift, gate: gate, target: target)
    }
  }

  /// Creates a test case for drift that wasn't caused by a call, such as that of a recording or a server.
  init(_ finding: Drift, gate: Gate, target: String) {
    className = "\(finding.service).\(finding.endpoint)"
    name = [finding.rule.id, finding.pointer?.description, finding.recording].compactMap { $0 }.joined(separator: " ")
    milliseconds = 0
    result = Self.result([finding], gate: gate, target: target)
  }

  /// Creates a test case for the coverage of an endpoint. It never fails, and only lists the parts that weren't seen.
  init(_ line: Report.CoverageLine, unseen: [Evidence]) {
    className = "\(line.endpoint.service).\(line.endpoint.id)"
    name = "coverage"
    milliseconds = 0
    result = .noted(text: line.text(unseen: unseen))
  }

  /// Creates a test case for a verdict about an endpoint on the server. A missing or moved endpoint fails separately,
  /// as drift.
  init(_ verdict: Report.Verdict) {
    className = "\(verdict.service).\(verdict.endpoint)"
    name = "probe"
    milliseconds = 0
    let text = "\(verdict.kind.rawValue), \(verdict.confidence.rawValue) confidence: \(verdict.sentence)"
    switch verdict.kind {
    case .exists, .missing, .methodMissing, .moved: result = .noted(text: "\(verdict.request)\n\(text)")
    case .blocked, .inconclusive, .unreachable: result = .skipped(message: text)
    }
  }

  /// Creates a test case for exchanges that couldn't be checked.
  init(_ outage: Report.OutageLine) {
    className = "\(outage.service).\(outage.endpoint)"
    name = "outage: \(outage.cause)"
    milliseconds = 0
    result = .skipped(message: outage.sentence)
  }

  /// Creates a test case for a call that was abandoned before all of its variants were played.
  init(_ line: Report.OmittedMutations, _ givenUp: Report.OmittedMutations.GivenUp) {
    className = "\(line.service).\(line.endpoint)"
    name = "variants: \(givenUp.call)"
    milliseconds = 0
    result = .skipped(message: line.phrase)
  }

  /// Creates a test case for a recording that a change makes stale.
  init(_ recording: Report.StaleRecording) {
    className = "\(recording.service).recordings"
    name = recording.name
    milliseconds = 0
    result = .noted(text: "stale: \(recording.rule)\n\(recording.reason)\n\(recording.location)")
  }

  /// Creates a test case for a client's calls and the effect of a change on them.
  init(_ impact: Report.ImpactGroup, gate: Gate) {
    let line = impact.line
    className = "\(line.service).\(line.endpoint)"
    name = "clients: \(line.phrase)"
    milliseconds = 0
    let text = [line.message, impact.callsPhrase].filter { !$0.isEmpty }.joined(separator: "\n")
    if line.effect == .notAsked {
      result = .skipped(message: line.message)
      return
    }
    result =
      line.effect.breaks && gate == .clients
      ? .failure(type: "client.breaks", message: line.message.isEmpty ? line.phrase : line.message, text: text)
      : .noted(text: text)
  }

  /// Creates a test case for a run that couldn't be executed.
  init(_ failure: String, of report: Report) {
    className = "plumbline.\(report.command)"
    name = report.target
    milliseconds = 0
    result = .error(type: "failure", message: failure, text: failure)
  }

  /// Creates a test case for a problem with a file.
  init(_ problem: Problem) {
    className = problem.location.file.isEmpty ? "problem" : problem.location.file
    name = problem.location.line < 1 ? "file" : "\(problem.location.line):\(problem.location.column)"
    milliseconds = 0
    result =
      problem.level == .error
      ? .error(type: "problem", message: problem.message, text: problem.description)
      : .noted(text: problem.description)
  }

  private static func result(_ drift: [Drift], gate: Gate, target: String) -> Result {
    if drift.isEmpty { return .passed }
    let text = drift.map { $0.fullText(target: target) }.joined(separator: "\n\n")
    let open = drift.filter { $0.waived == nil }
    guard let worst = open.max(by: { $0.severity < $1.severity }), gate.stops(worst.severity) else {
      return .noted(text: text)
    }
    let more = open.count > 1 ? " (and \(open.count - 1) more)" : ""
    return .failure(type: worst.rule.id, message: worst.message + more, text: text)
  }
}

extension Drift {
  /// Returns everything about a finding: one detail per line, followed by the exchange.
  fileprivate func fullText(target: String) -> String {
    var lines = ["\(severity.rawValue) \(rule.id)" + (pointer.map { " \($0)" } ?? ""), message]
    if let expected { lines.append(sideNames.expected.padded(to: 10) + expected) }
    if let actual { lines.append(sideNames.actual.padded(to: 10) + actual) }
    if let clientError { lines.append("client    threw: \(clientError)") }
    if let witnessText { lines.append("shown by  \(witnessText)") }
    if let undecided { lines.append("undecided \(undecided)") }
    if let status { lines.append("status    \(status)") }
    if let old { lines.append(rule.isOfPacts ? "pact      \(old)" : "old place \(old)") }
    if let contract {
      lines.append(rule.isOfChanges && !rule.isOfPacts ? "new place \(contract)" : "contract  \(contract)")
    }
    if let recording { lines.append("recording \(recording)") }
    if let recorded { lines.append("recorded  \(recorded)") }
    if count > 1 { lines.append("count     \(count)") }
    lines += otherPlaces.map { "also at   \($0)" }
    lines.append("fingerprint \(fingerprint)")
    if cause != fingerprint { lines.append("cause     \(cause)") }
    if let waived { lines.append("waived    \(waived.phrase)") }
    if waived == nil, !rule.isOfWaivers { lines.append("waive     \(waiveCommand(nil))") }
    if let exchange {
      lines += ["", "request"] + exchange.requestLines.map { "  " + $0 }
      lines += ["", "answer"] + exchange.answerLines.map { "  " + $0 }
      if let curl = exchange.curl(at: target) { lines += ["", curl] }
    }
    return lines.joined(separator: "\n")
  }
}
