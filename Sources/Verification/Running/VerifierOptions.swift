/// What a run of the verifier may do, and what it is given.
package struct VerifierOptions: Sendable {
  /// Whether calls that change something may run against a real server.
  package var allowsWrites: Bool
  /// Only endpoints or calls that fit one of these patterns; all when empty. `*` stands for any text.
  package var only: [Pattern]
  /// Values from `--var`.
  package var variables: [String: String]
  /// The environment that a real server's credentials come from.
  package var environment: [String: String]
  /// How long one call may take.
  package var deadline: Duration
  /// How many calls run at once against the mock. Against a real server it is always one.
  package var concurrency: Int

  package init(
    allowsWrites: Bool = false, only: [Pattern] = [], variables: [String: String] = [:],
    environment: [String: String] = [:], deadline: Duration = .seconds(20), concurrency: Int = 4
  ) {
    self.allowsWrites = allowsWrites
    self.only = only
    self.variables = variables
    self.environment = environment
    self.deadline = deadline
    self.concurrency = concurrency
  }
}
