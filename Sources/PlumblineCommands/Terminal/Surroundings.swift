import PlumblineTime
import PlumblineVerification

/// The external inputs of a command, besides its arguments: a process's own, or a test's.
package struct Surroundings: Sendable {
  /// The call suites of this executable.
  let suites: [any CallSuite]
  let console: Console
  let environment: [String: String]
  /// The absolute path of the folder that relative paths start from; `nil` for the process's own.
  let folder: String?
  let signals: StopSignals
  /// The name of the executable in messages and help: `plumbline`, or that of another package's tool.
  let tool: String
  /// The start time of the command, in seconds since 1970.
  let began: Int
  let clients: ClientPlace

  package init(
    suites: [any CallSuite], console: Console, environment: [String: String], folder: String? = nil,
    signals: StopSignals, tool: String = "plumbline", began: Int, clients: ClientPlace = .thisProcess
  ) {
    self.suites = suites
    self.console = console
    self.environment = environment
    self.folder = folder
    self.signals = signals
    self.tool = tool
    self.began = began
    self.clients = clients
  }
}

extension Surroundings {
  /// The day on which the command began, as `YYYY-MM-DD` (UTC).
  var today: String { WallClock.day(of: began * 1000) }
}
