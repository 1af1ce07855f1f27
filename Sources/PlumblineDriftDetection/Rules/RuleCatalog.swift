/// All rules, for `explain`, for waivers that refer to rules, and for reports that describe them.
package enum RuleCatalog {
  /// All rules in the order of the article Rules.md, in which a third-level heading is the ID of a rule and the line
  /// below the heading is the rule's severity.
  package static let all: [Rule] = {
    let lines = PackageResources.explanations_md.split(separator: UInt8(ascii: "\n"))
    return zip(lines, lines.dropFirst()).compactMap { heading, severity in
      guard heading.starts(with: "### ".utf8), severity.starts(with: "Severity: ".utf8) else { return nil }
      let word = String(decoding: severity.dropFirst("Severity: ".utf8.count), as: UTF8.self)
      return Severity(rawValue: word).map { Rule(String(decoding: heading.dropFirst(4), as: UTF8.self), $0) }
    }
  }()

  /// Returns the rules whose IDs begin with the name of an area, such as `list` or `response.field`.
  package static func rules(of area: String) -> [Rule] { all.filter { $0.id.hasPrefix(area + ".") } }

  /// Returns the rule with an ID such as `response.field.missing`, or `nil` if there is none.
  package static func rule(_ id: String) -> Rule? { byID[id] }

  /// The explanations by the rules' IDs.
  package static let explanations = RuleExplanation.all(in: PackageResources.explanations_md)

  /// The kind of run that finds each rule's drift, by the rule's ID. Any run finds the drift of rules without an entry.
  /// If a rule has two entries, the later one wins.
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
