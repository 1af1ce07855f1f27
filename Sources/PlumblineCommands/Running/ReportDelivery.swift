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

  /// Writes every form that was asked for, the console's if none goes to standard output, and gives the exit status.
  func deliver(_ finished: Report) throws -> ExitCode {
    var report = finished
    report.exit = report.exitStatus(gate: common.gate)
    try write(report)
    let isSilent = common.isQuiet && report.exit == 0
    if !isSilent, !common.reports.contains(where: { $0.path == nil }) {
      surroundings.console.write(ReportFormat.console.render(report, terminalOptions))
    }
    return ExitCode(rawValue: Int32(report.exit)) ?? .wrong
  }

  /// Writes the forms that were asked for, and no other. A file never has colours, wherever standard output goes.
  func write(_ report: Report) throws {
    for output in common.reports {
      if let path = output.path {
        try AtomicFile.write(
          Array(output.format.render(report, options(for: ConsoleStyle(detail: detail))).utf8), to: path)
      } else {
        surroundings.console.write(output.format.render(report, terminalOptions))
      }
    }
  }

  private var detail: ConsoleStyle.Detail { common.isQuiet ? .quiet : .normal }

  private var terminalOptions: ReportOptions {
    let console = surroundings.console
    return options(for: ConsoleStyle(colour: console.hasColour, width: console.width, detail: detail))
  }

  private func options(for style: ConsoleStyle) -> ReportOptions {
    ReportOptions(version: Plumbline.version, gate: common.gate, began: began, console: style)
  }
}
