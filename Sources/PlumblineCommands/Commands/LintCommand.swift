import DriftDetection
import Recordings
import Reporting
import Workspace

/// Checks contracts and recordings, and every recording against its contract.
struct LintCommand: Command {
  static let name = "lint"
  static let summary = "Checks contracts and recordings, and every recording against its contract"
  static let operands = "[SERVICE…]"
  static let options: [OptionSpecification] = []
  static let examples = ["lint", "lint truelog --report json=build/lint.json"]

  private let common: CommonOptions
  private let services: [String]

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    services = arguments.operands
  }

  func run(in surroundings: Surroundings) async throws -> ExitCode {
    let loaded = try LoadedServices(services, common: common)
    var report = Report(command: Self.name, target: "files")
    report.problems = loaded.problems
    for service in loaded.services {
      report.add(service.contract, links: true)
      report.exchanges += service.recordings.count
      report.drift += service.recordingDrift(today: surroundings.today)
    }
    // What a waiver excuses may be a server's, and lint sees none.
    report.applyWaivers(of: loaded.services, today: surroundings.today) { _, _ in false }
    return try ReportDelivery(common, surroundings).deliver(report)
  }
}
