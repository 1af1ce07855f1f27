import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineReporting
import Testing

struct ConsoleRendererTests {
  private func render(_ report: Report, _ style: ConsoleStyle = ConsoleStyle()) -> String {
    ReportFormat.console.render(report, ReportOptions(version: "0.1.0", console: style))
  }

  @Test func `a run without drift is a heading, a line an endpoint and a summary`() {
    #expect(
      render(Sample.good) == """
        TrueLog Inventory API · mock

        ✓ comments.update  PUT /api/v2/tickets/{…}/comments/{…}  1 call  unconfirmed

        ✓ tickets.update   PUT /api/v2/tickets/{ticket_id}       2 calls

        ✓ 2 endpoints verified · 3 calls · 4 exchanges · no drift

        """)
  }

  @Test func `drift, failed and skipped calls and problems follow the endpoints`() {
    let text = render(Sample.bad)
    #expect(
      text.hasSuffix(
        """

        Drift

        tickets.update  PUT /api/v2/tickets/{ticket_id}

          breaking  response.field.number-as-string  /response/body/data/id
            The number is written as a string.
              expected  integer
              actual    string "17"
            Contracts/truelog/contract.json:41:30
            status 200 · call "edits a ticket" · 3 times · \(Sample.numberAsString.fingerprint)

          warning   response.field.undocumented  /response/body/data/escalation
            The contract says nothing of this field.
            status 200 · call "edits a ticket" · \(Sample.undocumented.fingerprint)

        Failed calls

          ✗ comments.update: edits a comment
            Expected the new content, got the old one.

        Skipped calls

          – 1  It needs --allow-writes. (tickets.update: deletes)

        Contracts/truelog/tickets.json:12:5: warning: The failure isn't defined.

        ✗ 1 of 2 endpoints verified · 4 calls, 1 failed, 1 skipped · 4 exchanges ·
          1 breaking, 1 warning in 1 endpoint · 1 problem

        """))
  }

  @Test func `colours mark what each piece means`() {
    let text = render(Sample.good, ConsoleStyle(colour: true))
    #expect(
      text == """
        \u{1B}[1mTrueLog Inventory API\u{1B}[0m \u{1B}[2m·\u{1B}[0m mock

        \u{1B}[32m✓\u{1B}[0m comments.update  \u{1B}[2mPUT /api/v2/tickets/{…}/comments/{…}\u{1B}[0m  1 call  \u{1B}[2munconfirmed\u{1B}[0m

        \u{1B}[32m✓\u{1B}[0m tickets.update   \u{1B}[2mPUT /api/v2/tickets/{ticket_id}\u{1B}[0m       2 calls

        \u{1B}[32m✓\u{1B}[0m 2 endpoints verified \u{1B}[2m·\u{1B}[0m 3 calls \u{1B}[2m·\u{1B}[0m 4 exchanges \u{1B}[2m·\u{1B}[0m \u{1B}[32mno drift\u{1B}[0m

        """)
  }

  @Test func `without colour there is no escape character, with it the text is the same`() {
    let plain = render(Sample.bad)
    let coloured = render(Sample.bad, ConsoleStyle(colour: true))
    #expect(!plain.contains("\u{1B}"))
    #expect(coloured.contains("\u{1B}[1;31mbreaking\u{1B}[0m"))
    #expect(coloured.contains("\u{1B}[33mwarning\u{1B}[0m"))
    #expect(withoutColours(coloured) == plain)
  }

  @Test(arguments: [40, 60, 80, 120, 200]) func `no line is wider than the width`(width: Int) {
    var report = Sample.bad
    report.endpoints += [
      Report.EndpointLine(
        service: "truelog", id: "a.very.long.endpoint.id.that.nobody.would.ever.give.to.an.endpoint",
        request: "DELETE /api/v2/a/path/that/goes/on/and/on/with/漢字漢字漢字漢字漢字漢字/in/the/middle/of/it",
        standing: .assumed)
    ]
    var drift = Drift(
      rule: Rule("response.field.value-not-in-enum", .breaking), service: "truelog", endpoint: "comments.update",
      pointer: "/response/body/data/0/author/preferences/notifications/escalation_level/of/the/whole/thing",
      expected: String(repeating: "word ", count: 60), actual: String(repeating: "漢", count: 300),
      message: String(repeating: "A sentence of several words. ", count: 9))
    drift.recording = "comments.update/ok"
    report.drift.append(drift)
    let text = render(report, ConsoleStyle(width: width, detail: .verbose))
    for line in text.split(separator: "\n") where !line.contains("Contracts/truelog/") {
      #expect(String(line).displayWidth <= width, "\(line)")
    }
  }

  @Test func `nothing from a payload reaches the terminal as a command`() {
    for colour in [false, true] {
      let text = render(Sample.attacked, ConsoleStyle(colour: colour, detail: .verbose))
      let shown = withoutColours(text)
      let forbidden = shown.unicodeScalars.filter { scalar in
        scalar != "\n" && [.control, .format, .lineSeparator].contains(scalar.properties.generalCategory)
      }
      #expect(forbidden.isEmpty)
      #expect(shown.contains("\\u{1B}[31mred"))
      #expect(!shown.contains("\nfake"))
    }
  }

  @Test func `quiet output has only what is wrong and the summary`() {
    #expect(
      render(Sample.good, ConsoleStyle(detail: .quiet)) == """
        ✓ 2 endpoints verified · 3 calls · 4 exchanges · no drift

        """)
    let text = render(Sample.bad, ConsoleStyle(detail: .quiet))
    #expect(text.hasPrefix("Drift\n\ntickets.update  "))
    #expect(!text.contains("Skipped calls"))
  }

  @Test func `verbose output has a line a call`() {
    let text = render(Sample.good, ConsoleStyle(detail: .verbose))
    #expect(text.contains("\n    ✓ edits a ticket  3 ms\n    ✓ refuses a viewer  3 ms\n"))
  }

  @Test func `two services have a table each and name themselves in the drift`() {
    var report = Sample.bad
    let photos = Report.EndpointLine(
      service: "photoscout", id: "spots.list", request: "GET /spots", standing: .documented)
    report.endpoints.append(photos)
    report.calls.append(Sample.call(photos, "lists", .skipped, "It needs --allow-writes."))
    let text = render(report)
    #expect(text.contains("\n\nphotoscout · mock\n\n– spots.list"))
    #expect(text.contains("\ntruelog · tickets.update  PUT"))
    #expect(text.contains("\n  ✗ truelog · comments.update: edits a comment\n"))
    #expect(text.contains("\n  – 2  It needs --allow-writes.\n"))
    #expect(text.contains("1 of 3 endpoints verified"))
  }

  @Test func `an endpoint that no call exercised has a mark of its own`() {
    var report = Sample.good
    report.calls = [Sample.call(Sample.edit, "edits a ticket")]
    let text = render(report)
    #expect(text.contains("· comments.update"))
    #expect(text.contains("no calls"))
    #expect(text.contains("1 of 2 endpoints verified"))
  }

  @Test func `a report without calls has no table`() {
    var report = Sample.good
    report.calls = []
    report.exchanges = 0
    #expect(render(report) == "TrueLog Inventory API · mock\n\n✓ 2 endpoints · no drift\n")
    // There are no headings for services without content, either.
    report.endpoints.append(
      Report.EndpointLine(service: "photoscout", id: "spots.list", request: "GET /spots", standing: .documented))
    #expect(render(report) == "TrueLog Inventory API and photoscout · mock\n\n✓ 3 endpoints · no drift\n")
  }

  @Test func `drift that passing calls met marks the endpoint all the same`() {
    var report = Sample.good
    report.drift = [Sample.numberAsString]
    report.drift[0].call = "comments.update: edits a comment"
    let text = render(report)
    #expect(text.contains("✗ tickets.update"))
    #expect(text.contains("2 calls, drifted"))
    #expect(text.contains("call \"comments.update: edits a comment\""))
  }

  @Test func `what is only a notice doesn't mark an endpoint or a call as failed, and a warning does`() {
    var report = Sample.good
    report.calls[0].outcome = .drifted
    report.drift = [Sample.deprecated]
    report.exit = report.exitStatus(gate: .warning)
    let verbose = ConsoleStyle(width: 120, detail: .verbose)
    let noted = render(report, verbose)
    #expect(report.exit == 0, "\(noted)")
    #expect(!noted.contains("✗"), "\(noted)")
    #expect(noted.contains("\n! comments.update ") && noted.contains("\n    ! edits a comment"), "\(noted)")
    #expect(noted.contains("\n✓ tickets.update "))
    report.drift[0].severity = .warning
    report.exit = report.exitStatus(gate: .warning)
    let warned = render(report, verbose)
    #expect(report.exit == 1)
    #expect(warned.contains("\n✗ comments.update "))
    #expect(warned.contains("\n    ✗ edits a comment"))
  }

  @Test func `waived drift is counted, and listed where everything is`() {
    var report = Sample.good
    report.drift = [Sample.numberAsString]
    report.drift[0].waived = Waived(reason: "The backend repairs it.", until: "2027-01-31")
    let normal = render(report)
    #expect(!normal.contains("Drift"))
    #expect(normal.hasSuffix("4 exchanges · no drift · 1 waived\n"))
    #expect(normal.contains("✓ tickets.update"))
    let verbose = render(report, ConsoleStyle(width: 120, detail: .verbose))
    #expect(
      verbose.contains(
        """

        Waived

          – \(Sample.numberAsString.fingerprint)  tickets.update  response.field.number-as-string  /response/body/data/id
            The backend repairs it. (until 2027-01-31)

        """))
  }

  @Test func `coverage is a matrix with totals`() {
    var report = Report(command: "coverage", target: "files")
    report.coverage = Array(Sample.full.coverage.suffix(2))
    report.services = [.init(name: "photoscout", title: "PhotoScout API")]
    #expect(
      render(report) == """
        PhotoScout API · coverage

        endpoint        contract     records  client  mock  server  evidence
        spots.list      documented         3       2  ✓     ✓           20 %
        spots.nearby    unconfirmed        –       –  –     –            0 %

        of 2 endpoints  1                  1       1  1     1           10 %

        ✓ no drift

        """)
  }

  @Test func `evidence is a line a kind, and what was never seen where everything is`() {
    var report = Sample.good
    report.evidence = Array(Sample.full.evidence.prefix(5))
    #expect(
      render(report).contains(
        """

        Observed coverage · 2 of 5 documented parts seen, 40 %
          statuses          1 of 2        50 %
          optional fields   1 of 1        100 %
          null states       0 of 1        0 %
          enum values       0 of 1        0 %

        """))
    let verbose = render(report, ConsoleStyle(detail: .verbose))
    #expect(
      verbose.contains("\n  assets.list  never seen\n    status 404\n    200 /response/body/data/priority as null\n"))
  }

  @Test(arguments: [
    (1, "  1 endpoint wasn't called and isn't counted here."),
    (2, "  2 endpoints weren't called and aren't counted here."),
  ])
  func `what no exchange called is counted in good English`(count: Int, says: String) {
    var report = Sample.full
    let called = report.endpoints.count { $0.kind == .endpoint } - count
    report.called = called
    #expect(render(report).split(separator: "\n").map(String.init).contains(says))
  }

  @Test func `all of a full report fits the width`() {
    for width in [60, 80, 120] {
      let text = render(Sample.full, ConsoleStyle(width: width, detail: .verbose))
      for line in text.split(separator: "\n") where !line.contains("Contracts/") {
        #expect(String(line).displayWidth <= width, "\(line)")
      }
    }
  }

  @Test func `a list fits the width, and a pipe gets all of it`() {
    let rows = Sample.full.endpoints.map { (endpoint: $0, recordings: $0.id.utf8.count) }
    let lines = ListingTable(rows, width: 80).lines
    #expect(lines.count == 13)
    #expect(lines[0] == "  endpoint              standing     rec.  request")
    #expect(lines[5] == "  accessories.checkout  unconfirmed    20  POST   /api/v2/accesso…s/{…}/checkout")
    #expect(lines.allSatisfy { $0.displayWidth <= 80 })
    #expect(ListingTable(rows, width: nil).lines[5].hasSuffix("POST   /api/v2/accessories/{accessory_id}/checkout"))
  }

  @Test func `the condition that distinguishes an endpoint follows its request`() {
    var endpoint = Report.EndpointLine(service: "s", id: "users.list", request: "POST /", standing: .documented)
    let plain = ListingTable([(endpoint, 0)], width: 60).lines[1]
    endpoint.when = "header.x-target is \"Shop.ListUsers\""
    let told = ListingTable([(endpoint, 0)], width: nil).lines[1]
    #expect(told.hasSuffix("POST / when header.x-target is \"Shop.ListUsers\""))
    #expect(told.hasPrefix(plain))
    let narrow = ListingTable([(endpoint, 0)], width: 60).lines[1]
    #expect(narrow.displayWidth == 60)
    #expect(narrow.contains("POST / when header.x"))
    var report = Report(command: "list", target: "files")
    report.endpoints = [endpoint]
    let json = ReportFormat.json.render(report, ReportOptions(version: "0.1.0"))
    #expect((try? JSON.parse(json))?.at("/endpoints/0/when")?.string == endpoint.when)
  }

  @Test func `the standing of an endpoint's state is shown next to the endpoint's own`() {
    func line(_ state: Standing?) -> String {
      let endpoint = Report.EndpointLine(
        service: "s", id: "a", request: "GET /a", standing: .documented, stateStanding: state)
      return ListingTable([(endpoint, 0)], width: nil).lines[1]
    }
    #expect(line(.assumed).contains("documented, state assumed"))
    #expect(line(.documented) == line(nil))
    #expect(!line(nil).contains("state"))
    var report = Report(command: "list", target: "files")
    report.endpoints = [
      Report.EndpointLine(
        service: "s", id: "a", request: "GET /a", standing: .documented, stateStanding: .unconfirmed)
    ]
    let json = ReportFormat.json.render(report, ReportOptions(version: "0.1.0"))
    #expect(json.contains(#""stateStanding": "unconfirmed""#) || json.contains(#""stateStanding":"unconfirmed""#))
  }

  @Test func `a problem keeps the columns of its excerpt`() {
    var report = Report(command: "lint", target: "Contracts")
    let place = SourceLocation(file: "Contracts/truelog/tickets.json", line: 2, column: 3)
    report.problems = [
      Problem(place, "A sentence that is too long for the line that its place begins.\n  {\"a\": }\n        ^")
    ]
    report.exit = report.exitStatus(gate: .warning)
    #expect(
      render(report) == """
        lint · Contracts

        Contracts/truelog/tickets.json:2:3: A sentence that is too long for the line
          that its place begins.
            {"a": }
                  ^

        ✗ 1 problem

        """)
  }

  private func withoutColours(_ text: String) -> String {
    var plain = text
    for tone in ["1", "2", "32", "1;31", "33", "34", "36", "0"] {
      plain = plain.replacing("\u{1B}[\(tone)m", with: "")
    }
    return plain
  }
}
