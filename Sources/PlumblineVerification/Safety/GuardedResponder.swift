import PlumblineHTTPMessages

/// A responder that forwards requests to a real server only if the write rule allows them.
///
/// A call declares its endpoint, but its client decides what to send, so every request is checked individually. A
/// rejected one gets a 403 with the reason.
package struct GuardedResponder: Responder {
  private let inner: any Responder
  private let rule: WriteRule
  private let observe: @Sendable (String) -> Void

  /// - Parameter observe: A closure that is called for each rejected request, with a sentence that omits its query. It
  ///   must not block.
  package init(_ inner: any Responder, rule: WriteRule, observe: @escaping @Sendable (String) -> Void) {
    self.inner = inner
    self.rule = rule
    self.observe = observe
  }

  package func respond(to request: Request, completion: Completion) -> Reply {
    guard let reason = rule.refusal(of: request) else { return inner.respond(to: request, completion: completion) }
    let sentence = "\(request.method) \(request.path) was not sent: \(reason)"
    observe(sentence)
    let headers: HeaderFields = ["Content-Type": "text/plain; charset=utf-8"]
    return .now(OutgoingResponse(Response(status: 403, headers: headers, body: Body(sentence))))
  }
}
