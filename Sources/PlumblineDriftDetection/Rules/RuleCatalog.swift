/// All rules, for `explain`, for waivers that refer to rules, and for reports that describe them.
package enum RuleCatalog {
  /// Every rule, in the order of the article Rules.md: its headings of the third level, each with the severity below it.
  package static let all: [Rule] = {
    let lines = PackageResources.explanations_md.split(separator: UInt8(ascii: "\n"))
    return zip(lines, lines.dropFirst()).compactMap { heading, severity in
      guard heading.starts(with: "### ".utf8), severity.starts(with: "Severity: ".utf8) else { return nil }
      let word = String(decoding: severity.dropFirst("Severity: ".utf8.count), as: UTF8.self)
      return Severity(rawValue: word).map { Rule(String(decoding: heading.dropFirst(4), as: UTF8.self), $0) }
    }
  }()

  /// Returns the rules of an area such as `list` or `response.field`: those whose ids begin with it.
  package static func rules(of area: String) -> [Rule] { all.filter { $0.id.hasPrefix(area + ".") } }

  /// Returns the rule with an id such as `response.field.missing`; `nil` if there is none.
  package static func rule(_ id: String) -> Rule? { byID[id] }

  /// The explanation of each rule, by its id.
  package static let explanations = RuleExplanation.all(in: PackageResources.explanations_md)

  /// The kind of run that finds each rule, by its id; rules without an entry are found by any run. Of two entries for a
  /// rule, the later one wins.
  static let finders: [String: Rule.Finder] = {
    let (endpoint, client) = (Rule.endpoint, Rule.client)
    let groups: [(rules: [Rule], finder: Rule.Finder)] = [
      ([endpoint.missing, endpoint.methodMissing, endpoint.moved, endpoint.unavailable], .server),
      (rules(of: "list") + rules(of: "access"), .server),
      (rules(of: "effect") + rules(of: "session"), .writes),
      (rules(of: "change"), .comparison),
      (rules(of: "pact"), .pacts),
      (rules(of: "client"), .clients),
      ([client.callFailed], .anyRun),
      ([client.stricterThanContract, client.ignoresField], .variants),
      ([client.missesPages, client.repeatsUnsafely, client.leaksCredential], .variants),
    ]
    let pairs = groups.flatMap { group in group.rules.map { ($0.id, group.finder) } }
    return Dictionary(pairs, uniquingKeysWith: { _, last in last })
  }()

  private static let byID = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
}
