import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineReporting
import PlumblineVerification

/// The command that shows the observed coverage of each endpoint.
struct CoverageCommand: Command {
  static let name = "coverage"
  static let summary =
    "Shows which endpoints are covered by recordings and client calls; runs the clients against the mock, or "
    + "reads verify's reports (--from)"
  static let choice: String? =
    "Use it to find gaps; it reports no drift and has no gate. To check whether responses are correct, use verify."
  static let operands = "[SERVICE…]"
  static let options = [
    OptionSpecification(
      "--from", "REPORT.json",
      "A JSON report from verify, against the mock or a server. Repeatable. By default the clients run against the mock "
        + "first."),
    OptionSpecification(
      "--by", "feature",
      "Group the endpoints by the features that the contracts list."),
  ]
  static let common = CommonOptions.specifications(without: "--gate")
  static let exits = ["0 shown, 2 a usage error or an invalid file."]
  static let examples = [
    "coverage", "coverage truelog --by feature",
    "coverage truelog --from build/mock.json --from build/testing.json --report html=build/coverage.html",
  ]

  private let common: CommonOptions
  private let services: [String]
  private let sources: [String]
  private let isByFeature: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    services = arguments.operands
    sources = arguments.all("--from")
    let grouping = arguments.value("--by")
    if let grouping, grouping != "feature" {
      throw UsageError("--by takes feature, not \"\(grouping)\".")
    }
    isByFeature = grouping != nil
  }

  func run(in surroundings: Surroundings) async throws -> ExitCode {
    let loaded = try LoadedServices(services, common: common)
    var report = Report(command: Self.name, target: "files")
    report.problems = loaded.problems
    for service in loaded.services { report.add(service.contract, links: true) }
    guard loaded.isUsable else { return try ReportDelivery(common, surroundings).deliver(report) }
    var gathering = CoverageGathering(loaded.services)
    for source in sources { try gathering.add(try ReportFile(source)) }
    if sources.isEmpty {
      LoopbackProxyExemption.apply()
      let outcomes = try await MockRun(surroundings).outcomes(of: loaded.services)
      gathering.add(outcomes)
      report.exchanges = outcomes.reduce(0) { $0 + $1.exchanges.count }
    }
    report.evidence = gathering.evidence
    report.cutAnswers = gathering.cutAnswers
    report.coverage = gathering.lines(for: report.endpoints, suites: surroundings.suites)
    if isByFeature { report.features = loaded.services.flatMap { Report.FeatureLine.all(of: $0.contract) } }
    return try ReportDelivery(common, surroundings).deliver(report)
  }
}

extension Report.FeatureLine {
  /// Returns the features of a contract, with the endpoints and deep links that name them.
  fileprivate static func all(of contract: Contract) -> [Report.FeatureLine] {
    contract.features.map { feature in
      Report.FeatureLine(
        service: contract.service, id: feature.id, title: feature.title, group: feature.group,
        endpoints: contract.endpoints.filter { $0.features.contains(feature.id) }.map(\.id)
          + contract.links.filter { $0.features.contains(feature.id) }.map(\.id))
    }
  }
}
