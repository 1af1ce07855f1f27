import PlumblineHTTPMessages

/// Answers every request with 200, its own body and its own content type, for trying a client or a load tool.
package struct EchoResponder: Responder {
  package init() {}

  package func respond(to request: Request, completion: Completion) -> Reply {
    var headers = HeaderFields()
    if let type = request.headers.bytes("content-type") { headers.append(name: "Content-Type".utf8, value: type) }
    return .now(Answer(Response(status: 200, headers: headers, body: request.body)))
  }
}
