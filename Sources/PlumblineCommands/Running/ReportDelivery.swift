import PlumblineReporting
import PlumblineWorkspace

/// Brings a report to where the user wants it: standard output, files, the exit status.
struct ReportDelivery {
  private let common: CommonOptions
  private let surroundings: Surroundings

  init(_ common: CommonOptions, _ surroundings: Surroundings) {
    self.common = common
    self.surroundings = surroundings
  }

  /// Finds out whether the files that were asked for can be written, before anything is done that they are to tell of.
  func check() throws(UsageError) {
    for path in common.reports.compactMap(\.path) {
      do throws(FileError) { try AtomicFile.check(path) } catch { throw UsageError("--report: \(error)") }
    }
  }

  /// Writes every form that was asked for, the console's if none goes to standard output, and gives the exit status.
  ///
  /// Standard output comes first: what a run has found isn't lost because a file can't be written. Such a file is
  /// complained of, and makes the status 2.
  func deliver(_ finished: Report, showingConsole: Bool = true) throws -> ExitCode {
    var report = finished
    if report.failure == nil { report.exit = report.exitStatus(gate: common.gate) }
    let isSilent = common.isQuiet && report.exit == 0
    if let standard = common.reports.first(where: { $0.path == nil }) {
      surroundings.console.write(standard.format.render(report, terminalOptions))
    } else if showingConsole, !isSilent {
      surroundings.console.write(ReportFormat.console.render(report, terminalOptions))
    }
    if let failure = report.failure, showingConsole { surroundings.console.complain("plumbline: \(failure)") }
    let isWritten = writeFiles(report)
    return isWritten ? ExitCode(rawValue: Int32(report.exit)) ?? .wrong : .wrong
  }

  /// Writes the forms that go into files. A file never has colours, wherever standard output goes.
  private func writeFiles(_ report: Report) -> Bool {
    var isWritten = true
    for output in common.reports {
      guard let path = output.path else { continue }
      let text = output.format.render(report, options(for: ConsoleStyle(detail: detail)))
      do throws(FileError) {
        try AtomicFile.write(text, to: path)
      } catch {
        surroundings.console.complain("plumbline: The report wasn't written. \(error)")
        isWritten = false
      }
    }
    return isWritten
  }

  private var detail: ConsoleStyle.Detail { common.isQuiet ? .quiet : .normal }

  private var terminalOptions: ReportOptions {
    let console = surroundings.console
    return options(for: ConsoleStyle(colour: console.hasColour, width: console.width, detail: detail))
  }

  private func options(for style: ConsoleStyle) -> ReportOptions {
    ReportOptions(version: Plumbline.version, gate: common.gate, began: surroundings.began, console: style)
  }
}
