import PlumblineJSONTree

/// The question of whether all strings that match some patterns also satisfy another rule.
struct TextQuestion: Hashable {
  enum Wanted {
    case pattern(Pattern)
    case atLeast(Int)
    case atMost(Int)

    var key: String {
      switch self {
      case .pattern(let pattern): "matches \(pattern.text)"
      case .atLeast(let count): ">= \(count)"
      case .atMost(let count): "<= \(count)"
      }
    }
  }

  let patterns: [String]
  let maxLength: Int
  let wanted: String
}

extension InclusionProof {
  /// Returns a Boolean value that indicates whether every string that fits the known facts satisfies a rule. Automata
  /// prove this if the patterns are regular and small.
  func texts(of known: KnownFacts, satisfy wanted: TextQuestion.Wanted) -> Bool {
    let given = known.patterns + known.formats.filter(\.isItsPattern).compactMap(\.pattern)
    if case .pattern(let pattern) = wanted, given.contains(where: { $0.text == pattern.text }) { return true }
    guard !given.isEmpty else { return false }
    let question = TextQuestion(
      patterns: given.map(\.text).sorted(), maxLength: known.maxLength, wanted: wanted.key)
    if let answer = texts[question] { return answer }
    guard spend(200) else { return false }
    let answer = unwanted(wanted).map { !hasText(matching: given, avoiding: [$0], upTo: known.maxLength) } ?? false
    texts[question] = answer
    return answer
  }

  /// Returns a Boolean value that indicates whether two patterns have no matching name in common.
  func areApart(_ one: Pattern, _ other: Pattern) -> Bool {
    guard spend(200) else { return false }
    return !hasText(matching: [one, other], avoiding: [], upTo: .max)
  }

  /// Returns a pattern that matches all strings that a rule accepts.
  private func unwanted(_ wanted: TextQuestion.Wanted) -> Pattern? {
    switch wanted {
    case .pattern(let pattern): pattern
    case .atLeast(let count): count <= 200 ? try? Pattern("^[\\s\\S]{\(count),}$") : nil
    case .atMost(let count): count <= 200 ? try? Pattern("^[\\s\\S]{0,\(count)}$") : nil
    }
  }

  /// Returns a Boolean value that indicates whether there may be a string with at most the given number of characters
  /// that matches all patterns in one list and none in the other.
  private func hasText(matching patterns: [Pattern], avoiding others: [Pattern], upTo length: Int) -> Bool {
    for clauses in PatternClauses.ways(matching: patterns, avoiding: others) {
      guard clauses.isExact, let writer = PatternWriter(clauses), writer.isComplete else { return true }
      if let shortest = writer.shortest, shortest <= length { return true }
    }
    return false
  }
}

extension KnownFacts {
  /// The lowest possible number, rounded to a whole number if only those are possible.
  var lowest: SchemaFact.Bound? {
    guard let lower else { return nil }
    guard isInteger, let next = Self.whole(lower, isLower: true) else { return lower }
    return .init(number: next, isExclusive: false)
  }

  /// The highest possible number, rounded to a whole number if only those are possible.
  var highest: SchemaFact.Bound? {
    guard let upper else { return nil }
    guard isInteger, let next = Self.whole(upper, isLower: false) else { return upper }
    return .init(number: next, isExclusive: false)
  }

  /// Returns the nearest whole number within a bound, or `nil` if it has too many digits.
  private static func whole(_ bound: SchemaFact.Bound, isLower: Bool) -> JSONNumber? {
    guard let value = ExactDecimal(bound.number), let (count, isExact) = value.divided(by: .init(units: 1, scale: 0))
    else { return nil }
    var whole = count
    if isLower, !isExact || bound.isExclusive { whole += 1 }
    if !isLower, isExact, bound.isExclusive { whole -= 1 }
    return JSONNumber(literal: String(whole))
  }
}
