/// What a run of the probe is given.
package struct ProbeOptions: Sendable {
  /// Only endpoints that fit one of these patterns; all when empty.
  package var only: [Pattern]
  /// Values of path parameters, by their names.
  package var variables: [String: String]
  /// Whether requests may be sent that a lenient server may act upon, where the contract doesn't forbid it.
  package var allowsWrites: Bool
  /// The environment that credentials come from.
  package var environment: [String: String]
  /// How long one answer may take.
  package var deadline: Duration
  /// The longest that a server may ask the probe to wait at once; for more, the verdict is inconclusive.
  package var longestPause: Duration
  /// How long the probe waits in all because a server asks it to.
  package var patience: Duration

  package init(
    only: [Pattern] = [], variables: [String: String] = [:], allowsWrites: Bool = false,
    environment: [String: String] = [:],
    deadline: Duration = .seconds(15), longestPause: Duration = .seconds(60), patience: Duration = .seconds(300)
  ) {
    self.only = only
    self.variables = variables
    self.allowsWrites = allowsWrites
    self.environment = environment
    self.deadline = deadline
    self.longestPause = longestPause
    self.patience = patience
  }
}
