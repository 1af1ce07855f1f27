import PlumblineHTTPMessages

/// A responder that answers every request with 200 and the request's own body and content type, for testing a client or
/// a load generator.
package struct EchoResponder: Responder {
  package init() {}

  package func respond(to request: Request, completion: Completion) -> Reply {
    var headers = HeaderFields()
    if let type = request.headers.bytes("content-type") { headers.append(name: "Content-Type".utf8, value: type) }
    return .now(OutgoingResponse(Response(status: 200, headers: headers, body: request.body)))
  }
}
