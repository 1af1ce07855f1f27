import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineReporting

/// A check of the server's use of HTTP, regardless of its endpoints, in the run's responses and with HEAD and OPTIONS
/// requests to some lists.
///
/// A framework treats all endpoints alike, so each finding is reported once per run, at the first endpoint that shows
/// it. If nothing is wrong, there is no report line.
struct TransportCheck: Sendable {
  static let name = "speaks HTTP"
  /// The maximum number of lists to call with each method.
  private static let mostLists = 3

  /// A fault in a response.
  private struct Fault {
    let pointer: JSONPointer
    let expected: String
    let actual: String
    let message: String
  }

  let context: CheckContext

  private var contract: Contract { context.contract }

  func outcomes() async -> [CallOutcome] {
    let seen = [
      found(.transport.bodyOfNoContent, bodyOfNoContent), found(.transport.contentTypeRepeated, contentTypes),
      found(.transport.contentTypeMissing, missingContentType), found(.transport.redirectLosesRequest, lossyRedirect),
    ]
    let head = await asked(.head, .transport.headFails)
    let options = await asked(.options, .transport.optionsFails)
    let drift = (seen + [head, options]).compactMap { $0 }
    return contract.endpoints.compactMap { endpoint in
      context.outcome(
        of: endpoint, Self.name, drift.filter { $0.endpoint == endpoint.id }.map { Verdict.drifts($0) })
    }
  }

  // MARK: - Responses of the run

  /// Returns the drift for the first response of the run with a fault. It includes the number of other responses with
  /// the same fault.
  private func found(_ rule: Rule, _ judge: (Endpoint, Request, Response) -> Fault?) -> Drift? {
    var first: (endpoint: Endpoint, exchange: Exchange, fault: Fault)?
    var count = 0
    for endpoint in contract.endpoints where context.asks(endpoint.id, Self.name) {
      for exchange in context.samples.requests(to: endpoint) {
        guard let response = exchange.response, let fault = judge(endpoint, exchange.request, response) else {
          continue
        }
        if first == nil { first = (endpoint, exchange, fault) }
        count += 1
      }
    }
    guard let (endpoint, exchange, fault) = first else { return nil }
    let others = count > 1 ? " \(String.count(count - 1, "other response")) in this run had the same problem." : ""
    return context.drift(
      rule, at: endpoint, status: exchange.response?.status, pointer: fault.pointer, expected: fault.expected,
      actual: fault.actual, detail: nil, by: exchange, fault.message + others)
  }

  private func bodyOfNoContent(_ endpoint: Endpoint, _ request: Request, _ response: Response) -> Fault? {
    guard response.status == 204 else { return nil }
    let promised = response.headers["content-length"].flatMap { Int($0) } ?? 0
    let length = max(promised, response.body.bytes?.count ?? 0)
    guard length > 0 else { return nil }
    return Fault(
      pointer: "/response/headers/content-length", expected: "no body", actual: "\(length) bytes",
      message: "\(context.words(request)) returned 204 with a body of \(length) bytes, but a 204 can't have a body.")
  }

  private func contentTypes(_ endpoint: Endpoint, _ request: Request, _ response: Response) -> Fault? {
    let types = response.headers.values("content-type").flatMap(Self.types)
    guard types.count > 1 else { return nil }
    let shown = types.joined(separator: " and ")
    return Fault(
      pointer: "/response/headers/content-type", expected: "one media type", actual: shown,
      message: "\(context.words(request)) returned a body with more than one media type: \(shown).")
  }

  private func missingContentType(_ endpoint: Endpoint, _ request: Request, _ response: Response) -> Fault? {
    let length = response.body.bytes?.count ?? 0
    guard (200..<300).contains(response.status), response.status != 204, request.method != .head, length > 0,
      !response.headers.contains("content-type")
    else { return nil }
    return Fault(
      pointer: "/response/headers/content-type", expected: "a media type", actual: "none",
      message:
        "\(context.words(request)) returned \(response.status) with a body of \(length) bytes and no Content-Type.")
  }

  /// Returns the media types in a header field. There is only one, unless a comma joins several.
  private static func types(in field: String) -> [String] {
    // A comma within quotes is part of a parameter.
    guard !field.contains("\"") else { return [field] }
    let parts = field.split(separator: ",").map { $0.drop { $0 == " " } }
    return parts.dropFirst().allSatisfy { $0.contains("/") } ? parts.map { String($0) } : [field]
  }

