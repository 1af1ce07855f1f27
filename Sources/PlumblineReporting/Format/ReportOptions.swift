/// What a report can't know by itself.
package struct ReportOptions: Sendable {
  /// The program's version, as the JSON and JUnit reports name it.
  package var version: String
  /// From which severity on drift fails the run.
  package var gate: Gate
  /// When the run began, in seconds since 1970 (UTC): JUnit asks for it.
  package var began: Int
  /// How the console report looks.
  package var console: ConsoleStyle

  package init(version: String, gate: Gate = .warning, began: Int = 0, console: ConsoleStyle = ConsoleStyle()) {
    self.version = version
    self.gate = gate
    self.began = began
    self.console = console
  }
}
