/// A decorator that shows every exchange to an observer, before the answer leaves.
package struct ObservingResponder: Responder {
  private let inner: any Responder
  private let observe: @Sendable (Exchange) -> Void

  /// - Parameter observe: called once an exchange, on the thread that answers it; it must not block.
  package init(_ inner: any Responder, observe: @escaping @Sendable (Exchange) -> Void) {
    self.inner = inner
    self.observe = observe
  }

  package func respond(to request: Request, completion: Completion) -> Reply {
    let begin = ContinuousClock.now
    let observe = observe
    @Sendable func show(_ answer: Answer) {
      observe(
        Exchange(
          request: request, outcome: answer.outcome, duration: begin.duration(to: .now),
          recording: answer.response.headers["Plumbline-Recording"]))
    }
    let reply = inner.respond(
      to: request,
      completion: Completion { answer in
        show(answer)
        completion(answer)
      })
    if case .now(let answer) = reply { show(answer) }
    return reply
  }
}