  private func lossyRedirect(_ endpoint: Endpoint, _ request: Request, _ response: Response) -> Fault? {
    guard request.method == .post, [301, 302].contains(response.status),
      let place = Redirection(response, from: endpoint)?.place, Self.isOtherSpelling(place, of: request.path),
      isLetIn(request)
    else { return nil }
    return Fault(
      pointer: "/response/status", expected: "307 or 308, or no redirect", actual: "\(response.status)",
      message:
        "\(context.words(request)) was redirected with \(response.status) to \(place), but a client that follows "
        + "the redirect sends a GET without the body.")
  }

  /// Returns a Boolean value that indicates whether a redirect only adds or removes a trailing slash. Any other
  /// redirect may lead to a new item or to a login.
  private static func isOtherSpelling(_ place: String, of path: String) -> Bool {
    let bare = path.hasSuffix("/") ? String(path.dropLast()) : path
    guard !bare.isEmpty, place.hasSuffix("/") != path.hasSuffix("/") else { return false }
    return place.hasSuffix(bare) || place.hasSuffix(bare + "/")
  }

  /// Returns a Boolean value that indicates whether one of the run's requests succeeded for a request's caller. Other
  /// callers may lack access.
  private func isLetIn(_ request: Request) -> Bool {
    let credentials = WireReading(request, in: contract)?.credentials ?? [:]
    return credentials.isEmpty
      || contract.endpoints.contains { endpoint in
        context.samples.all(of: endpoint).contains { $0.credentials == credentials }
      }
  }

  // MARK: - Requests

  /// Calls some lists with a method that every list should support.
  private func asked(_ method: HTTPMethod, _ rule: Rule) async -> Drift? {
    let lists = contract.endpoints.filter { endpoint in
      endpoint.request.method == .get && endpoint.isSafe && endpoint.states.contains { $0.action == .list }
        && context.isAsked(endpoint, Self.name)
    }
    let samples = lists.compactMap { context.samples.all(of: $0).first }
    var absent: Drift?
    var isKnown = false
    for sample in samples.prefix(Self.mostLists) {
      guard let get = context.request(sample) else { continue }
      let request = Request(method: method, target: get.target, headers: get.headers)
      switch await context.settled({ await answered(request, get, rule, sample.endpoint) }) {
      case .drifts(let drift):
        guard Self.saysAbsent(drift.status) else { return drift }
        absent = absent ?? drift
      case .fits: isKnown = true
      case .undecided: break
      }
    }
    guard var drift = absent, !isKnown else { return absent }
    // A server that doesn't implement the method at all may also respond like this.
    drift.severity = .notice
    drift.message += " Every list that was checked behaves this way: the server may not support \(method)."
    return drift
  }

  private func answered(_ request: Request, _ get: Request, _ rule: Rule, _ endpoint: Endpoint) async -> Verdict {
    guard let exchange = await context.askWrong(request) else { return .undecided("the server can't be reached") }
    guard Self.isFailure(exchange) else {
      let isDone = exchange.response.map { (200..<300).contains($0.status) } ?? false
      return isDone ? .fits : .undecided("\(context.words(request)) is rejected")
    }
    guard let response = await context.ask(get)?.response, (200..<300).contains(response.status) else {
      return .undecided("\(context.words(get)) fails as well")
    }
    let status = exchange.response?.status
    let answer =
      switch status {
      case nil: "gets no response"
      case .some(405): "returns 405 although Allow lists \(request.method)"
      case .some(let status): "returns \(status)"
      }
    return .drifts(
      context.drift(
        rule, at: endpoint, status: status, pointer: "/response/status",
        expected: "the same response as to GET, or 405", actual: status.map { "\($0)" } ?? "no response", detail: nil,
        by: exchange,
        "\(context.words(request)) \(answer), but \(context.words(get)) returns \(response.status)."))
  }

  /// Returns a Boolean value that indicates whether a server neither handles a method nor reports it as unsupported.
  ///
  /// A gateway's response, or a refusal of the caller, isn't a failure.
  private static func isFailure(_ exchange: Exchange) -> Bool {
    guard let response = exchange.response else { return true }
    let method = exchange.request.method
    switch response.status {
    case 404, 410: return method == .head
    case 405: return response.headers.lists(method.rawValue, in: "allow")
    case 500, 505...599: return !Outage.isTold(by: response.status)
    default: return false
    }
  }

  private static func saysAbsent(_ status: Int?) -> Bool { status == 404 || status == 410 }
}
