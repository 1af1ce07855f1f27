/// All rules, for `explain`, for waivers that refer to rules, and for reports that describe them.
package enum RuleCatalog {
  /// Every rule, in the order of the design.
  package static let all: [Rule] =
    Rule.endpoint.all + Rule.response.all + Rule.request.all + Rule.effect.all + Rule.list.all + Rule.access.all
    + Rule.session.all + Rule.transport.all + Rule.change.all + Rule.client.all + Rule.link.all + Rule.pact.all
    + Rule.waiver.all

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
      (Rule.list.all + Rule.access.all, .server),
      (Rule.effect.all + Rule.session.all, .writes),
      (Rule.change.all, .comparison),
      (Rule.pact.all, .pacts),
      (client.all, .clients),
      ([client.callFailed], .anyRun),
      ([client.stricterThanContract, client.ignoresField], .variants),
      ([client.missesPages, client.repeatsUnsafely, client.leaksCredential], .variants),
    ]
    let pairs = groups.flatMap { group in group.rules.map { ($0.id, group.finder) } }
    return Dictionary(pairs, uniquingKeysWith: { _, last in last })
  }()

  private static let byID = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
}
