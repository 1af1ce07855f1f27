import PlumblineContractModel
import PlumblineHTTPMessages

/// Refusals, which no preference changes.
extension Deciding {
  private static let known = ["code", "example", "wait", "explain"]

  /// A refusal that tells the request that what it prefers wasn't looked at; any other decision as it is.
  func unheard(_ decision: Decision, _ request: Request) -> Decision {
    switch decision.reason {
    case .noEndpoint, .methodMissing, .access, .invalid: break
    default: return decision
    }
    let preferences = Preferences(request.headers.values("prefer"))
    let names = Self.known.filter { preferences[$0] != nil }
    if names.isEmpty { return decision }
    var response = decision.answer.response
    response.headers[Labels.preferenceIgnored] =
      "\(Spelling.list(names)): a request that is refused for what it is gets no other answer"
    return Decision(Answer(response, delivery: decision.answer.delivery), decision.reason)
  }
}
