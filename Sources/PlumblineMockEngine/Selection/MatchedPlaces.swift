import PlumblineContractModel

/// The places of a request that a recording's `match` looks at: what the recorded request has there is but an example.
struct MatchedPlaces: Sendable {
  private(set) var path: Set<String> = []
  private(set) var query: Set<String> = []
  /// In lower case.
  private(set) var headers: Set<String> = []
  /// The body's top members.
  private(set) var body: Set<String> = []
  /// Whether it looks into the body at all.
  private(set) var looksIntoBody = false
  /// Whether it looks at the body as a whole.
  private(set) var isWholeBody = false

  /// `nil` for a condition that looks at nothing.
  init?(_ condition: Condition) {
    guard !condition.clauses.isEmpty else { return nil }
    for clause in condition.clauses {
      switch clause.address {
      case .path(let name): path.insert(name)
      case .query(let name): query.insert(name)
      case .header(let name): headers.insert(name.lowercased())
      case .body(let pointer):
        looksIntoBody = true
        if let first = pointer.tokens.first { body.insert(first) } else { isWholeBody = true }
      case .persona, .credential, .item: break
      }
    }
  }
}
