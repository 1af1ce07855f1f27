import Reporting
import Workspace

/// Brings a report to where the user wants it: files, standard output, the exit status.
struct ReportDelivery {
  private let common: CommonOptions
  private let surroundings: Surroundings
  private let began: Int

  init(_ common: CommonOptions, _ surroundings: Surroundings, began: Int = 0) {
    self.common = common
    self.surroundings = surroundings
    self.began = began
  }

  /// Writes every form that was asked for and gives the exit status.
  func deliver(_ finished: Report) throws -> ExitCode {
    var report = finished
    report.exit = report.exitStatus(gate: common.gate)
    let console = surroundings.console
    let options = ReportOptions(
      version: Plumbline.version, gate: common.gate, began: began,
      console: ConsoleStyle(
        colour: console.hasColour, width: console.width, detail: common.isQuiet ? .quiet : .normal))
    for output in common.reports {
      guard let path = output.path else { continue }
      try AtomicFile.write(Array(output.format.render(report, options).utf8), to: path)
    }
    let standard = common.reports.first { $0.path == nil }
    if let standard {
      console.write(standard.format.render(report, options))
    } else if !common.isQuiet || report.exit != 0 {
      console.write(ReportFormat.console.render(report, options))
    }
    return ExitCode(rawValue: Int32(report.exit)) ?? .wrong
  }
}
