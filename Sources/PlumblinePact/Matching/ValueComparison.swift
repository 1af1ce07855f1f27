import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// Compares single values by matchers, with a cache of compiled patterns.
final class ValueComparison {
  /// The number of matching steps left, for all patterns of a message together.
  private var steps = 50_000_000
  private var patterns: [String: Result<Pattern, PatternFault>] = [:]
  /// Boolean values that indicate whether a pattern matches only a part of its example. The key is the pattern and the
  /// example.
  private var parts: [[String]: Bool] = [:]

  /// Compares a value by a rule's matchers.
  ///
  /// - Parameters:
  ///   - isCascaded: A Boolean value that indicates whether the rule belongs to an enclosing place.
  ///   - isText: A Boolean value that indicates whether the values are strings from a header, a query, a path or
  ///     markup, which may represent numbers.
  func verdict(
    _ rule: PactRule, isCascaded: Bool, _ expected: JSON, _ actual: JSON, isText: Bool = false
  ) -> PactVerdict {
    Self.combined(rule) { verdict($0, isCascaded: isCascaded, expected, actual, isText: isText) }
  }

  /// Returns the verdict of a rule. It combines the verdicts of all matchers, or is the verdict of one matcher that
  /// suffices.
  static func combined(_ rule: PactRule, _ verdict: (PactMatcher) -> PactVerdict) -> PactVerdict {
    var worst: PactVerdict?
    for matcher in rule.matchers.isEmpty ? [.equality] : rule.matchers {
      let verdict = verdict(matcher)
      switch (verdict, rule.suffices) {
      case (.fits, true): return .fits
      case (.fits, false): break
      // If one match suffices, a different matcher may still match. If all must match, this one decides.
      case (.differs, true): worst = worst ?? verdict
      case (.differs, false): return verdict
      case (.undecided, _): worst = verdict
      }
    }
    return worst ?? .fits
  }

  private func verdict(
    _ matcher: PactMatcher, isCascaded: Bool, _ expected: JSON, _ actual: JSON, isText: Bool
  ) -> PactVerdict {
    switch matcher {
    case .equality: return Self.equality(expected, actual)
    case .type(let least, let most):
      guard actual.kind == expected.kind else { return Self.otherKind(expected, actual) }
      return isCascaded ? .fits : Self.count(actual, least, most)
    case .regex(let regex): return pattern(regex, actual, wholly: !isFound(regex, in: expected))
    case .include(let part):
      guard let text = Self.text(of: actual) else { return .differs("is \(Self.name(actual)), not a string") }
      return text.contains(part) ? .fits : .differs("doesn't include \(JSON(part).text)")
    case .integer, .decimal, .number: return Self.number(matcher, actual, isText)
    case .boolean:
      let isOne = actual.kind == .bool || isText && ["true", "false"].contains(actual.string)
      return isOne ? .fits : .differs("is \(Self.name(actual)), not a boolean")
    case .null: return actual.isNull ? .fits : .differs("is \(Self.name(actual)), not null")
    case .moment(let moment, let form): return self.moment(moment, form, actual)
    case .notEmpty: return Self.notEmpty(expected, actual, isText)
    case .semver: return pattern(Self.semver, actual, wholly: true, saying: "isn't a version such as 1.2.3")
    case .contentType(let type):
      if isCascaded { return Self.equality(expected, actual) }
      guard let text = actual.string else { return .differs("is \(Self.name(actual)), not a string with content") }
      return ContentSignature.verdict(of: Array(text.utf8), as: type)
    case .statusClass, .statuses: return .undecided("is compared by a matcher of statuses")
    case .values, .eachKey, .eachValue:
      let isContainer = actual.kind == .object || actual.kind == .array
      return isContainer || isCascaded ? .fits : .differs("is \(Self.name(actual)) and has no members")
    case .arrayContains:
      return actual.kind == .array || isCascaded ? .fits : .differs("is \(Self.name(actual)), not a list")
    case .unknown(let name): return .undecided("the matcher \"\(name)\" isn't known here")
    }
  }

  static func equality(_ expected: JSON, _ actual: JSON) -> PactVerdict {
    if expected == actual { return .fits }
    guard expected.kind == actual.kind else { return otherKind(expected, actual) }
    return .differs("is a different \(noun(actual)) than \(shown(expected))")
  }

  static func otherKind(_ expected: JSON, _ actual: JSON) -> PactVerdict {
    .differs("is \(name(actual)), but \(name(expected)) is expected")
  }

  /// Compares the number of a list's elements. Other values have no number.
  private static func count(_ actual: JSON, _ least: Int?, _ most: Int?) -> PactVerdict {
    guard actual.kind == .array else { return .fits }
    let count = actual.count
    if let least, count < least { return .differs("has \(elements(count)), but at least \(least) are expected") }
    if let most, count > most { return .differs("has \(elements(count)), but at most \(most) are expected") }
    return .fits
  }

