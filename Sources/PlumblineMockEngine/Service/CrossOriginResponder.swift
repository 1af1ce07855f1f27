import PlumblineHTTPMessages

/// A decorator that allows pages of any origin to call the API (CORS, the Fetch standard).
///
/// Requests without an `Origin` are passed on unchanged. Preflight requests are handled here, and everything that they
/// ask for is allowed.
package struct CrossOriginResponder<Inner: Responder>: Responder {
  private let inner: Inner

  package init(_ inner: Inner) {
    self.inner = inner
  }

  package func respond(to request: Request, completion: Completion) -> Reply {
    guard let origin = request.headers["origin"] else { return inner.respond(to: request, completion: completion) }
    if let preflight = CrossOrigin.preflight(request, from: origin) { return .now(OutgoingResponse(preflight)) }
    let reply = inner.respond(
      to: request, completion: Completion { completion(CrossOrigin.allowing(origin, in: $0)) })
    if case .now(let answer) = reply { return .now(CrossOrigin.allowing(origin, in: answer)) }
    return reply
  }
}

extension CrossOriginResponder: PromptResponder where Inner: PromptResponder {
  package func answer(to request: Request) -> OutgoingResponse {
    guard let origin = request.headers["origin"] else { return inner.answer(to: request) }
    if let preflight = CrossOrigin.preflight(request, from: origin) { return OutgoingResponse(preflight) }
    return CrossOrigin.allowing(origin, in: inner.answer(to: request))
  }
}

/// A namespace for the CORS headers that allow access to pages of other origins.
enum CrossOrigin {
  private static let methods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"
  /// The header fields that a page may read without explicit permission.
  private static let readable: Set<String> = [
    "cache-control", "content-language", "content-length", "content-type", "expires", "last-modified", "pragma",
    "set-cookie", "vary", "access-control-allow-origin", "access-control-allow-credentials",
  ]

  /// Returns the response to a preflight request, or `nil` for any other request.
  static func preflight(_ request: Request, from origin: String) -> Response? {
    guard request.method == .options, let method = request.headers["access-control-request-method"] else { return nil }
    var response = Response(status: 204)
    allow(origin, in: &response)
    let isUsual = methods.split(separator: ",").contains { $0.drop { $0 == " " } == method }
    response.headers["Access-Control-Allow-Methods"] = isUsual ? methods : "\(methods), \(method)"
    if let fields = request.headers["access-control-request-headers"] {
      response.headers["Access-Control-Allow-Headers"] = fields
    }
    if request.headers["access-control-request-private-network"] == "true" {
      response.headers["Access-Control-Allow-Private-Network"] = "true"
    }
    response.headers["Access-Control-Max-Age"] = "600"
    return response
  }

  /// Returns a response that allows pages of an origin to read it, including all its header fields.
  static func allowing(_ origin: String, in answer: OutgoingResponse) -> OutgoingResponse {
    if case .failure = answer.content { return answer }
    var answer = answer
    var response = answer.response
    var names: [String] = []
    for (name, _) in response.headers where !readable.contains(name.lowercased()) && !names.contains(name) {
      names.append(name)
    }
    allow(origin, in: &response)
    if !names.isEmpty { response.headers["Access-Control-Expose-Headers"] = names.joined(separator: ", ") }
    answer.content = .response(response)
    return answer
  }

  private static func allow(_ origin: String, in response: inout Response) {
    response.headers["Access-Control-Allow-Origin"] = origin
    response.headers["Access-Control-Allow-Credentials"] = "true"
    response.headers["Vary"] = (response.headers["vary"].map { $0 + ", " } ?? "") + "Origin"
  }
}
