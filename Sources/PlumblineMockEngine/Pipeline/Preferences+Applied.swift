import PlumblineContractModel
import PlumblineHTTPMessages

/// Response header fields that report whether a request's preferences were honored.
extension Preferences {
  private static let unhonoured = ["code", "example", "wait"]

  /// Returns a response with a header field that reports which preferences were honored.
  static func adding(_ applied: String?, to response: Response) -> Response {
    guard let applied else { return response }
    var response = response
    response.headers["Preference-Applied"] = applied
    return response
  }

  /// Returns a response that reports one more preference as honored.
  static func applying(_ text: String, to response: Response) -> Response {
    let others = response.headers["Preference-Applied"].map { $0 + ", " } ?? ""
    return adding(others + text, to: response)
  }

  /// Returns a decision's response with a header field that explains the decision.
  static func explaining(_ decision: Decision, _ response: Response) -> Response {
    var response = applying("explain", to: response)
    response.headers[Labels.why] = Labels.field(decision.words)
    return response
  }

  /// Adds a note to a decision that preferences can't affect, such as a validation error. The note lists all of the
  /// request's preferences except `explain` as ignored. Returns other decisions unchanged.
  func reportingIgnored(_ decision: Decision) -> Decision {
    switch decision.reason {
    case .noEndpoint, .methodMissing, .access, .invalid: break
    default: return decision
    }
    let names = Self.unhonoured.filter { self[$0] != nil }
    let isExplained = self["explain"] != nil
    if names.isEmpty, !isExplained { return decision }
    var response = decision.answer.response
    if isExplained { response = Self.explaining(decision, response) }
    if !names.isEmpty {
      response.headers[Labels.preferenceIgnored] =
        "\(Spelling.list(names)): a rejected request can't get a different response"
    }
    return Decision(OutgoingResponse(response, delivery: decision.answer.delivery), decision.reason)
  }
}
