import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineReporting
import PlumblineWorkspace

/// The command that merges the reports of partial runs into one.
struct MergeCommand: Command {
  static let name = "merge"
  static let summary = "Merges JSON reports of several runs or jobs into one report"
  static let choice: String? =
    "Use it after a run in several processes or jobs; --gate then applies to the whole."
  static let operands = "REPORT.json…"
  static let options: [OptionSpecification] = []
  static let examples = [
    "merge shards/*.json", "merge monday.json tuesday.json --report json=week.json --report html=week.html",
  ]
  static let common = CommonOptions.specifications(without: "--root")
  static let exits = exitsWithoutServer
  static let exitNote: String? =
    "The exit status is 3 if a part of the run reached no server, or if all exchanges are outages. If the services' contracts "
    + "are found, their current waivers apply; otherwise those in the reports do."

  private let common: CommonOptions
  private let files: [String]

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    files = arguments.files
    guard !files.isEmpty else {
      throw UsageError("merge needs JSON reports from check or verify, which --report json=PATH writes.")
    }
  }

  func run(in surroundings: Surroundings) async throws -> ExitCode {
    let delivery = ReportDelivery(common, surroundings)
    try delivery.check()
    return try delivery.deliver(try merged(today: surroundings.today))
  }

  private func merged(today: String) throws -> Report {
    var parts: [Report] = []
    for file in files {
      let part: Report
      do {
        part = try ReportReader.read(try FileSystem.read(file), path: file)
      } catch let problem as Problem {
        throw UsageError("\(problem)")
      }
      if let first = parts.first { try Self.check(part, file, fits: first, files[0]) }
      parts.append(part)
    }
    guard var report = Report.merged(parts) else { throw UsageError("There is no report to merge.") }
    try excuse(&report, today: today)
    if report.command == CheckCommand.name {
      let hasProblems = !report.problems.isEmpty
      report.concludeTraffic { CheckCommand.emptiness(outages: $0, hasProblems: hasProblems) }
    }
    return report
  }

  private static func check(_ part: Report, _ file: String, fits first: Report, _ other: String) throws(UsageError) {
    guard part.command == first.command else {
      throw UsageError(
        "\(file) is a \(part.command) report and \(other) a \(first.command) report: they can't be merged.")
    }
    guard part.target == first.target else {
      throw UsageError("\(file) covers \(part.target), but \(other) covers \(first.target): they can't be merged.")
    }
  }

  /// Applies the local waivers of the services whose contracts are present.
  private func excuse(_ report: inout Report, today: String) throws {
    let loaded: LoadedServices
    do {
      loaded = try LoadedServices([], common: common)
    } catch let error as WorkspaceError {
      if common.contracts != nil { throw error }
      return
    }
    // Invalid waivers suppress nothing and are reported the same way as by `check`.
    report.problems += loaded.problems.filter { $0.level == .error && !report.problems.contains($0) }
    let known = Set(report.services.map(\.name))
    let services = loaded.services.filter { known.contains($0.contract.service) }
    let names = Set(services.map(\.contract.service))
    report.drift.removeAll { names.contains($0.service) && $0.rule == .waiver.expired }
    for index in report.drift.indices where names.contains(report.drift[index].service) {
      report.drift[index].waived = nil
    }
    report.applyWaivers(of: services, today: today) { _, _ in false }
  }
}
