import PlumblineJSONTree

/// A comparison of JSON by the rules of a pact. An expected value must be present, and must match the nearest rule for
/// its location or, without a rule, be equal.
///
/// Additional members of a response don't concern the consumer, but a request must have only the expected members.
struct JSONComparison {
  /// The maximum depth of values. Deeper values aren't compared.
  private static let deepest = 128

  private let rules: PactRules
  private let values: ValueComparison
  /// A Boolean value that indicates whether unexpected members are allowed.
  private let allowsMore: Bool
  private(set) var mismatches: [PactMismatch] = []
  /// The number of rule evaluations left, for all locations together.
  private var steps = 20_000_000

  init(_ rules: PactRules, _ values: ValueComparison, allowsMore: Bool) {
    self.rules = rules
    self.values = values
    self.allowsMore = allowsMore
  }

  mutating func compare(_ expected: JSON, _ actual: JSON, at place: PactPath = PactPath()) {
    guard steps > 0 else { return }
    steps -= rules.all(.body).count + 1
    guard steps > 0, place.tokens.count < Self.deepest else {
      return note(
        place,
        .undecided(
          steps > 0
            ? "it is nested too deeply to be compared"
            : "it and what follows weren't compared: there are too many rules and values"))
    }
    let found = rules.best(.body, place)
    switch (expected.kind, actual.kind) {
    case (.object, .object): objects(expected, actual, place, found)
    case (.array, .array): arrays(expected, actual, place, found)
    default:
      guard let found else { return note(place, ValueComparison.equality(expected, actual)) }
      note(place, values.verdict(found.rule, isCascaded: found.isCascaded, expected, actual))
    }
  }

  private mutating func note(_ place: PactPath, _ verdict: PactVerdict) {
    if let mismatch = verdict.mismatch(at: "body \(place)") { mismatches.append(mismatch) }
  }

  private mutating func objects(
    _ expected: JSON, _ actual: JSON, _ place: PactPath, _ found: (rule: PactRule, isCascaded: Bool)?
  ) {
    if let found, !found.isCascaded {
      note(place, values.verdict(found.rule.ofContainers, isCascaded: false, expected, actual))
      if eachMember(expected, actual, place, found.rule) { return }
    }
    let hasWildcard = rules.hasWildcard(below: place)
    for (name, value) in expected.uniquingKeys.members {
      let inner = place.appending(.member(name))
      if let own = actual[name] { compare(value, own, at: inner) } else { note(inner, .differs("is missing")) }
    }
    guard !allowsMore, !hasWildcard || expected.count == 0 else { return }
    for (name, _) in actual.uniquingKeys.members where expected[name] == nil {
      note(place.appending(.member(name)), .differs("isn't expected"))
    }
  }

  /// Compares members regardless of their keys, if a rule requires that.
  private mutating func eachMember(_ expected: JSON, _ actual: JSON, _ place: PactPath, _ rule: PactRule) -> Bool {
    let members = rule.matchers.filter(\.isOfMembers)
    guard !members.isEmpty else { return false }
    var inner = self
    for matcher in members {
      switch matcher {
      case .eachKey(let matchers):
        for (name, _) in actual.members {
          let key = JSON(expected.members.first?.key ?? name)
          let verdict = values.verdict(PactRule(place, matchers), isCascaded: false, key, JSON(name), isText: true)
          note(place.appending(.member(name)), verdict)
        }
      case .eachValue(let matchers):
        inner = JSONComparison(
          rules.adding(PactRule(place.appending(.anyMember), matchers)), values, allowsMore: allowsMore)
      default: break
      }
    }
    inner.steps = steps
    inner.mismatches = []
    for (name, value) in actual.uniquingKeys.members {
      guard let example = expected[name] ?? expected.members.first?.value else { break }
      inner.compare(example, value, at: place.appending(.member(name)))
    }
    steps = inner.steps
    mismatches += inner.mismatches
    return true
  }

  private mutating func arrays(
    _ expected: JSON, _ actual: JSON, _ place: PactPath, _ found: (rule: PactRule, isCascaded: Bool)?
  ) {
    guard let found, !found.rule.matchers.contains(.equality), !found.rule.matchers.isEmpty else {
      if expected.count != actual.count {
        note(place, .differs("has \(actual.count) elements, but \(expected.count) are expected"))
      }
      for (index, (value, own)) in zip(expected.elements, actual.elements).enumerated() {
        compare(value, own, at: place.appending(.index(index)))
      }
      return
    }
    if !found.isCascaded {
      note(place, values.verdict(found.rule.ofContainers, isCascaded: false, expected, actual))
      if contains(expected, actual, place, found.rule) { return }
    }
    guard let first = expected[0] else { return }
    var examples = expected.elements.makeIterator()
    for (index, own) in actual.elements.enumerated() {
      compare(examples.next() ?? first, own, at: place.appending(.index(index)))
    }
  }

  /// Looks for variants among the elements, if a rule requires that.
  private mutating func contains(_ expected: JSON, _ actual: JSON, _ place: PactPath, _ rule: PactRule) -> Bool {
    let lists = rule.matchers.compactMap { if case .arrayContains(let variants) = $0 { variants } else { nil } }
    guard !lists.isEmpty else { return false }
    for variant in lists.joined() {
      guard let example = expected[variant.index] else {
        note(place, .undecided("the variant \(variant.index) has no example"))
        continue
      }
      var isFound = false
      var isUndecided = false
      for own in actual.elements where !isFound {
        var inner = JSONComparison(PactRules(body: variant.rules), values, allowsMore: allowsMore)
        inner.steps = steps
        inner.compare(example, own)
        steps = inner.steps
        isFound = inner.mismatches.isEmpty
        isUndecided = isUndecided || inner.mismatches.contains(where: \.isUndecided)
      }
      guard !isFound else { continue }
      let reason = "no element matches the variant \(variant.index)"
      note(place, isUndecided ? .undecided("\(reason), as far as it is known") : .differs(reason))
    }
    return true
  }
}

extension PactMatcher {
  /// A Boolean value that indicates whether the rule concerns members regardless of their keys.
  fileprivate var isOfMembers: Bool {
    switch self {
    case .values, .eachKey, .eachValue: true
    default: false
    }
  }
}

extension PactRule {
  /// The part of the rule that concerns an object or a list as a whole. Equality is compared part by part.
  fileprivate var ofContainers: PactRule {
    let own = matchers.filter { $0 != .equality }
    return PactRule(path, own.isEmpty ? [.type(least: nil, most: nil)] : own, suffices: suffices)
  }
}

extension PactRules {
  fileprivate func adding(_ rule: PactRule) -> PactRules {
    var rules = self
    rules.add(rule, to: .body)
    return rules
  }
}
