import Foundation
import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineReporting
import TestSupport
import Testing

/// The exchange of a finding in human-readable reports.
struct ShownExchangeReportTests {
  private static let exchange = ShownExchange(
    method: "PUT", target: "/api/v2/tickets/57?notify=it's",
    fields: [
      .init("Host", "127.0.0.1:4711"), .init("X-API-Key", "•••", variable: "TRUELOG_API_KEY"),
      .init("Authorization", "Bearer •••", variable: "TRUELOG_TOKEN"), .init("X-Note", "a `b` $c \"d\""),
    ], body: .init("{\n  \"text\": \"it's\"\n}", isJSON: true),
    answer: .init(
      status: 200, fields: [.init("Content-Type", "application/json")],
      body: .init("{\n  \"id\": \"57\"\n}", isJSON: true)))

  private static var report: Report {
    var report = Sample.good
    report.target = "http://127.0.0.1:9101"
    var drift = Sample.deprecated
    drift.rule = .response.field.numberAsString
    drift.severity = .breaking
    drift.exchange = exchange
    drift.contract = SourceLocation(file: "Contracts/a b/contract.json", line: 12, column: 5)
    report.drift = [drift]
    report.exit = report.exitStatus(gate: .warning)
    return report
  }

  private func render(_ format: ReportFormat, source: SourceLinks? = nil) -> String {
    format.render(Self.report, ReportOptions(version: "0.1.0", began: 1_795_000_000, source: source))
  }

  @Test(arguments: [ReportFormat.html, .markdown, .junit])
  func `request and answer, a curl line and a waiver's command are there`(format: ReportFormat) {
    let text = render(format).replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing(
      "&#10;", with: "\n")
    #expect(text.contains("PUT /api/v2/tickets/57?notify=it's"))
    #expect(text.contains("\"id\": \"57\""))
    #expect(text.contains("curl -X PUT \\\n  -H"))
    #expect(text.contains("'http://127.0.0.1:9101/api/v2/tickets/57?notify=it'\\''s'"))
    #expect(text.contains("${TRUELOG_API_KEY}"))
    let fingerprint = Self.report.drift[0].fingerprint
    #expect(text.contains("plumbline waive \(fingerprint) --service"), "\(fingerprint)")
  }

  @Test func `a JSON report that is read again has it whole`() throws {
    let text = render(.json)
    let exchange = try #require(try JSON.parse(text)["drift"]?[0]?["exchange"])
    #expect(exchange["request"]?["body"]?["text"]?.string == "it's")
    #expect(exchange["response"]?["body"]?["id"]?.string == "57")
    let read = try ReportReader.read(Array(text.utf8), path: "r.json")
    #expect(read.drift[0].exchange == Self.exchange)
  }

  @Test func `a report of more exchanges than it has room for keeps those of the most severe findings`() throws {
    var report = Self.report
    let body = String(repeating: "a", count: 4 << 20)
    report.drift = (0..<12).map { number in
      var drift = report.drift[0]
      drift.severity = number < 10 ? .warning : .breaking
      drift.endpoint = "tickets.e\(number)"
      drift.exchange?.answer?.body = .init(body)
      return drift
    }
    let rendering = ReportFormat.json.rendering(report, ReportOptions(version: "0.1.0"))
    let json = try JSON.parse(rendering.text)
    #expect(rendering.omission?.hasPrefix("the exchanges of 5 findings are left out") == true)
    #expect(json["summary"]?["exchangesLeftOut"]?.int == 5)
    let drift = try #require(json["drift"]?.elements)
    #expect(drift.count == 12)
    #expect(drift.filter { $0["severity"]?.string == "breaking" }.allSatisfy { $0["exchange"] != nil })
    #expect(drift.count { $0["exchange"] == nil } == 5)
    #expect(try ReportReader.read(Array(rendering.text.utf8), path: "r.json").drift.count == 12)
  }

