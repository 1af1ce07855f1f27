import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages

/// A check of whether a server's response means that a route doesn't exist, rather than only an item.
///
/// A 404 alone can mean either. It must therefore differ from everything that the endpoint documents, and a control
/// request (a GET of an impossible sibling path) must get the same response.
package struct RouteControl: Sendable {
  package enum Verdict: Sendable {
    /// The route may exist.
    case present
    /// The route doesn't exist, for the given reason.
    case absent(String)
    /// The verdict depends on the response to this control request.
    case undecided(Request)
  }

  private let contract: Contract
  private let inspector: Inspector

  package init(_ contract: Contract) {
    self.contract = contract
    inspector = Inspector(contract, options: .init(visibility: .withoutCredentials))
  }

  /// Returns the verdict on a response by itself.
  package func verdict(on exchange: Exchange) -> Verdict {
    guard let response = exchange.response, case .found(let endpoint) = contract.router.route(exchange.request) else {
      return .present
    }
    let rules = inspector.inspect(exchange).map(\.rule)
    if rules.contains(Rule.endpoint.methodMissing) {
      // A 405 lists the target's methods in Allow (RFC 9110 section 15.5.6).
      guard let allow = response.headers["allow"], !allow.isEmpty else { return .present }
      let methods = allow.split { $0 == "," || $0 == " " }.map { $0.uppercased() }
      return methods.contains(exchange.request.method.description)
        ? .present : .absent("the server supports only \(allow) on this path")
    }
    let isPage =
      exchange.request.method.isSafe && (200..<300).contains(response.status) && isPage(response, of: endpoint)
    guard rules.contains(Rule.endpoint.missing) || isPage, let control = control(for: exchange.request, of: endpoint)
    else { return .present }
    return .undecided(control)
  }

  /// Returns the verdict on a response after comparing it with the response to its control.
  package func verdict(on exchange: Exchange, beside control: Exchange) -> Verdict {
    guard let answer = exchange.response, let other = control.response, answer.status == other.status,
      Self.mediaType(of: answer) == Self.mediaType(of: other),
      words(of: answer, to: exchange.request).isAlike(words(of: other, to: control.request))
    else { return .present }
    return .absent(
      "the server responds with \(answer.status), as it does to GET \(control.request.path), which can't exist")
  }

  private func words(of response: Response, to request: Request) -> ResponseWords {
    // Ignore methods in the text as well.
    ResponseWords(
      String(decoding: response.body.bytes ?? [], as: UTF8.self)
        .replacing(request.method.description, with: "GET").utf8, of: request)
  }

  /// Returns a Boolean value that indicates whether a success is a web page although the contract documents data.
  private func isPage(_ response: Response, of endpoint: Endpoint) -> Bool {
    guard Self.mediaType(of: response) == "text/html" else { return false }
    return endpoint.answers.allSatisfy { if case .media = $0.content { false } else { true } }
  }

  private static func mediaType(of response: Response) -> String? {
    response.headers["content-type"].map { $0.prefix { $0 != ";" }.lowercased() }
  }

  /// Returns a GET of a sibling path for the same caller. The path's last fixed word is replaced with one that doesn't
  /// exist on any server.
  private func control(for request: Request, of endpoint: Endpoint) -> Request? {
    var segments = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
    let template = endpoint.request.template.segments
    guard segments.count == template.count,
      let place = template.lastIndex(where: { if case .literal = $0 { true } else { false } })
    else { return nil }
    segments[place] = NonsensePath.word + (NonsensePath.format(of: segments[place]) ?? "")
    return Self.bodyless(.get, "/" + segments.joined(separator: "/"), like: request)
  }

  /// Returns a request without a body to another target, with the header fields that identify the caller.
  static func bodyless(_ method: HTTPMethod, _ target: String, like request: Request) -> Request {
    var other = Request(method: method, target: target, headers: request.headers)
    for name in ["content-type", "content-length", "transfer-encoding", "content-encoding", "expect"] {
      other.headers.remove(name)
    }
    return other
  }
}
