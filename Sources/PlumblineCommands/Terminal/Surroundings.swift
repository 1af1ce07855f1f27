import PlumblineTime
import PlumblineVerification

/// The inputs of a command other than its arguments. They come from the process or from a test.
package struct Surroundings: Sendable {
  /// The call suites of this executable.
  let suites: [any CallSuite]
  let console: Console
  let environment: [String: String]
  /// The absolute path of the folder that relative paths start from, or `nil` for the process's working folder.
  let folder: String?
  let signals: StopSignals
  /// The name of the executable in messages and help: `plumbline`, or the name of a package's own tool.
  let tool: String
  /// The time the command started, in seconds since 1970.
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
  /// The day on which the command started, as `YYYY-MM-DD` (UTC).
  var today: String { WallClock.day(of: began * 1000) }
}
