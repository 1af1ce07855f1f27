import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineReporting
import PlumblineVerification
import PlumblineWorkspace

/// The command that shows which response fields each client method needs.
struct SensitivityCommand: Command {
  static let name = "field-usage"
  static let formerName: String? = "sensitivity"
  static let summary =
    "Runs the Swift clients with mutated responses to find out which fields they need; --save keeps the result for diff"
  static let choice: String? =
    "Use it to learn what a backend may change, and save the result for each release. To try one change, use diff "
    + "--clients; to test a client for robustness, use verify --mutations."
  static let operands = "[SERVICE…]"
  static let options = [
    OptionSpecification(
      "--save", "PATH",
      "Save the result as JSON, sorted for review. diff reads Contracts/SERVICE/field-usage.json, and "
        + "Contracts/SERVICE/released/VERSION.json for each release. One service only."),
    OptionSpecification("--only", "PATTERN", "Only matching endpoints or calls: tickets.*. Repeatable."),
    OptionSpecification("--timeout", "SECONDS", "The time limit for a client to handle one response. Default: 5."),
  ]
  static let examples = [
    "field-usage truelog", "field-usage truelog --save field-usage.json",
    "field-usage truelog --save Contracts/truelog/released/2.3.json",
  ]

  private let common: CommonOptions
  private let services: [String]
  private let path: String?
  private let options: VerifierOptions

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    services = arguments.operands
    path = arguments.value("--save")
    var options = VerifierOptions(only: arguments.all("--only").map(Wildcard.init), deadline: .seconds(5))
    if let text = arguments.value("--timeout") {
      guard let deadline = VerifierOptions.deadline(seconds: text) else {
        throw UsageError("--timeout takes seconds from 0.01 to 3600, not \"\(text)\".")
      }
      options.deadline = deadline
    }
    self.options = options
  }

  func run(in surroundings: Surroundings) async throws -> ExitCode {
    LoopbackProxyExemption.apply()
    try ReportDelivery(common, surroundings).check()
    var loaded = try LoadedServices(services, common: common)
    var report = Report(command: Self.name, target: "mock")
    report.problems = loaded.problems
    guard loaded.isUsable else { return try ReportDelivery(common, surroundings).deliver(report) }
    let known = surroundings.suites.map(\.service)
    if let name = services.first(where: { !known.contains($0) }) {
      throw UsageError("This \(surroundings.tool) has no call suite for \(name).")
    }
    loaded.keep { known.contains($0.contract.service) }
    guard path == nil || loaded.services.count == 1 else {
      throw UsageError("--save writes the map of one service. Usage: field-usage SERVICE --save PATH")
    }
    let watch = StopWatch(surroundings)
    var options = options
    options.player = surroundings.player()
    for service in loaded.services where watch.interruption.reason == nil {
      guard let suite = surroundings.suites.first(where: { $0.service == service.contract.service }) else { continue }
      let library = MockLibrary(contract: service.contract, recordings: service.recordings)
      let outcomes = try await VariantPass(suite: suite, library: library, options: options)
        .run(until: watch.interruption, console: surroundings.console)
      if outcomes.isEmpty { continue }
      for outcome in outcomes {
        guard let reason = outcome.reason else { continue }
        surroundings.console.complain("plumbline: mutations of \(outcome.endpoint): \(outcome.call): \(reason)")
      }
      report.variants += outcomes.reduce(0) { $0 + $1.variants }
      report.noteLeftOut(outcomes)
      let map = SensitivityMap(service: service.contract.service, outcomes: outcomes)
      // An incomplete map would look as if the client never read the remaining fields.
      if let path, watch.interruption.reason == nil {
        let schema = ["../sensitivity.schema.json", "../../sensitivity.schema.json"].lazy
          .compactMap { FileSystem.existing($0, beside: path) }.first
        try AtomicFile.write(map.json(schema: schema).prettyText + "\n", to: path)
      }
      if !common.isQuiet, !common.reports.contains(where: { $0.path == nil }) {
        surroundings.console.write(map.text)
      }
      report.add(service.contract) { map.endpoints.contains($0) }
      report.drift += DriftMerge.merged(outcomes.drift + map.ignoredFields(service.contract))
    }
    if let sentence = watch.sentence, let code = watch.exitCode {
      report.failure = sentence + (path.map { "; \($0) wasn't written" } ?? "")
      report.exit = Int(code.rawValue)
      return try ReportDelivery(common, surroundings).deliver(report)
    }
    guard !report.services.isEmpty else { throw UsageError("No successful call matches --only.") }
    let hasFindings = report.drift.contains { $0.severity > .notice }
    return try ReportDelivery(common, surroundings).deliver(report, showingConsole: hasFindings)
  }
}
