import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineReporting
import Testing

/// Findings that a single difference of a service explains. Readers see them once, but programs and gates still count
/// each of them.
struct CommonDifferenceTests {
  private static let names = ["a.list", "a.get", "b.list", "b.get"]

  private func report(_ drift: [Drift]) -> Report {
    var report = Report(
      command: "verify", target: "mock",
      endpoints: Self.names.map { .init(service: "shop", id: $0, request: "GET /\($0)", standing: .documented) },
      calls: [], exchanges: 9, services: [.init(name: "shop", title: "Shop")])
    report.drift = drift
    report.exit = 1
    return report
  }

  private func finding(
    _ rule: Rule, _ endpoint: String, _ place: String, expected: String? = nil, actual: String? = nil,
    detail: String? = nil, promise: String? = nil
  ) -> Drift {
    var drift = Drift(
      rule: rule, service: "shop", endpoint: endpoint, status: 200,
      pointer: JSONPointer(tokens: ["response", "body"] + (place.isEmpty ? [] : [place])), expected: expected,
      actual: actual, message: "Oddity \(place) of \(endpoint).", detail: detail)
    drift.promise = promise
    return drift
  }

  private func renamed(_ endpoint: String, _ expected: String, _ actual: String) -> Drift {
    finding(Rule.response.field.caseChanged, endpoint, actual, expected: expected, actual: actual, promise: expected)
  }

  private func other(_ endpoint: String, _ place: String) -> Drift {
    finding(Rule.response.field.typeChanged, endpoint, place, expected: "integer", actual: "string", promise: place)
  }

