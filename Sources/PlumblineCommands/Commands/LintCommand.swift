import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineRecordings
import PlumblineReporting
import PlumblineVerification
import PlumblineWorkspace

/// The command that checks contracts and recordings, and every recording against its contract.
struct LintCommand: Command {
  static let name = "lint"
  static let summary =
    "Validates contracts, OpenAPI documents and recordings; sends nothing; --fix renames outdated keys"
  static let choice: String? =
    "Use it after editing the files. To test a client or a server, use verify; to compare two versions of a "
    + "contract, diff."
  static let operands = "[SERVICE…]"
  static let options = [
    OptionSpecification(
      "--fix", nil, "Rename keys and contract files that have an outdated name. Nothing else is changed.")
  ]
  static let examples = ["lint", "lint truelog --report json=build/lint.json", "lint --fix"]
  static let exits = [
    "0 nothing at or above the gate, 1 a finding, or an error in a file that can still be used without the invalid part,",
    "2 a usage error, or a file that can't be used.",
  ]

  private let common: CommonOptions
  private let services: [String]
  private let isFixing: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    services = arguments.operands
    isFixing = arguments.has("--fix")
  }

  func run(in surroundings: Surroundings) async throws -> ExitCode {
    if isFixing { try renameKeys(surroundings.console) }
    let loaded = try LoadedServices(services, common: common, isLinting: true)
    if !isFixing { try reportOldKeys(surroundings.console) }
    var report = Report(command: Self.name, target: "files")
    report.problems = loaded.problems
    report.findsMistakes = !loaded.services.isEmpty && loaded.services.allSatisfy { $0.home.document != nil }
    for service in loaded.services {
      report.add(service.contract, links: true)
      report.exchanges += service.recordings.count
      if service.recordings.isEmpty {
        report.problems += RecordingLint.problems(
          withoutRecordingsOf: service.contract, refused: service.refusedRecordings)
      }
      report.problems += emptiness(of: service)
      report.problems += sensitivityProblems(of: service, surroundings)
      report.problems += releaseProblems(of: service)
      report.drift += service.recordingDrift(today: surroundings.today)
    }
    // Don't report unused waivers, because they may be meant for a server's drift, which `lint` doesn't see.
    report.applyWaivers(of: loaded.services, today: surroundings.today) { _, _ in false }
    return try ReportDelivery(common, surroundings).deliver(report)
  }

  /// Returns the files that have former names or contain keys with former names.
  private func outdatedFiles() throws(WorkspaceError) -> [OutdatedFile] {
    let workspace = try common.workspace(for: services)
    return try workspace.homes(named: services).flatMap { workspace.outdatedFiles(of: $0) }
  }

  /// Renames outdated keys and files, and lists the changes.
  private func renameKeys(_ console: Console) throws {
    for file in try outdatedFiles() {
      try file.rewrite()
      if common.isQuiet { continue }
      if let name = file.newName { console.complain("plumbline: renamed \(file.path) to \(name)") }
      for key in file.keys { console.complain("plumbline: \(file.path): renamed \"\(key.old)\" to \"\(key.new)\"") }
    }
  }

  /// Lists each outdated name in the files once. Files with outdated names remain valid, so these aren't problems.
  private func reportOldKeys(_ console: Console) throws {
    if common.isQuiet { return }
    let outdated = try outdatedFiles()
    for key in RenamedKey.all {
      let files = outdated.filter { $0.keys.contains(key) }
      guard let first = files.first else { continue }
      let others = files.count > 1 ? " and \(String.count(files.count - 1, "other file"))" : ""
      console.complain(
        "plumbline: \(first.path)\(others): \"\(key.old)\" is now called \"\(key.new)\"; lint --fix renames it")
    }
    for file in outdated {
      guard let name = file.newName else { continue }
      console.complain("plumbline: \(file.path) is now called \(name); lint --fix renames it")
    }
  }

  /// Returns a warning if a document has no operations, because nothing of the service was checked.
  private func emptiness(of service: LoadedServices.Service) -> [Problem] {
    guard service.home.document != nil, service.contract.endpoints.isEmpty else { return [] }
    let message = "No operation of this document can be served, so there is nothing to verify or compare."
    return [Problem(service.contract.location, message, level: .warning)]
  }

  /// Returns the problems of the field usage maps of released versions. These maps are never stale, because a release
  /// doesn't change.
  private func releaseProblems(of service: LoadedServices.Service) -> [Problem] {
    service.releases.compactMap { file in
      do throws(Problem) {
        _ = try ReleasedMap(file.bytes, version: file.name, path: file.path, of: service.contract.service)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Returns the stale parts of a service's field usage map.
  private func sensitivityProblems(of service: LoadedServices.Service, _ surroundings: Surroundings) -> [Problem] {
    guard let file = service.sensitivity else { return [] }
    let suite = surroundings.suites.first { $0.service == service.contract.service }
    return SensitivityFile(
      path: file.path, contract: service.contract, recordings: service.recordings, calls: suite?.calls ?? []
    ).problems(in: file.bytes)
  }
}
