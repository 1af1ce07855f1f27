/// What a command tells the shell.
enum ExitCode: Int32, Sendable {
  /// Nothing at or above the gate.
  case clean = 0
  /// Drift at or above the gate, or a call that failed.
  case drift = 1
  /// Wrong usage, or a wrong file.
  case wrong = 2
  /// The server can't be reached.
  case unreachable = 3
  /// Somebody ended the run with Ctrl-C (SIGINT); the report has what was found until then.
  case interrupted = 130
  /// Something ended the run with SIGTERM; the report has what was found until then.
  case terminated = 143
  /// The terminal was closed (SIGHUP); the report has what was found until then.
  case hungUp = 129
}
