/// Every rule there is, for `explain`, for waivers that name rules, and for reports that describe them.
package enum RuleCatalog {
  /// Every rule, in the order of the design.
  package static let all: [Rule] =
    Rule.endpoint.all + Rule.response.all + Rule.request.all + Rule.client.all + Rule.waiver.all

  /// The rule with an id such as `response.field.missing`; `nil` when there is none.
  package static func rule(_ id: String) -> Rule? { byID[id] }

  /// What each rule means, by its id.
  package static let explanations: [String: RuleExplanation] = [:]

  private static let byID = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
}
