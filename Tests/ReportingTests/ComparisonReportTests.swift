import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineReporting
import Testing

/// The changes between two contracts in every format, with both places, the witness, and the answer for a CI job.
struct ComparisonReportTests {
  private static let names = ["tickets.get", "tickets.list", "tickets.update"]
  private static let old = SourceLocation(file: "main:Contracts/truelog/contract.json", line: 2, column: 5)
  private static let new = SourceLocation(file: "Contracts/truelog/contract.json", line: 3, column: 5)

  private static func change(_ rule: String, _ severity: Severity, of endpoint: String) -> Drift {
    var change = Drift(
      rule: Rule(rule, severity), service: "truelog", endpoint: endpoint, status: 200,
      pointer: "/response/body/data/status", expected: "\"NEW\" or \"DONE\"", actual: "\"NEW\", \"DONE\" or \"LOST\"",
      message: "The value \"LOST\" may come now.", contract: new, detail: "LOST")
    change.old = old
    change.witness = ChangeWitness(
      .response, method: "GET", path: "/tickets", status: 200, place: "/response/body/data/status", value: "LOST")
    change.promise = "contract.json#/schemas/Status"
    return change
  }

  private static var report: Report {
    var report = Report(
      command: "diff", target: "main → Contracts",
      endpoints: names.map { .init(service: "truelog", id: $0, request: "GET /\($0)", standing: .documented) },
      services: [
        .init(name: "truelog", title: "TrueLog Inventory API"), .init(name: "photoscout", title: "PhotoScout API"),
        .init(name: "realityportal", title: "Reality Portal API"),
      ])
    report.drift = names.map { change("change.response.field.value-added", .breaking, of: $0) }
    var undecided = change("change.response.field.pattern", .warning, of: "tickets.get")
    undecided.witness = nil
    undecided.detail = nil
    undecided.undecided = "The pattern looks ahead."
    report.drift.append(undecided)
    report.staleRecordings = [
      .init(
        service: "truelog", name: "tickets.get/ok",
        location: SourceLocation(file: "Recordings/truelog/tickets.get/ok.json", line: 1, column: 1),
        rule: "response.field.missing", reason: "The required field \"sla\" is missing."),
      .init(
        service: "truelog", name: "tickets.get/old",
        location: SourceLocation(file: "Recordings/truelog/tickets.get/old.json", line: 1, column: 1),
        rule: "response.field.missing", reason: "The required field \"sla\" is missing."),
    ]
    report.excerpts = [
      old: Report.Excerpt(old, in: ["{", "  \"enum\": [\"NEW\"]", "}"])!,
      new: Report.Excerpt(new, in: ["{", "", "  \"enum\": [\"NEW\", \"<b>\"]", "}"])!,
    ]
    report.exit = 1
    return report
  }

  private func render(_ format: ReportFormat, _ report: Report = report) -> String {
    format.render(report, ReportOptions(version: "0.1.0", console: ConsoleStyle(width: 300)))
  }

  private static let conclusion =
    "1 breaking change, 1 warning in TrueLog Inventory API, 1 of them undetermined; PhotoScout API and Reality Portal API are"
    + " not affected."

  @Test func `findings of one cause become one, with the places of the others`() throws {
    var report = Self.report
    report.drift[1].elsewhere = ["tickets.export", "tickets.get"]
    let fingerprints = report.drift.map(\.fingerprint)
    report.foldCauses()
    #expect(report.drift.count == 2)
    let first = try #require(report.drift.first { $0.rule.id.hasSuffix("value-added") })
    #expect(first.endpoint == "tickets.get")
    #expect(first.others.map(\.endpoint) == ["tickets.list", "tickets.update"])
    #expect(first.others.map(\.fingerprint) == Array(fingerprints[1...2]))
    // The endpoint whose place is shown isn't listed again.
    #expect(first.elsewhere == ["tickets.export"])
    #expect(first.count == 4)
    let json = try JSON.parse(ReportFormat.json.render(report, ReportOptions(version: "0.1.0")))
    let entry = try #require(json["drift"]?.elements.first { $0["places"] != nil })
    #expect(entry["places"]?[1]?["pointer"]?.string == "/response/body/data/status")
    #expect(entry["elsewhere"]?.elements.compactMap(\.string) == ["tickets.export"])
    let options = ReportOptions(version: "0.1.0", console: ConsoleStyle(width: 300))
    for format in [ReportFormat.console, .sarif, .junit, .markdown, .html, .github] {
      #expect(format.render(report, options).contains("tickets.export"), "\(format)")
    }
  }