  private static func elements(_ count: Int) -> String { count == 1 ? "1 element" : "\(count) elements" }

  private static func number(_ matcher: PactMatcher, _ actual: JSON, _ isText: Bool) -> PactVerdict {
    let literal = actual.kind == .number ? actual.text : isText ? actual.string.flatMap(JSONNumber.init)?.literal : nil
    guard let literal else { return .differs("is \(name(actual)), but a number is expected") }
    let hasPlaces = literal.contains { ".eE".contains($0) }
    switch matcher {
    case .integer: return hasPlaces ? .differs("is a number with decimal places, but an integer is expected") : .fits
    case .decimal: return hasPlaces ? .fits : .differs("is an integer, but a number with decimal places is expected")
    default: return .fits
    }
  }

  private static func notEmpty(_ expected: JSON, _ actual: JSON, _ isText: Bool) -> PactVerdict {
    let isEmpty =
      switch actual.kind {
      case .string: actual.string?.isEmpty == true
      case .array, .object: actual.count == 0
      default: false
      }
    if isEmpty { return .differs("is empty") }
    if actual.isNull { return .differs("is null, but a value is expected") }
    return isText || actual.kind == expected.kind ? .fits : otherKind(expected, actual)
  }

  private static let semver =
    "(?:0|[1-9][0-9]*)\\.(?:0|[1-9][0-9]*)\\.(?:0|[1-9][0-9]*)(?:-[0-9A-Za-z.-]+)?(?:\\+[0-9A-Za-z.-]+)?"
}

extension ValueComparison {
  private func moment(_ moment: PactMatcher.Moment, _ form: String?, _ actual: JSON) -> PactVerdict {
    let form = form ?? MomentForm.usual(moment)
    guard let pattern = MomentForm.pattern(of: form) else {
      return .undecided("the form \"\(form)\" of a \(moment) has letters that aren't known here")
    }
    return self.pattern(pattern, actual, wholly: true, saying: "isn't a \(moment) of the form \"\(form)\"")
  }

  /// Returns a Boolean value that indicates whether a pattern matches only a part of its own example. Some of Pact's
  /// libraries search for a pattern anywhere in a string, and others compare the whole string.
  private func isFound(_ regex: String, in example: JSON) -> Bool {
    guard let text = Self.text(of: example) else { return false }
    if let known = parts[[regex, text]] { return known }
    let bytes = Array(text.utf8)
    var isPart = false
    if case .success(let whole) = compiled(regex, wholly: true),
      case .success(let part) = compiled(regex, wholly: false)
    {
      isPart = whole.matches(bytes, within: &steps) == false && part.matches(bytes, within: &steps) == true
    }
    parts[[regex, text]] = isPart
    return isPart
  }

  /// Matches a string, or a part of it, against a pattern.
  private func pattern(_ regex: String, _ actual: JSON, wholly: Bool, saying: String? = nil) -> PactVerdict {
    guard let text = Self.text(of: actual) else {
      return .differs(
        "is \(Self.name(actual)), not a string that a pattern can match")
    }
    let pattern: Pattern
    switch compiled(regex, wholly: wholly) {
    case .success(let made): pattern = made
    case .failure(let fault):
      return .undecided("the pattern \(JSON(regex).text) isn't read: \(fault)")
    }
    guard let fits = pattern.matches(Array(text.utf8), within: &steps) else {
      return .undecided("the pattern \(JSON(regex).text) takes too many steps")
    }
    return fits ? .fits : .differs(saying ?? "doesn't match the pattern \(JSON(regex).text)")
  }

  private func compiled(_ regex: String, wholly: Bool) -> Result<Pattern, PatternFault> {
    let text = wholly ? "^(?:\(regex))$" : regex
    if let known = patterns[text] { return known }
    let result: Result<Pattern, PatternFault>
    do throws(PatternFault) {
      result = .success(try Pattern(text))
    } catch {
      result = .failure(error)
    }
    patterns[text] = result
    return result
  }

  /// Returns the text of a value for matching with patterns.
  private static func text(of value: JSON) -> String? {
    switch value.kind {
    case .string: value.string
    case .number, .bool: value.text
    default: nil
    }
  }

  /// Returns the name of a value's kind, with its indefinite article.
  static func name(_ value: JSON) -> String {
    switch value.kind {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }

  private static func noun(_ value: JSON) -> String {
    let name = name(value)
    return name.firstIndex(of: " ").map { String(name[name.index(after: $0)...]) } ?? "value"
  }

  /// Returns an expected value, truncated if it is long.
  private static func shown(_ value: JSON) -> String {
    let text = value.text
    return text.count > 60 ? "\(text.prefix(60))…" : text
  }
}
