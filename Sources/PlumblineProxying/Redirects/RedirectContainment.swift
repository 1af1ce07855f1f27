import PlumblineHTTPMessages

/// A decorator that keeps clients from following a redirect past the proxy, with their credentials.
///
/// A location on the real server is translated to one behind the proxy. Any other `Location` is removed from the
/// response. Responders inside this decorator, such as an observer, see the original response.
package struct RedirectContainment: Responder {
  private let inner: any Responder
  private let upstream: BaseURL

  /// - Parameter upstream: The server that the inner responder calls.
  package init(_ inner: any Responder, upstream: BaseURL) {
    self.inner = inner
    self.upstream = upstream
  }

  package func respond(to request: Request, completion: Completion) -> Reply {
    let upstream = upstream
    let origin = Self.origin(of: request)
    let reply = inner.respond(
      to: request, completion: Completion { completion(Self.contain($0, upstream: upstream, origin: origin)) })
    guard case .now(let answer) = reply else { return .later }
    return .now(Self.contain(answer, upstream: upstream, origin: origin))
  }

  private static func contain(_ answer: OutgoingResponse, upstream: BaseURL, origin: String?) -> OutgoingResponse {
    if case .failure = answer.content { return answer }
    var response = answer.response
    guard let location = response.headers["location"] else { return answer }
    response.headers["location"] = origin.flatMap { LocalLocation.of(location, upstream: upstream, origin: $0) }
    return OutgoingResponse(response, delivery: answer.delivery)
  }

  /// Returns the address that the client used to reach the proxy, taken from its `Host`, or `nil` if that isn't this
  /// computer.
  static func origin(of request: Request) -> String? {
    guard let host = request.headers["host"], let authority = Authority(host.utf8),
      ["127.0.0.1", "localhost", "::1"].contains(authority.host)
    else { return nil }
    return "http://\(host)"
  }
}
