extension Drift {
  /// The difference that the finding is a symptom of, or `nil` if there is none.
  ///
  /// The difference depends only on the finding. The report decides whether enough other findings share the difference
  /// to report them as one (``common``).
  package var difference: Difference? {
    if [Rule.response.field.caseChanged, Rule.request.field.caseChanged].contains(rule) {
      return actual.map { caseDifference(NameCase($0)) }
    }
    if let level { return levelDifference(level) }
    if rule == Rule.client.callFailed { return promise.flatMap(PriorRequest.init(promise:)).map(priorDifference) }
    guard rule.isAbout(.envelope, of: .response), rule != Rule.response.envelope.errorCodeUndocumented else {
      return nil
    }
    return Difference("Responses aren't in the contract's envelope", key: ["envelope"])
  }

  private func caseDifference(_ style: NameCase) -> Difference {
    let messages = rule == Rule.response.field.caseChanged ? "answers" : "requests"
    return Difference(
      "Member names in \(messages == "answers" ? "responses" : messages) are in \(style.rawValue)",
      key: ["case", messages, style.rawValue])
  }

  /// The level in a finding about a field. The actual value of a missing field contains it, and so does the expected
  /// value of an undocumented field.
  private var level: PayloadLevel? {
    let rules = Rule.response.field
    if rule == rules.missing || rule == rules.typeChanged { return actual.flatMap { PayloadLevel($0) } }
    guard rule == rules.undocumented, let place = expected.flatMap({ PayloadLevel($0) }) else { return nil }
    return place.raised
  }

  private func levelDifference(_ level: PayloadLevel) -> Difference {
    let title =
      level.isDeeper
      ? "Payloads are one level deeper, in \(level.object)"
      : "The members of \(level.object) are one level up, outside it"
    return Difference(title, key: ["level", level.description])
  }

  private func priorDifference(_ prior: PriorRequest) -> Difference {
    Difference(
      "Calls fail after \(prior.name), which doesn't return what they need",
      key: ["prior", prior.name])
  }
}

extension Difference {
  /// Returns the cause as sixteen hexadecimal digits. A waiver may specify it.
  package func cause(in service: String) -> String {
    var hash = StableHash()
    hash.combine("difference")
    hash.combine(service)
    for part in key { hash.combine(part) }
    return hash.text
  }
}

/// The request that ended a call, if it isn't the call's main request. It was sent either before the main request or
/// after the main request succeeded. The promise of a failed call names it.
package struct PriorRequest: Sendable, Hashable {
  /// The ID of the request's endpoint, or its method and path.
  package let name: String

  package init(_ name: String) { self.name = name }

  init?(promise: String) {
    guard promise.hasPrefix(Self.prefix) else { return nil }
    name = String(promise.dropFirst(Self.prefix.count))
  }

  /// The promise that the findings of all such calls share.
  package var promise: String { Self.prefix + name }

  private static let prefix = "nothing sent after "
}

/// The case conventions for names.
private enum NameCase: String {
  case snake = "snake_case"
  case screaming = "SCREAMING_SNAKE_CASE"
  case kebab = "kebab-case"
  case lower = "lower case"
  case upper = "upper case"
  case pascal = "PascalCase"
  case camel = "camelCase"

  init(_ name: String) {
    if name.contains("_") {
      self = name == name.uppercased() ? .screaming : .snake
    } else if name.contains("-") {
      self = .kebab
    } else if name == name.lowercased() {
      self = .lower
    } else if name == name.uppercased() {
      self = .upper
    } else {
      self = name.first?.isUppercase == true ? .pascal : .camel
    }
  }
}