  private func text(_ report: Report, _ format: ReportFormat = .console) -> String {
    format.render(report, ReportOptions(version: "0.1.0")).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ").replacing("\\", with: "").replacing("&quot;", with: "\"").replacing("&#34;", with: "\"")
  }

  private func causes(_ report: Report) throws -> Int {
    let json = try JSON.parse(Array(ReportFormat.json.render(report, ReportOptions(version: "0.1.0")).utf8))
    let found = Set(json["drift"]?.elements.compactMap { $0["cause"]?.string } ?? [])
    let count = try #require(json["summary"]?["causes"]?.int)
    #expect(json["drift"]?.count == report.drift.count)
    #expect(found.count == count)
    return count
  }

  private var snake: [Drift] {
    [
      renamed("a.list", "createdAt", "created_at"), renamed("a.get", "createdAt", "created_at"),
      renamed("b.list", "paidAt", "paid_at"), renamed("b.get", "isPaid", "is_paid"),
    ]
  }

  @Test(arguments: [ReportFormat.console, .markdown, .github, .html])
  func `members in another case are one cause, with its places`(format: ReportFormat) throws {
    let found = report(snake)
    let text = text(found, format)
    #expect(
      text.contains(
        "Member names in responses are in snake_case: one cause of 4 findings on 4 endpoints: a.list, a.get, b.list, "
          + "b.get; 3 fields: /created_at, /paid_at and /is_paid"), "\(text)")
    #expect(text.ranges(of: "Oddity").count == 1, "\(text)")
    #expect(try causes(found) == 1)
  }

  @Test func `a payload one level deeper is one cause, whether its object or its list is`() throws {
    let deeper = #"one level deeper, in "data""#
    let found = report([
      finding(Rule.response.field.missing, "a.get", "", actual: deeper, promise: "1"),
      finding(Rule.response.field.missing, "b.get", "", actual: deeper, promise: "2"),
      finding(Rule.response.field.typeChanged, "a.list", "", expected: "array", actual: deeper, promise: "3"),
    ])
    #expect(text(found).contains(#"Payloads are one level deeper, in "data": one cause of 3 findings on 3 endpoints"#))
    #expect(try causes(found) == 1)
  }

  @Test func `an object whose members came one level higher is one cause, and the most severe finding shows it`() throws
  {
    let inside = #"one level deeper, in "size""#
    let rules = Rule.response.field
    let found = report([
      finding(rules.undocumented, "a.get", "area", expected: inside, actual: "number 5", promise: "1"),
      finding(rules.undocumented, "a.get", "rooms", expected: inside, actual: "number 2", promise: "2"),
      finding(rules.missing, "a.get", "size", actual: #"one level higher, outside "size""#, promise: "3"),
    ])
    let text = text(found)
    #expect(
      text.contains(#"The members of "size" are one level up, outside it: one cause of 3 findings"#), "\(text)")
    #expect(text.contains("Oddity size of a.get.") && !text.contains("Oddity area"), "\(text)")
    #expect(try causes(found) == 1)
  }

  @Test func `an envelope that is gone or another is one cause`() throws {
    let rules = Rule.response.envelope
    let found = report([
      finding(rules.flagMissing, "a.get", "ok"), finding(rules.payloadMisplaced, "a.get", "data", detail: "result"),
      finding(rules.missing, "b.get", ""),
    ])
    #expect(text(found).contains("Responses aren't in the contract's envelope: one cause of 3 findings"))
    #expect(try causes(found) == 1)
  }

  @Test func `calls that end at the login before them are one cause`() throws {
    let found = report(
      ["a.get", "b.get", "b.list"].enumerated().map { index, name in
        var drift = finding(Rule.client.callFailed, name, "", promise: PriorRequest("auth.login").promise)
        if index == 2 { drift.severity = .warning }
        return drift
      })
    let text = text(found)
    #expect(text.contains("Calls fail after auth.login, "), "\(text)")
    #expect(text.contains("one cause of 3 findings on 3 endpoints"), "\(text)")
    #expect(try causes(found) == 1)
  }

  @Test func `a minority is no common difference`() throws {
    let others = (1...5).map { other("a.list", "o\($0)") } + (1...5).map { other("b.list", "p\($0)") }
    let found = report(snake + others)
    #expect(!text(found).contains("snake_case"))
    // Of the four findings, two have one member in common.
    #expect(try causes(found) == 13)
  }

  @Test func `what most of an endpoint's findings come from is one cause, though it is rare in its service`() throws {
    let own = ["createdAt": "created_at", "paidAt": "paid_at", "isPaid": "is_paid"].sorted { $0.key < $1.key }
    let others = (1...8).map { other("b.list", "o\($0)") }
    let found = report(own.map { renamed("a.get", $0.key, $0.value) } + others)
    let text = text(found)
    #expect(
      text.contains("snake_case: one cause of 3 findings; 3 fields: /created_at, /is_paid and /paid_at"), "\(text)")
    #expect(try causes(found) == 9)
  }

  @Test func `two findings are no common difference, nor is what is one cause already`() throws {
    #expect(try causes(report(Array(snake.suffix(2)))) == 2)
    let same = report(["a.list", "a.get", "b.get"].map { renamed($0, "createdAt", "created_at") })
    #expect(!text(same).contains("snake_case:"))
    #expect(try causes(same) == 1)
  }

  @Test func `names in two other cases are two differences`() throws {
    let found = report(snake.prefix(3) + [renamed("b.get", "isPaid", "IsPaid")])
    #expect(text(found).contains("snake_case: one cause of 3 findings on 3 endpoints"))
    #expect(try causes(found) == 2)
  }

  @Test func `gates, totals and machine formats count every finding`() throws {
    let found = report(snake)
    #expect(found.findings.count == 4)
    let json = try JSON.parse(Array(ReportFormat.json.render(found, ReportOptions(version: "0.1.0")).utf8))
    #expect(json["summary"]?["breaking"]?.int == 4)
    #expect(json["drift"]?.count == 4)
    #expect(Set(json["drift"]?.elements.compactMap { $0["fingerprint"]?.string } ?? []).count == 4)
    let sarif = try JSON.parse(Array(ReportFormat.sarif.render(found, ReportOptions(version: "0.1.0")).utf8))
    #expect(sarif["runs"]?[0]?["results"]?.count == 4)
    #expect(text(found).contains("1 cause in 4 findings: 4 breaking in 4 endpoints"))
  }

  @Test func `what is waived and what is only a notice stays apart`() throws {
    var drift = snake
    drift[0].waived = Waived(reason: "Known.")
    drift[1].severity = .notice
    #expect(!text(report(drift)).contains("snake_case: one cause"))
  }
}
