import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineReporting
import TestSupport
import Testing

/// Reports on the parts of a run, which must merge into the report on the whole run.
struct ReportMergingTests {
  @Test(arguments: RandomSeed.ofThisRun)
  func `parts of any size, in any order and any brackets, merge to the report of the whole`(seed: RandomSeed) throws {
    var numbers = seed.numbers
    for round in 0..<150 {
      let command = round.isMultiple(of: 2) ? "check" : "verify"
      let events = (0..<Int.random(in: 0...40, using: &numbers)).map { Event(number: $0, using: &numbers) }
      let whole = text(Event.report(of: events, command))
      var parts = Array(repeating: [Event](), count: Int.random(in: 1...6, using: &numbers))
      for event in events.shuffled(using: &numbers) {
        parts[Int.random(in: 0..<parts.count, using: &numbers)].append(event)
      }
      var reports = try parts.shuffled(using: &numbers).map { try read(text(Event.report(of: $0, command))) }
      while reports.count > 1 {
        reports.shuffle(using: &numbers)
        let taken = Int.random(in: 1...reports.count, using: &numbers)
        let united = try #require(Report.merged(reports.prefix(taken)))
        // A merged report can be merged again, so it's written and read here.
        reports = [try read(text(united))] + reports.dropFirst(taken)
      }
      let merged = try #require(Report.merged(reports))
      try #require(text(merged) == whole, "round \(round)")
    }
  }

  @Test func `of very many outages the first places are kept, and all are counted`() throws {
    func report(_ lines: [Int]) -> Report {
      var report = Report(command: "check", target: "files", exchanges: lines.count)
      for line in lines {
        report.note("Out.", service: "a", endpoint: "b", at: SourceLocation(file: "log", line: line, column: 1))
      }
      report.sortOutages()
      return report
    }
    let lines = (1...5000).map { $0 * 7919 % 5003 }
    let whole = report(lines)
    let merged = try #require(Report.merged([report(Array(lines[..<1700])), report(Array(lines[1700...]))]))
    try #require(whole.outages.count == 1)
    try #require(whole.outages == merged.outages)
    #expect(whole.outages[0].count == 5000)
    #expect(merged.outages[0].places.map(\.line) == Array(lines.sorted().prefix(100)))
  }

  @Test func `the more severe result of a part counts, and a waiver is reported once`() throws {
    var excused = Event.drift
    excused.waived = Waived(reason: "Known.", until: "2027-01-31")
    excused.severity = .notice
    let expired = Drift(rule: .waiver.expired, service: "shop", endpoint: "a", message: "Its day has passed.")
    let left = Report(command: "check", target: "files", drift: [excused, expired], exchanges: 1)
    let right = Report(command: "check", target: "files", drift: [Event.drift, expired], exchanges: 1)
    for pair in [[left, right], [right, left]] {
      let merged = try #require(Report.merged(pair))
      let drift = try #require(merged.drift.first { $0.rule == Event.drift.rule })
      #expect(drift.waived == nil)
      #expect(drift.severity == Event.drift.severity)
      #expect(drift.count == 2)
      #expect(merged.drift.first { $0.rule == expired.rule }?.count == 1)
    }
    #expect(Report.merged([left, left])?.drift.first { $0.rule == excused.rule }?.waived == excused.waived)
  }

