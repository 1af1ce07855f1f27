import PlumblineHTTPMessages

/// Requests on their way to somebody else than the mock: without what only this server understands.
struct ForwardedRequests: Responder {
  let upstream: any Responder

  func respond(to request: Request, completion: Completion) -> Reply {
    var request = request
    request.headers.remove(SessionDirectory.header)
    return upstream.respond(to: request, completion: completion)
  }
}