  @Test func `what a waiver excuses at one place stays apart`() {
    var report = Self.report
    report.drift[1].waived = Waived(reason: "known")
    report.foldCauses()
    #expect(report.drift.count == 3)
    #expect(report.drift.filter { $0.waived != nil }.map(\.endpoint) == ["tickets.list"])
  }

  @Test(arguments: [ReportFormat.console, .markdown, .html, .json])
  func `the calls that break are reported with the reason, and so are those that go on`(format: ReportFormat) {
    var report = Self.report
    report.askedClients = true
    func line(_ call: String, _ effect: Report.ImpactLine.Effect, _ message: String = "") -> Report.ImpactLine {
      .init(
        service: "truelog", endpoint: "tickets.get", call: call, change: "0123456789abcdef",
        place: "/response/body/data/status", effect: effect, message: message)
    }
    report.impacts = [line("reads it", .fails, "decoding <b>"), line("looks", .ignores), line("peeks", .ignores)]
    let text = render(format, report)
    #expect(text.contains("reads it") && text.contains("looks") && text.contains("peeks"), "\(text)")
    #expect(text.contains("clients break at tickets.get"), "\(text)")
    #expect(format != .html || text.contains("decoding &lt;b>") || text.contains("decoding &lt;b&gt;"), "\(text)")
    report.impacts = []
    #expect(render(format, report).contains("no client call breaks"))
  }

  /// A report on two released versions, one of which reads the changed member.
  private static var released: Report {
    var report = Self.report
    report.releases = ["2.3", "2.10"].map { .init(service: "truelog", version: $0) }
    report.impacts = [
      .init(
        service: "truelog", endpoint: "tickets.get", call: "reads it", release: "2.3",
        change: report.drift[0].fingerprint, place: "/response/body/data/status", effect: .fails,
        message: "decoding <b>")
    ]
    return report
  }

  @Test(arguments: ReportFormat.allCases)
  func `a released version that breaks is reported by name, whatever the form`(format: ReportFormat) {
    let text = render(format, Self.released)
    #expect(format == .json || text.contains("in version 2.3 fails at /response/body/data/status"), "\(text)")
    #expect(format != .json || text.contains("\"release\": \"2.3\""), "\(text)")
    #expect(text.contains("decoding"), "\(text)")
    #expect(!text.contains("no client call breaks"), "Nobody asked the client: \(text)")
  }

  @Test func `the last word names the released versions that break, or says that none is known to`() {
    var report = Self.released
    #expect(render(.console, report).contains("version 2.3 of TrueLog Inventory API breaks at tickets.get"))
    report.impacts = []
    #expect(render(.console, report).contains("no released version is known to break"))
    report.releases = []
    #expect(!render(.console, report).contains("released"))
  }

  @Test func `a warning is breaking where a call is known to fail by it, and nowhere else`() {
    var report = Self.released
    report.drift[0].severity = .warning
    report.drift.append(Self.change("change.response.field.removed", .warning, of: "users.list"))
    let other = report.drift.count - 1
    report.raiseWhatBreaksClients()
    #expect(report.drift[0].severity == .breaking)
    #expect(report.drift[other].severity == .warning)
    report.impacts = [
      .init(
        service: "truelog", endpoint: "users.list", call: "looks", change: report.drift[other].fingerprint, place: nil,
        effect: .ignores, message: "")
    ]
    report.raiseWhatBreaksClients()
    #expect(report.drift[other].severity == .warning)
  }

  @Test func `the gate of clients looks at nothing else`() {
    var report = Self.report
    report.impacts = []
    #expect(report.exitStatus(gate: .clients) == 0)
    #expect(report.exitStatus(gate: .breaking) == 1)
    report.impacts = [
      .init(service: "truelog", endpoint: "a", call: "b", change: nil, place: nil, effect: .refused, message: "c")
    ]
    #expect(report.exitStatus(gate: .clients) == 1)
    #expect(Self.released.exitStatus(gate: .clients) == 1)
  }

  @Test func `the gate of clients lets a change pass that is waived`() {
    var report = Self.released
    let change = report.drift[0].fingerprint
    for index in report.drift.indices where report.drift[index].fingerprint == change {
      report.drift[index].waived = Waived(reason: "No phone has it any more.")
    }
    #expect(report.exitStatus(gate: .clients) == 0)
    #expect(!render(.console, report).contains("breaks at tickets.get"))
  }

