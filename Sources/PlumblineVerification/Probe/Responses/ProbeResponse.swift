import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A request that the probe sent and its result, with the features that are used to compare responses: the status,
/// envelope, content type, words in the body, Allow, and Location.
struct ProbeResponse: Sendable {
  let sent: HarmlessRequest
  let exchange: Exchange
  /// The redirect of the first request, if it led to the same path with a different trailing slash or case.
  var detour: Detour?

  let meaning: ResponseMeaning
  /// The body, if it is JSON.
  let body: JSON?
  /// The error code in the envelope.
  let code: ErrorCode?
  /// A Boolean value that indicates whether the body is the contract's envelope.
  let isEnveloped: Bool
  /// A Boolean value that indicates whether the body lacks the envelope that the contract defines.
  let isForeign: Bool
  /// A Boolean value that indicates whether the response is an error that the endpoint documents, in its documented
  /// shape.
  let isPromised: Bool
  /// The methods that Allow lists.
  let allow: [String]?
  /// The methods that Access-Control-Allow-Methods lists, in response to a CORS preflight.
  let crossOrigin: [String]?
  private let words: ResponseWords
  /// The target of a redirect, without the words of the request's own path.
  private let place: ResponseWords?

  init(_ sent: HarmlessRequest, _ exchange: Exchange, contract: Contract) {
    self.sent = sent
    self.exchange = exchange
    let response = exchange.response
    let bytes = response?.body.bytes ?? []
    let body = bytes.isEmpty ? nil : try? JSON.parse(bytes)
    self.body = body
    let envelope = contract.envelope
    isEnveloped = envelope?.isAround(body) ?? false
    isForeign = envelope.map { !$0.isAround(body) } ?? false
    let inspector = Inspector(contract)
    isPromised =
      (response?.status ?? 0) >= 400
      && inspector.endpoint(of: exchange.request).map { inspector.showsPresence(of: $0, exchange) } ?? false
    let code = contract.errorCode(of: body, at: response?.status ?? 0, from: nil)
    self.code = code
    if let response {
      let byStatus = Self.meaning(of: response.status, code, in: contract)
      let message = envelope?.message.flatMap { body?.at($0)?.string }
      if byStatus == .outage, response.asksToWait {
        meaning = .limited
      } else {
        meaning =
          byStatus == .success && envelope?.says(body) == false
          ? ResponseMeaning(refusal: code, message: message, in: contract) : byStatus
      }
    } else if sent.promised != nil {
      meaning = ResponseMeaning(unfinished: exchange.failure)
    } else {
      meaning = .outage
    }
    allow = Self.methods(in: "allow", of: response)
    crossOrigin =
      sent.request.headers.contains("access-control-request-method")
      ? Self.methods(in: "access-control-allow-methods", of: response) : nil
    words = ResponseWords(bytes, of: exchange.request)
    place = response?.headers["location"].map { location in
      ResponseWords(Array(location.prefix { $0 != "?" && $0 != "#" }.utf8), of: exchange.request)
    }
  }

  /// Returns the methods that a header field lists, or `nil` if the field is missing.
  private static func methods(in field: String, of response: Response?) -> [String]? {
    let fields = response?.headers.values(field) ?? []
    return fields.isEmpty ? nil : fields.flatMap { $0.split { $0 == "," || $0 == " " } }.map { $0.uppercased() }
  }

  /// Returns the meaning of a status in this contract. If all of the contract's errors with this code share one
  /// occasion, the occasion determines the meaning.
  private static func meaning(of status: Int, _ code: ErrorCode?, in contract: Contract) -> ResponseMeaning {
    let fitting = contract.failures.filter { failure in
      failure.statuses.contains(status) && code.map(failure.codes.contains) ?? failure.codes.isEmpty
    }
    let occasions = Set(fitting.map(\.occasions))
    guard occasions.count == 1, let said = occasions.first ?? nil, let occasion = said.first else {
      return ResponseMeaning(status: status)
    }
    return ResponseMeaning(occasion)
  }

  var status: Int? { exchange.response?.status }
  var mediaType: String? { exchange.response?.mediaType }
  var location: String? { exchange.response?.headers["location"] }

