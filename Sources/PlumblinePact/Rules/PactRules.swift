/// The matching rules of a request or a response, by the part that they apply to.
package struct PactRules: Sendable, Hashable {
  package enum Category: String, Sendable, Hashable, CaseIterable {
    case path
    case query
    case header
    case status
    case body
  }

  package private(set) var rules: [Category: [PactRule]] = [:]

  package init() {}

  init(body: [PactRule]) { rules[.body] = body }

  /// Returns the rules, with additional ones for the body.
  func adding(_ others: [PactRule]) -> PactRules {
    var rules = self
    for rule in others { rules.add(rule, to: .body) }
    return rules
  }

  mutating func add(_ rule: PactRule, to category: Category) { rules[category, default: []].append(rule) }

  package func all(_ category: Category) -> [PactRule] { rules[category] ?? [] }

  var count: Int { rules.values.reduce(0) { $0 + $1.count } }

  /// Returns the nearest rule for a location, and a Boolean value that indicates whether the rule belongs to an
  /// enclosing location.
  func best(_ category: Category, _ place: PactPath) -> (rule: PactRule, isCascaded: Bool)? {
    var best: PactRule?
    var most = 0
    for rule in all(category) {
      let weight = rule.path.weight(at: place)
      if weight > most { (best, most) = (rule, weight) }
    }
    return best.map { ($0, $0.path.tokens.count != place.tokens.count) }
  }

  /// Returns a Boolean value that indicates whether a rule applies to all members of an object.
  func hasWildcard(below place: PactPath) -> Bool {
    all(.body).contains { rule in
      rule.path.tokens.count == place.tokens.count + 1 && rule.path.tokens.last == .anyMember
        && PactPath(Array(rule.path.tokens.dropLast())).weight(at: place) > 0
    }
  }
}
