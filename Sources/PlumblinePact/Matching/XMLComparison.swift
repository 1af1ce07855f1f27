import PlumblineJSONTree

/// A comparison of XML by the rules of a pact. An element's location consists of the names of its enclosing elements.
/// Its attributes are `@name`, and its text is `#text`.
struct XMLComparison {
  private let rules: PactRules
  private let values: ValueComparison
  /// A Boolean value that indicates whether unexpected attributes and elements are allowed.
  private let allowsMore: Bool
  private(set) var mismatches: [PactMismatch] = []
  /// The number of rule evaluations left, for all locations together.
  private var steps = 20_000_000

  init(_ rules: PactRules, _ values: ValueComparison, allowsMore: Bool) {
    self.rules = rules.withoutAnyIndex
    self.values = values
    self.allowsMore = allowsMore
  }

  mutating func compare(_ expected: XMLElement, _ actual: XMLElement, at outer: PactPath = PactPath()) {
    guard steps > 0 else { return }
    steps -= (rules.all(.body).count + 1) * (expected.attributes.count + 2)
    let place = outer.appending(.member(expected.name.local))
    guard steps > 0 else {
      return note(place, .undecided("it and what follows weren't compared: there are too many rules and elements"))
    }
    guard expected.name == actual.name else {
      return note(place, .differs("is a different element, or has a different namespace"))
    }
    attributes(expected, actual, place)
    children(expected, actual, place)
    text(expected, actual, place.appending(.member("#text")))
  }

  private mutating func note(_ place: PactPath, _ verdict: PactVerdict) {
    if let mismatch = verdict.mismatch(at: "body \(place)") { mismatches.append(mismatch) }
  }

  private mutating func compare(_ expected: String, _ actual: String, at place: PactPath) {
    let (expected, actual) = (JSON(expected), JSON(actual))
    guard let found = rules.best(.body, place) else {
      return note(place, ValueComparison.equality(expected, actual))
    }
    note(place, values.verdict(found.rule, isCascaded: found.isCascaded, expected, actual, isText: true))
  }

  private mutating func attributes(_ expected: XMLElement, _ actual: XMLElement, _ place: PactPath) {
    for (name, value) in expected.attributes {
      let inner = place.appending(.member("@\(name.local)"))
      if let own = actual[name] {
        compare(value, own, at: inner)
      } else {
        note(inner, .differs("is missing"))
      }
    }
    guard !allowsMore else { return }
    for (name, _) in actual.attributes where expected[name] == nil {
      note(place.appending(.member("@\(name.local)")), .differs("isn't expected"))
    }
  }

  private mutating func children(_ expected: XMLElement, _ actual: XMLElement, _ place: PactPath) {
    let found = rules.best(.body, place)
    let isTyped = found?.rule.matchers.contains(where: \.isOfType) ?? false
    if let found, !found.isCascaded, isTyped {
      let (example, own) = (expected.children, actual.children)
      note(
        place,
        values.verdict(
          found.rule, isCascaded: false, JSON.array(example.map { _ in JSON.null }),
          JSON.array(own.map { _ in JSON.null })))
    }
    var names: [XMLElement.Name] = []
    var known: Set<XMLElement.Name> = []
    for child in expected.children where known.insert(child.name).inserted { names.append(child.name) }
    let examples = Dictionary(grouping: expected.children, by: \.name)
    let all = Dictionary(grouping: actual.children, by: \.name)
    for name in names {
      let (wanted, own) = (examples[name] ?? [], all[name] ?? [])
      let inner = place.appending(.member(name.local))
      if isTyped {
        if own.isEmpty { note(inner, .differs("is missing")) }
        for (index, child) in own.enumerated() {
          compare(index < wanted.count ? wanted[index] : wanted[0], child, at: place)
        }
        continue
      }
      let isMore = own.count > wanted.count && !allowsMore
      if own.count < wanted.count || isMore {
        note(inner, .differs("occurs \(own.count) times, but \(wanted.count) are expected"))
      }
      for (example, child) in zip(wanted, own) { compare(example, child, at: place) }
    }
    guard !allowsMore || isTyped && !names.isEmpty else { return }
    for child in actual.children where !known.contains(child.name) {
      note(place.appending(.member(child.name.local)), .differs("isn't expected"))
    }
  }

  private mutating func text(_ expected: XMLElement, _ actual: XMLElement, _ place: PactPath) {
    if expected.text.isEmpty, actual.text.isEmpty { return }
    if rules.best(.body, place) != nil {
      if !expected.text.isEmpty || expected.children.isEmpty { compare(expected.text, actual.text, at: place) }
    } else if !expected.text.isEmpty || expected.children.isEmpty && actual.children.isEmpty {
      compare(expected.text, actual.text, at: place)
    }
  }
}

extension PactRules {
  /// The body's rules without `[*]`, which doesn't occur in XML locations.
  fileprivate var withoutAnyIndex: PactRules {
    PactRules(
      body: all(.body).map { rule in
        PactRule(
          PactPath(rule.path.tokens.filter { $0 != .anyIndex }), rule.matchers, suffices: rule.suffices)
      })
  }
}