  @Test func `a part that couldn't be carried out says so of the whole, one that had nothing to judge doesn't`() throws
  {
    var failed = Report(command: "verify", target: "mock", exit: 3)
    failed.failure = "The server wasn't there."
    var empty = Report(command: "check", target: "files", exit: 2)
    (empty.failure, empty.isEmptyHanded) = ("Nothing was checked: the files contain no exchanges.", true)
    let merged = try #require(Report.merged([failed, Report(command: "verify", target: "mock"), failed]))
    #expect(merged.failure == "The server wasn't there.")
    #expect(merged.exit == 3)
    let checked = try #require(
      Report.merged([try read(text(empty)), Report(command: "check", target: "files", exchanges: 1)]))
    #expect(checked.failure == nil)
    #expect(checked.exit == 0)
    #expect(Report.merged([]) == nil)
  }

  @Test(arguments: [
    ("{", "r.json:1:2: "),
    ("[]", "r.json:1:1: This isn't a plumbline JSON report"),
    (#"{"plumbline":1}"#, "r.json:1:1: This isn't a plumbline JSON report"),
    (
      #"{"plumbline":2,"command":"check"}"#,
      "r.json:1:14: The report has version 2, but only version 1 is supported."
    ),
    (
      #"{"plumbline":1,"command":"diff"}"#,
      "r.json:1:26: This is a diff report; only check and verify reports can be merged."
    ),
    (#"{"plumbline":1,"command":"check"}"#, #"r.json:1:1: "target" is missing here."#),
    (
      #"{"plumbline":1,"command":"check","target":"files","summary":{"exchanges":-1}}"#,
      #"r.json:1:74: "exchanges" must be an integer of at least 0, not -1."#
    ),
  ])
  func `what is no report that merges is refused with its place`(text: String, problem: String) {
    let error = #expect(throws: Problem.self) { try read(text) }
    #expect(error.map { "\($0)".hasPrefix(problem) } ?? false, "\(error.map { "\($0)" } ?? "")")
  }

  @Test func `drift that isn't its fingerprint's is refused`() throws {
    let report = text(Report(command: "check", target: "files", drift: [Event.drift], exchanges: 1))
    #expect(try read(report).drift == [Event.drift])
    let changed = report.replacing("/response/body/data/*/id", with: "/response/body/data/*/name")
    #expect(changed != report)
    let error = #expect(throws: Problem.self) { try read(changed) }
    #expect(error?.message.hasPrefix("The fingerprint doesn't match its drift") ?? false)
  }

  private func text(_ report: Report) -> String { ReportFormat.json.render(report, ReportOptions(version: "1")) }

  private func read(_ text: String) throws -> Report { try ReportReader.read(Array(text.utf8), path: "r.json") }
}

/// An exchange or a call of a run, with everything that it adds to a report.
private struct Event {
  static let drift: Drift = {
    var drift = Drift(
      rule: .response.field.missing, service: "shop", endpoint: "a", status: 200, pointer: "/response/body/data/0/id",
      expected: "a field", message: "The field is missing.",
      contract: PlumblineJSONTree.SourceLocation(file: "shop.json", line: 7, column: 3))
    drift.folded = "/response/body/data/*/id"
    return drift
  }()

  let service: String
  let endpoint: String
  let drift: Drift?
  let outage: PlumblineJSONTree.SourceLocation?
  let problem: Problem?
  let call: Report.CallLine
  /// The index of the documented element that the exchange shows, out of three.
  let shown: Int

  init(number: Int, using numbers: inout RandomNumbers) {
    func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }
    service = ["shop", "depot"][below(2)]
    endpoint = ["b", "a", "c"][below(3)]
    shown = below(3)
    let place = PlumblineJSONTree.SourceLocation(file: "f\(below(3)).har", line: number + 1, column: 1)
    outage = below(5) == 0 ? place : nil
    problem = below(6) == 0 ? Problem(place, "It is wrong.", level: .warning) : nil
    call = Report.CallLine(
      service: service, endpoint: endpoint, name: "call \(below(3))",
      outcome: [.passed, .drifted, .failed, .skipped][below(4)], reason: below(2) == 0 ? "Because." : nil,
      milliseconds: Double(below(4)))
    guard below(2) == 0 else {
      drift = nil
      return
    }
    var drift = Self.drift
    (drift.service, drift.endpoint) = (service, endpoint)
    drift.pointer = below(2) == 0 ? "/response/body/data/0/id" : "/response/body/data/1/id"
    drift.message = "The field is missing, \(below(2))."
    drift.promise = below(2) == 0 ? "contract.json#/schemas/Item" : nil
    drift.detail = below(3) == 0 ? "detail" : nil
    if below(3) > 0 { drift.firstSeen = "2026-11-2\(below(3))T08:15:30.\(below(2))00Z" }
    drift.lastSeen = drift.firstSeen
    drift.recording = below(2) == 0 ? place.description : nil
    if below(3) > 0 {
      drift.exchange = ShownExchange(
        method: "GET", target: "/\(below(3))",
        fields: [.init("A", "\(below(2))", variable: below(2) == 0 ? "KEY" : nil)],
        body: .init(), answer: .init(status: 200, fields: [], body: .init("{\n  \"id\": \(below(2))\n}", isJSON: true)))
    }
    self.drift = drift
  }

  /// Returns the report on a run over exchanges, as commands create it.
  static func report(of events: [Event], _ command: String) -> Report {
    var report = Report(command: command, target: "files", exchanges: events.count)
    var merge = DriftMerge(choosing: .least)
    for event in events {
      merge.add(event.drift.map { [$0] } ?? [])
      if let place = event.outage { report.note("Out.", service: event.service, endpoint: event.endpoint, at: place) }
      report.problems += event.problem.map { [$0] } ?? []
    }
    report.drift = merge.drift
    report.sortOutages()
    for service in ["depot", "shop"] {
      let own = events.filter { $0.service == service }
      if own.isEmpty { continue }
      report.services.append(.init(name: service, title: service.uppercased()))
      // The endpoints aren't sorted by name, as in contracts.
      for (line, id) in ["c", "a", "b"].enumerated() {
        let called = own.filter { $0.endpoint == id }
        // A run of `verify --only` covers only what it calls.
        if command == "verify", called.isEmpty { continue }
        var endpoint = Report.EndpointLine(
          service: service, id: id, request: "GET /\(id)", standing: .documented,
          contract: PlumblineJSONTree.SourceLocation(file: "\(service).json", line: line + 1, column: 1))
        if command == "check" { endpoint.isCalled = !called.isEmpty }
        report.endpoints.append(endpoint)
        if called.isEmpty { continue }
        for (index, status) in [500, 200, 404].enumerated() {
          report.evidence.append(
            Evidence(
              service: service, endpoint: id, kind: .status, status: status, seen: called.count { $0.shown == index }))
        }
        if command == "verify" { report.calls += called.map(\.call).sorted { Self.words($0) < Self.words($1) } }
      }
    }
    if command == "check" { report.called = report.endpoints.count { $0.isCalled ?? false } }
    return report
  }

  private static func words(_ call: Report.CallLine) -> String {
    "\(call.name) \(call.outcome.rawValue) \(call.reason ?? "") \(call.milliseconds)"
  }
}