  @Test func `a variable that is no name, and a request of which a part is cut, make no command`() throws {
    let evil = render(.json).replacing("\"TRUELOG_TOKEN\"", with: #""A}\"; id; \"""#)
    let read = try ReportReader.read(Array(evil.utf8), path: "r.json")
    let names = read.drift[0].exchange?.fields.map(\.variable)
    #expect(names == [nil, "TRUELOG_API_KEY", nil, nil])
    var report = Self.report
    report.drift[0].exchange?.target += "…"
    #expect(!ReportFormat.html.render(report, ReportOptions(version: "1")).contains("curl"))
  }

  @Test func `the curl line sends what was sent, with the credentials of the environment`() throws {
    // A shell parses the line and reports the arguments that curl would get.
    let root = try HTMLSkeleton(render(.html)).root
    let command = try #require(root.all.first { $0.name == "pre" && $0.wholeText.hasPrefix("curl") }?.wholeText)
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", "curl() { printf '<%s>' \"$@\"; }; " + command]
    shell.environment = ["TRUELOG_API_KEY": "k $1 `x`", "TRUELOG_TOKEN": "t"]
    let output = Pipe()
    shell.standardOutput = output
    try shell.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    shell.waitUntilExit()
    #expect(
      said == "<-X><PUT><-H><X-API-Key: k $1 `x`><-H><Authorization: Bearer t><-H><X-Note: a `b` $c \"d\">"
        + "<-H><Content-Type:><--data-raw><{\n  \"text\": \"it's\"\n}>"
        + "<http://127.0.0.1:9101/api/v2/tickets/57?notify=it's>")
  }

  @Test func `places are links if the address of the files is given`() throws {
    let plain = try HTMLSkeleton(render(.html))
    #expect(plain.links.allSatisfy { $0.hasPrefix("#") })
    let hub = try HTMLSkeleton(render(.html, source: try SourceLinks(parsing: "https://git.test/acme/api/blob/main/")))
    #expect(hub.links.contains("https://git.test/acme/api/blob/main/Contracts/a%20b/contract.json#L12"))
    var named = try SourceLinks(parsing: "https://git.test/acme/api/blob/main")
    named.learn(["Contracts/a b/contract.json"]) { "api/\($0)" }
    let links = try HTMLSkeleton(render(.html, source: named)).links
    #expect(links.contains("https://git.test/acme/api/blob/main/api/Contracts/a%20b/contract.json#L12"))
    let other = try SourceLinks(parsing: "https://git.test/+/{file}?line={line}")
    #expect(
      try HTMLSkeleton(render(.html, source: other)).links.contains(
        "https://git.test/+/Contracts/a%20b/contract.json?line=12"))
  }

  @Test(arguments: ["javascript:alert(1)", "git.test/acme", "https://git.test/a b", "https://git.test/?q=1", ""])
  func `what is no address of files is refused`(text: String) {
    #expect(throws: SourceLinks.Unreadable.self) { try SourceLinks(parsing: text) }
  }

  @Test func `findings are sorted by severity, the worst first, and an endpoint's anchor occurs once`() throws {
    let root = try HTMLSkeleton(ReportFormat.html.render(Sample.full, ReportOptions(version: "1"))).root
    let kinds = root.all.filter { $0.attributes["class"] == "kind" }.map(\.wholeText)
    #expect(kinds.map { $0.filter { !$0.isNumber && !$0.isWhitespace } } == ["Breaking", "Warnings", "Notices"])
    let anchors = root.all.compactMap { $0.attributes["id"] }
    #expect(Set(anchors).count == anchors.count)
    let badges = root.all.filter { $0.attributes["class"] == "badge" }.map(\.text)
    #expect(badges.prefix(7) == ["breaking", "breaking", "breaking", "warning", "warning", "warning", "notice"])
  }

  @Test func `a page of a probe says first how many endpoints exist`() throws {
    func headline(_ kinds: [Report.Verdict.Kind]) throws -> String? {
      var report = Report(command: "probe", target: "https://staging.example.com")
      report.verdicts = kinds.map {
        .init(
          service: "truelog", endpoint: "a", request: "GET /a", standing: .documented, kind: $0, confidence: .high,
          sentence: "So.")
      }
      let root = try HTMLSkeleton(ReportFormat.html.render(report, ReportOptions(version: "1"))).root
      return root.all.first { $0.name == "h1" }?.text
    }
    #expect(try headline(Array(repeating: .exists, count: 37)) == "37 of 37 exist")
    #expect(try headline([.exists, .missing, .exists, .blocked]) == "2 of 4 exist, 1 missing, 1 blocked")
  }
}
