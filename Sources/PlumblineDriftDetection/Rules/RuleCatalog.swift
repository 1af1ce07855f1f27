/// All rules, for `explain`, for waivers that refer to rules, and for reports that describe them.
package enum RuleCatalog {
  /// Every rule, in the order of the design.
  package static let all: [Rule] =
    Rule.endpoint.all + Rule.response.all + Rule.request.all + Rule.effect.all + Rule.list.all + Rule.access.all
    + Rule.session.all + Rule.transport.all + Rule.change.all + Rule.client.all + Rule.link.all + Rule.pact.all
    + Rule.waiver.all

  /// Returns the rule with an id such as `response.field.missing`; `nil` if there is none.
  package static func rule(_ id: String) -> Rule? { byID[id] }

  /// The explanation of each rule, by its id.
  package static let explanations: [String: RuleExplanation] = {
    let (response, request) = (Rule.response, Rule.request)
    let groups = [
      Rule.endpoint.explanations, response.status.explanations, response.envelope.explanations,
      response.header.explanations(of: .response), response.mediaType.explanations(of: .response),
      response.body.explanations(of: .response), response.bodyExplanations,
      response.field.explanations(of: .response),
      request.path.explanations, request.query.explanations, request.header.explanations(of: .request),
      request.cookie.explanations, request.mediaType.explanations(of: .request),
      request.body.explanations(of: .request),
      request.field.explanations(of: .request), Rule.effect.explanations, Rule.list.explanations,
      Rule.access.explanations, Rule.session.explanations, Rule.transport.explanations, Rule.change.explanations,
      Rule.client.explanations, Rule.link.explanations, Rule.pact.explanations,
      Rule.waiver.explanations,
    ]
    return Dictionary(groups.joined().map { ($0.key.id, $0.value) }, uniquingKeysWith: { first, _ in first })
  }()

  /// The kind of run that finds each rule, by its id; rules without an entry are found by any run. Of two entries for a
  /// rule, the later one wins.
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

/// One of an exchange's messages, as explanations call it.
enum ExplainedMessage: String, CustomStringConvertible {
  case request = "the request"
  case response = "the response"

  var description: String { rawValue }

  /// Its name at the beginning of a sentence.
  var atStart: String { self == .request ? "The request" : "The response" }
}
