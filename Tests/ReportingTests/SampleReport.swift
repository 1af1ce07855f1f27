import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineReporting

/// Small reports on an imaginary ticket service.
enum Sample {
  static let edit = Report.EndpointLine(
    service: "truelog", id: "tickets.update", request: "PUT /api/v2/tickets/{ticket_id}", standing: .documented)
  static let comment = Report.EndpointLine(
    service: "truelog", id: "comments.update", request: "PUT /api/v2/tickets/{ticket_id}/comments/{comment_id}",
    standing: .unconfirmed)

  static func call(
    _ endpoint: Report.EndpointLine, _ name: String, _ outcome: Report.CallLine.Outcome = .passed,
    _ reason: String? = nil
  ) -> Report.CallLine {
    Report.CallLine(
      service: endpoint.service, endpoint: endpoint.id, name: name, outcome: outcome, reason: reason,
      milliseconds: outcome == .skipped ? 0 : 2.5)
  }

  /// A report with two endpoints and three calls, without findings.
  static let good = Report(
    command: "verify", target: "mock", endpoints: [comment, edit],
    calls: [call(comment, "edits a comment"), call(edit, "edits a ticket"), call(edit, "refuses a viewer")],
    exchanges: 4, services: [.init(name: "truelog", title: "TrueLog Inventory API")])

  static let numberAsString: Drift = {
    var drift = Drift(
      rule: Rule("response.field.number-as-string", .breaking), service: "truelog", endpoint: "tickets.update",
      status: 200, pointer: "/response/body/data/id", expected: "integer", actual: "string \"17\"",
      message: "The number is written as a string.",
      contract: SourceLocation(file: "Contracts/truelog/contract.json", line: 41, column: 30),
      call: "tickets.update: edits a ticket")
    drift.count = 3
    return drift
  }()

  static let undocumented = Drift(
    rule: Rule("response.field.undocumented", .warning), service: "truelog", endpoint: "tickets.update", status: 200,
    pointer: "/response/body/data/escalation", message: "The contract says nothing of this field.",
    call: "tickets.update: edits a ticket")

  static let deprecated = Drift(
    rule: Rule("endpoint.deprecated", .notice), service: "truelog", endpoint: "comments.update",
    message: "The contract calls this endpoint deprecated.", call: "comments.update: edits a comment")

  /// The same endpoints with drift, a failed call, a skipped call and a problem.
  static var bad: Report {
    var report = good
    report.calls = [
      call(comment, "edits a comment", .failed, "Expected the new content, got the old one."),
      call(edit, "edits a ticket", .drifted), call(edit, "refuses a viewer"),
      call(edit, "deletes", .skipped, "It needs --allow-writes."),
    ]
    report.drift = [undocumented, numberAsString]
    report.problems = [
      Problem(
        SourceLocation(file: "Contracts/truelog/tickets.json", line: 12, column: 5), "The failure isn't defined.",
        level: .warning)
    ]
    report.exit = report.exitStatus(gate: .warning)
    return report
  }

  /// Text that tries to color a terminal, move its cursor, reverse a line and close markup.
  static let hostile =
    "\u{1B}[31mred\u{07}\u{9B}2J\r\nfake\u{202E}esrever\u{2028}\u{0}]]></failure><script>\"'&\u{FFFE}\u{7F}\u{200B}"

  /// A report in which every string is hostile.
  static var attacked: Report { filled(with: hostile) }

  /// Returns an exchange in which every string is the given one.
  private static func exchange(filledWith text: String) -> ShownExchange {
    let fields = [
      ShownExchange.Field(text, text), ShownExchange.Field("X-Key", "\(text)•••", variable: "KEY"),
    ]
    return ShownExchange(
      method: text, target: text, fields: fields, body: .init(text, note: text),
      answer: .init(status: 200, fields: fields, body: .init(JSON(text).text, isJSON: true)), failure: text)
  }

  /// Returns a report that contains everything, and in which every string is the given one.
  static func filled(with text: String) -> Report {
    let endpoint = Report.EndpointLine(service: text, id: text, request: "GET /" + text, standing: .assumed)
    let place = SourceLocation(file: text, line: 1, column: 1)
    var drift = Drift(
      rule: Rule("response.field.format", .warning), service: text, endpoint: text,
      pointer: JSONPointer(tokens: [text]), expected: text, actual: text, message: text, contract: place,
      detail: text, call: "\(text): \(text)")
    drift.recording = text
    drift.exchange = exchange(filledWith: text)
    drift.clientError = text
    var other = drift
    other.rule = Rule("response.field.value-not-in-enum", .warning)
    other.actual = "\(text) \(text)"
    other.call = nil
    var waived = drift
    waived.rule = Rule("response.field.pattern", .warning)
    waived.waived = Waived(reason: text, until: text)
    var report = Report(
      command: text, target: text, endpoints: [endpoint],
      calls: [
        call(endpoint, text, .drifted), call(endpoint, "a", .failed, text), call(endpoint, "b", .skipped, text),
      ], drift: [drift, other, waived], problems: [Problem(place, text), Problem(place, "a\n" + text)], exchanges: 1,
      exit: 2, services: [.init(name: text, title: text), .init(name: "other", title: text)])
    report.evidence = [
      Evidence(
        service: text, endpoint: text, kind: .value, status: 200, pointer: JSONPointer(tokens: [text]), value: text)
    ]
    report.coverage = [
      Report.CoverageLine(
        endpoint: endpoint, recordings: 1, calls: 3, mock: .failed, server: .never, seen: 0, documented: 1)
    ]
    report.outages = [Report.OutageLine(service: text, endpoint: text, cause: text, places: [place])]
    report.verdicts = Report.Verdict.Kind.allCases.map { kind in
      Report.Verdict(
        service: text, endpoint: text, request: text, standing: .assumed, kind: kind, confidence: .low, sentence: text,
        evidence: [.init(role: .endpoint, request: text, answer: text)], place: text)
    }
    return report
  }
}
