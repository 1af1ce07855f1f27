import PlumblineASCII
import PlumblineContractModel

/// The permissions and inputs for a run of the verifier.
package struct VerifierOptions: Sendable {
  /// A Boolean value that indicates whether calls that change data may run against a real server.
  package var allowsWrites: Bool
  /// A Boolean value that indicates whether writes without `state`, which can't be undone, may also be sent.
  package var allowsUnknownWrites = false
  /// The patterns of the endpoints or calls to run, or an empty list for all. `*` matches any text.
  package var only: [Wildcard]
  /// The values from `--var`, by name.
  package var variables: [String: String]
  /// The environment, which provides credentials for real servers.
  package var environment: [String: String]
  /// The time limit for a call.
  package var deadline: Duration
  /// The time limit for a real server's response, shorter than ``deadline`` so that a silent server is recognized as an
  /// outage rather than as a hanging client.
  package var upstreamDeadline: Duration { deadline * 3 / 4 }
  /// The number of calls that run at once, or `nil` for four against the mock and one against a real server. On a real
  /// server, calls that change data always run one by one.
  package var concurrency: Int?
  /// The day of the run as `YYYY-MM-DD`. If it is set, calls to endpoints past their sunset are marked.
  package var today: String?
  /// The interruption that ends the run early.
  package var interruption: Interruption?
  /// The player that runs the clients' code.
  package var player: any CallPlayer = LocalPlayer()
  /// The clock for waiting until a server shows a change or is less busy.
  package var clock = ProbeClock.system

  package init(
    allowsWrites: Bool = false, only: [Wildcard] = [], variables: [String: String] = [:],
    environment: [String: String] = [:], deadline: Duration = .seconds(20), concurrency: Int? = nil,
    today: String? = nil, interruption: Interruption? = nil
  ) {
    self.allowsWrites = allowsWrites
    self.only = only
    self.variables = variables
    self.environment = environment
    self.deadline = deadline
    self.concurrency = concurrency
    self.today = today
    self.interruption = interruption
  }

  /// Adds variables from the environment, such as `PLUMBLINE_VAR_TICKET_ID`, if `--var` doesn't set them.
  package mutating func addVariables(of suite: any CallSuite) {
    for variable in suite.variables where variables[variable.name] == nil {
      variables[variable.name] = Self.given(variable.name, in: environment)
    }
  }

  /// Returns a variable's value from the environment, or `nil` if it is missing or empty.
  package static func given(_ variable: String, in environment: [String: String]) -> String? {
    environment[environmentName(of: variable)].flatMap { $0.isEmpty ? nil : $0 }
  }

  static let environmentPrefix = "PLUMBLINE_VAR_"

  /// Returns the name of the environment variable for a variable, such as `PLUMBLINE_VAR_TICKET_ID`.
  static func environmentName(of variable: String) -> String { environmentPrefix + variable.uppercased() }

  /// Returns a deadline parsed from a number of seconds, such as `20` or `0.5`, up to an hour, or `nil` if the text is
  /// invalid.
  package static func deadline(seconds text: String) -> Duration? {
    guard text.utf8.allSatisfy({ $0.isDigit || $0 == 0x2E }), let seconds = Double(text),
      seconds >= 0.01, seconds <= 3600
    else { return nil }
    return .milliseconds(Int(seconds * 1000))
  }
}
