import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineReporting
import PlumblineWorkspace

/// The command that compares the meaning of two versions of contracts.
struct DiffCommand: Command {
  static let name = "diff"
  static let summary =
    "Compares two versions of a contract or OpenAPI document, or a contract with a pact; reports what breaks, "
    + "with --clients also in the clients"
  static let choice: String? =
    "Use it on a pull request; it needs no server. To find out whether a server still conforms to the contract, use verify."
  static let operands = "OLD [NEW [SERVICE…]]"
  static let options = [
    OptionSpecification(
      "--clients", nil,
      "Run the Swift clients with the changed responses, check their requests against NEW, and report which calls break. With "
        + "--gate clients, only a broken call fails the run.")
  ]
  static let examples = [
    "diff main", "diff v2.1 main truelog", "diff main:openapi.yaml openapi.yaml",
    "diff origin/main --gate breaking --report markdown=changes.md", "diff main --clients --gate clients",
    "diff Contracts/shop web-shop.json", "diff openapi.yaml web-shop.json",
  ]
  static let exits = exitsWithoutServer
  static let exitNote: String? =
    "OLD and NEW are each a folder of contracts, the folder of one service, an OpenAPI document, a git revision (its contracts "
    + "folder), or REV:PATH for a folder or document in a revision. NEW defaults to the working tree. If NEW is a pact, the "
    + "contract in OLD must allow the pact's requests and promise the responses that it expects. Nothing is checked out or written."

  private let common: CommonOptions
  private let old: String
  private let new: String?
  private let services: [String]
  private let asksClients: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    guard let first = arguments.operands.first else {
      throw UsageError(
        "diff needs something to compare: plumbline diff main compares the working tree with main; plumbline diff OLD "
          + "NEW compares two folders, documents or revisions.")
    }
    old = first
    new = arguments.operands.dropFirst().first
    services = Array(arguments.operands.dropFirst(2))
    asksClients = arguments.has("--clients")
  }

  func run(in surroundings: Surroundings) async throws -> ExitCode {
    let today = surroundings.today
    if let report = try await Blocking.run({ [self] in try comparedWithPact(today: today) }) {
      return try ReportDelivery(common, surroundings).deliver(report)
    }
    var (report, compared) = try await Blocking.run { [self] in try compare(today: today) }
    if asksClients { try askSuites(of: compared, surroundings) }
    if report.failure == nil, !report.problems.contains(where: { $0.level == .error }) {
      let released = ReleaseImpacts(of: compared, report.drift)
      let own = asksClients ? try await ClientImpacts(surroundings).lines(of: compared, report.drift) : []
      report.askedClients = asksClients
      report.releases = released.releases
      if asksClients || !released.releases.isEmpty { report.impacts = own + released.lines }
      if asksClients { report.unplayed = Self.unplayed(report.drift, compared) }
      report.raiseWhatBreaksClients()
    }
    report.foldCauses()
    return try ReportDelivery(common, surroundings).deliver(report)
  }

  /// Rejects services without a suite. Without a client, the result "no client breaks" would be meaningless.
  private func askSuites(of services: [ClientImpacts.Compared], _ surroundings: Surroundings) throws(UsageError) {
    let missing = ClientImpacts(surroundings).withoutSuite(services)
    guard !missing.isEmpty else { return }
    let known = surroundings.suites.map(\.service)
    let sentence =
      "This \(surroundings.tool) has no call suite for \(Spelling.list(missing)), so --clients can't run its client; "
      + (known.isEmpty ? "it has none" : "it has one for \(Spelling.list(known))") + "."
    guard missing.count < services.count else { throw UsageError(sentence) }
    surroundings.console.complain("plumbline: \(sentence)")
  }

  /// Returns the number of response changes that can't be played to any client.
  private static func unplayed(_ changes: [Drift], _ services: [ClientImpacts.Compared]) -> Int {
    let causes = services.flatMap { service in
      changes.filter { $0.service == service.old.service && $0.isUnplayed(in: service.new) }
        .map(\.cause)
    }
    return Set(causes).count
  }

  /// Compares a contract with a pact, or returns `nil` if NEW isn't a pact.
  private func comparedWithPact(today: String) throws -> Report? {
    guard let new, let pact = PactOperand.read(new) else { return nil }
    guard !asksClients else {
      throw UsageError(
        "--clients applies only to changes between versions; \(new) is a pact, which already states what its consumer needs."
      )
    }
    let operands = try DiffOperands(common)
    let source = try operands.source(operands.operand(old))
    return try pact.report(of: source, named: services, today: today, command: Self.name)
  }

  private func compare(today: String) throws -> (Report, [ClientImpacts.Compared]) {
    let operands = try DiffOperands(common)
    let first = try operands.operand(old)
    let second = try new.map(operands.operand)
    let sides = (
      old: try operands.source(first), new: try second.map(operands.source) ?? operands.counterpart(of: first)
    )
    let pairs = try DiffPairs(sides.old, sides.new, named: services).pairs
    let loaded = (
      old: sides.old.load(pairs.compactMap(\.old), withRecordings: asksClients),
      new: sides.new.load(pairs.compactMap(\.new), withRecordings: true)
    )
    var comparison = ServiceComparisons(today: today, asksClients: asksClients)
    var report = Report(command: Self.name, target: "\(sides.old.name) → \(sides.new.name)")
    report.problems = loaded.old.flatMap(sides.old.errors) + loaded.new.flatMap(sides.new.errors)
    for pair in pairs {
      let before = pair.old.flatMap { home in loaded.old.first { $0.home == home } }
      let after = pair.new.flatMap { home in loaded.new.first { $0.home == home } }
      comparison.add(before, after, to: &report)
    }
    // Don't report unused waivers, because they may be meant for a server's drift or for a different comparison.
    report.applyWaivers(of: comparison.judged, today: today) { _, _ in false }
    report.excerpts = excerpts(of: report.drift, sides.old, sides.new)
    return (report, comparison.compared)
  }

  /// Returns the contract text around the changes, which only HTML reports show.
  private func excerpts(
    of changes: [Drift], _ old: ContractSource, _ new: ContractSource
  ) -> [SourceLocation: Report.Excerpt] {
    guard common.reports.contains(where: { $0.format == .html }) else { return [:] }
    var excerpts: [SourceLocation: Report.Excerpt] = [:]
    for (source, places) in [(old, changes.compactMap(\.old)), (new, changes.compactMap(\.contract))] {
      for (file, places) in Dictionary(grouping: Set(places), by: \.file) {
        // Split lines by bytes, because Swift treats CR LF as a single character.
        let text = source.text(ofShown: file) ?? ""
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
        for place in places { excerpts[place] = Report.Excerpt(place, in: lines) }
      }
    }
    return excerpts
  }
}