  @Test(arguments: [(Gate.clients, true), (.breaking, false)])
  func `a call that breaks fails as a test where the gate is the clients'`(gate: Gate, fails: Bool) {
    let text = ReportFormat.junit.render(Self.released, ReportOptions(version: "0.1.0", gate: gate))
    #expect(text.contains("type=\"client.breaks\"") == fails, "\(text)")
  }

  @Test func `a call that breaks is an annotation of its own`() {
    let line = render(.github, Self.released).split(separator: "\n").first { $0.contains("client breaks") } ?? ""
    #expect(line.hasPrefix("::error title=client breaks%3A truelog tickets.get::"), "\(line)")
  }

  @Test(arguments: ReportFormat.allCases)
  func `both places, the witness and what is undecided are reported`(format: ReportFormat) {
    let text = render(format).replacing("\\", with: "").replacing("&quot;", with: "\"")
    #expect(text.contains(format == .sarif ? "main%3AContracts/truelog/contract.json" : "\(Self.old.file)"), "\(text)")
    #expect(text.contains(Self.new.file))
    #expect(text.contains("The pattern looks ahead."), "\(text)")
    #expect(text.contains("LOST\"}}") || text.contains("\"status\": \"LOST\""), "\(text)")
    #expect(text.contains("sla"), "The stale recording is named: \(text)")
  }

  @Test(arguments: [ReportFormat.console, .markdown, .github, .html, .json])
  func `the last word is which services are touched`(format: ReportFormat) {
    let text = render(format).split(whereSeparator: \.isWhitespace).joined(separator: " ").replacing("\\", with: "")
    #expect(text.contains(Self.conclusion), "\(text)")
  }

  @Test(arguments: [ReportFormat.console, .markdown, .github, .html])
  func `a change of several endpoints is read once, with each of them`(format: ReportFormat) {
    let text = render(format).replacing("\\", with: "").replacing("`", with: "")
    #expect(text.contains("3 endpoints: tickets.get, tickets.list, tickets.update"), "\(text)")
  }

  @Test func `old and new are next to each other on the page, and nothing of a file comes alive`() {
    let page = render(.html)
    #expect(page.contains("<dt>old</dt>"))
    #expect(page.contains("<dt>new</dt>"))
    let line = "<div class=\"line here\" data-line=\"2\">  &quot;enum&quot;: [&quot;NEW&quot;]</div>"
    #expect(page.contains(line), "\(page)")
    #expect(page.contains("&lt;b&gt;"))
    #expect(!page.contains("<b>\"]"))
  }

  @Test(arguments: [ReportFormat.console, .markdown, .github])
  func `recordings that are stale for one reason are named in one line`(format: ReportFormat) {
    let text = render(format)
    #expect(text.contains("tickets.get/ok, tickets.get/old"), "\(text)")
    #expect(text.contains("2 recordings are stale"))
  }

  @Test func `an annotation is at the new place`() {
    let line = render(.github).split(separator: "\n").first ?? ""
    #expect(line.hasPrefix("::error file=Contracts/truelog/contract.json,line=3,col=5,"), "\(line)")
    #expect(line.contains("%0Aold place main:Contracts/truelog/contract.json:2:5"), "\(line)")
  }

  @Test func `nothing, or only notices, is reported as breaking no client`() {
    var report = Self.report
    report.exit = 0
    report.drift = [Self.change("change.response.field.added", .notice, of: "tickets.get")]
    #expect(render(.console, report).contains("Nothing breaks: 1 notice in TrueLog Inventory API; "))
    report.drift = []
    #expect(render(.console, report).hasSuffix("✓ Nothing changed that clients could notice.\n"))
    #expect(render(.markdown, report).hasPrefix("## ✅ Nothing changed\n"))
  }

  @Test func `a long line is cut around the place`() throws {
    let line = Substring(String(repeating: "a", count: 500) + "HERE" + String(repeating: "b", count: 500))
    let place = SourceLocation(file: "x.json", line: 1, column: 501)
    let excerpt = try #require(Report.Excerpt(place, in: [line]))
    #expect(excerpt.lines.count == 1)
    #expect(excerpt.lines[0].contains("HERE"))
    #expect(excerpt.lines[0].count == 122)
    #expect(Report.Excerpt(SourceLocation(file: "x", line: 1, column: 1), in: ["a\r"])?.lines == ["a"])
    #expect(Report.Excerpt(SourceLocation(file: "x.json", line: 9, column: 1), in: [line]) == nil)
  }
}