  /// The reason why there is no response from the server itself. A response that is too large for the probe doesn't
  /// count as an outage.
  var outage: Outage? {
    guard let failure = exchange.failure else {
      return meaning == .outage ? status.map { Outage(.status($0)) } : nil
    }
    return failure.kind == .tooLarge || meaning != .outage ? nil : Outage(.transport(failure))
  }

  /// Returns a Boolean value that indicates whether two responses are equivalent, regardless of their paths.
  func isAlike(_ other: ProbeResponse) -> Bool {
    status == other.status && meaning == other.meaning && mediaType == other.mediaType && code == other.code
      && isEnveloped == other.isEnveloped && place == other.place && words.isAlike(other.words)
      && (meaning != .methodRefused || Set(allow ?? []) == Set(other.allow ?? []))
  }

  /// Returns a Boolean value that indicates whether the response may be the same "no such item" response as the one to
  /// a different method.
  func isLikeMissing(_ other: ProbeResponse) -> Bool {
    status == other.status && mediaType == other.mediaType && code == other.code && words.isAlike(other.words)
  }

  /// A Boolean value that indicates whether the response says that the caller isn't logged in.
  var asksForLogin: Bool { meaning == .login || leadsToLogin }

  /// A Boolean value that indicates whether the response is an HTML page, as web apps return for any path.
  var isPage: Bool { meaning == .success && mediaType == "text/html" && body == nil }

  /// A Boolean value that indicates whether the response redirects the caller to a login page.
  var leadsToLogin: Bool {
    guard meaning == .redirect, let path = location?.prefix(while: { $0 != "?" && $0 != "#" }).lowercased() else {
      return false
    }
    return ["login", "log-in", "log_in", "signin", "sign-in", "sign_in", "sso", "oauth", "auth"]
      .contains { path.contains($0) }
  }

  /// The request line, such as `PUT /api/v2/notes/7`, with the target of a redirect, and notes about parts that it
  /// doesn't show.
  var requestLine: String {
    "\(sent.request.method) \(detour.map { "\($0.path) → " } ?? "")\(sent.request.path)"
      + (sent.promised == nil ? "" : " (body unfinished)")
      + (sent.request.headers.contains("access-control-request-method") ? " (CORS preflight)" : "")
  }

  /// A summary such as `404 Not Found, application/json, NOT_FOUND, Allow: GET`, or the reason why there is no
  /// response.
  var summary: String {
    if meaning == .waiting { return "no response before the rest of the body" }
    guard let response = exchange.response else { return exchange.failure?.message ?? "no response" }
    var parts = ["\(response.status) \(HTTPStatus.reason(for: response.status))"]
    if let mediaType { parts.append(mediaType) }
    if exchange.fragment != nil { parts.append("a stream that wasn't read") }
    if let code { parts.append(String(code.description.prefix(60))) }
    if let allow { parts.append("Allow: " + allow.prefix(9).joined(separator: " ")) }
    if let crossOrigin {
      parts.append("Access-Control-Allow-Methods: " + crossOrigin.prefix(9).joined(separator: " "))
    }
    if let location { parts.append("to " + String(location.prefix { $0 != "?" && $0 != "#" }.prefix(120))) }
    return parts.joined(separator: ", ")
  }

  /// A redirect that was followed.
  struct Detour: Sendable {
    let path: String
    let status: Int

    /// A Boolean value that indicates whether the redirect is permanent (RFC 9110 sections 15.4.2 and 15.4.9).
    var isForGood: Bool { status == 301 || status == 308 }

    /// Returns a sentence for someone who calls an endpoint as documented.
    func sentence(to other: String, for method: HTTPMethod) -> String {
      let said = "The server redirects \(path) to \(other) (\(status) \(HTTPStatus.reason(for: status)))"
      // Only 307 and 308 keep the method (RFC 9110 sections 15.4.2 to 15.4.4).
      return !method.isSafe && ![307, 308].contains(status)
        ? "\(said): many clients follow with a GET instead of the \(method)." : "\(said)."
    }
  }
}
