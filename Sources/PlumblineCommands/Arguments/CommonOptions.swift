import PlumblineReporting
import PlumblineWorkspace

/// The options that every command accepts.
struct CommonOptions: Sendable {
  static let specifications = [
    OptionSpecification(
      "--report", "FORMAT[=PATH]",
      "Write a report in this format (\(ReportFormat.allCases.map(\.rawValue).joined(separator: ", "))) to a file, or to "
        + "standard output instead of the console report. Repeatable."),
    OptionSpecification(
      "--gate", "SEVERITY",
      "Fail if a finding has this severity or a higher one: breaking, warning (the default), notice, none."),
    OptionSpecification(
      "--source-url", "URL",
      "The URL of the files in a browser, for links in an HTML report: https://github.com/acme/api/blob/main, or any "
        + "URL with {file} and {line}."),
    OptionSpecification(
      "--contracts", "DIR",
      "The contracts folder. Default: Contracts, in this folder or the nearest parent that has one."),
    OptionSpecification("--recordings", "DIR", "The recordings folder. Default: Recordings, beside the contracts."),
    OptionSpecification(
      "--root", "DIR",
      "The folder that the $refs of an OpenAPI document may read. Default: the document's own folder."),
    OptionSpecification(
      "--strict", nil,
      "Reject an OpenAPI document that has any error. By default only the smallest invalid part is skipped and "
        + "reported."
    ),
    OptionSpecification(
      "--color", "WHEN", "When to use colors: always, never, or auto (the default), which uses them only on a terminal."
    ),
    OptionSpecification("--quiet", nil, "Print errors only."),
    OptionSpecification("--help", nil, "Show this help."),
  ]

  /// The common options of a command that writes no report.
  static let withoutReport = specifications(without: "--report", "--gate", "--source-url")

  /// Returns the common options except for the named ones.
  static func specifications(without names: String...) -> [OptionSpecification] {
    specifications.filter { !names.contains($0.name) }
  }

  /// The common options of a command that reads no contract and only prints.
  static let ofPrinting = specifications.filter { ["--color", "--quiet", "--help"].contains($0.name) }

  let reports: [ReportOutput]
  let gate: Gate
  let source: SourceLinks?
  let contracts: String?
  let recordings: String?
  let root: String?
  let isStrict: Bool
  let isQuiet: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    var reports: [ReportOutput] = []
    for text in arguments.all("--report") {
      do throws(ReportOutput.Unreadable) {
        reports.append(try ReportOutput(parsing: text))
      } catch {
        throw UsageError("--report: \(error)")
      }
    }
    guard reports.count(where: { $0.path == nil }) <= 1 else {
      throw UsageError("Only one report can go to standard output; name a file for the others: --report json=PATH.")
    }
    for (number, report) in reports.enumerated() {
      guard let path = report.path, reports[..<number].contains(where: { $0.isAt(path) }) else { continue }
      throw UsageError("Two reports can't be written to the same file, \(path): the second would overwrite the first.")
    }
    self.reports = reports
    let gate = arguments.value("--gate") ?? "warning"
    guard let known = Gate(rawValue: gate) else {
      throw UsageError("--gate takes breaking, warning, notice or none, not \"\(gate)\".")
    }
    guard known != .clients || arguments.has("--clients") else {
      throw UsageError("--gate clients requires diff --clients, which runs the clients.")
    }
    self.gate = known
    source = try Self.source(arguments)
    if source != nil, !reports.contains(where: { $0.format == .html }) {
      throw UsageError("--source-url applies to HTML reports only: add --report html=PATH.")
    }
    contracts = arguments.value("--contracts")
    recordings = arguments.value("--recordings")
    root = arguments.value("--root")
    isStrict = arguments.has("--strict")
    isQuiet = arguments.has("--quiet")
  }

  private static func source(_ arguments: Arguments) throws(UsageError) -> SourceLinks? {
    guard let text = arguments.value("--source-url") else { return nil }
    do throws(SourceLinks.Unreadable) {
      return try SourceLinks(parsing: text)
    } catch {
      throw UsageError("--source-url: \(error)")
    }
  }

  /// A Boolean value that indicates whether standard output is reserved for a report.
  var reportsOnOutput: Bool { reports.contains { $0.path == nil } }

  /// Returns the workspace for the named services, or for all services if none is named.
  ///
  /// - Parameter fillsRecordings: A Boolean value that indicates whether the recordings folder may be missing, because
  ///   the command fills it.
  func workspace(for names: [String], fillsRecordings: Bool = false) throws(WorkspaceError) -> Workspace {
    var workspace = try Workspace.find(
      for: names, contracts: contracts, recordings: recordings, root: root, fillsRecordings: fillsRecordings)
    workspace.isStrict = isStrict
    return workspace
  }
}

extension ReportOutput {
  /// Returns a Boolean value that indicates whether the report is written to the file at a path, however the path is
  /// spelled.
  fileprivate func isAt(_ other: String) -> Bool {
    guard let path else { return false }
    return Path.absolute(path, in: WorkingFolder.path) == Path.absolute(other, in: WorkingFolder.path)
  }
}
