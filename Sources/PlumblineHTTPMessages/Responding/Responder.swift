/// A type that answers requests, such as the mock, a proxy, or a decorator around a different responder.
package protocol Responder: Sendable {
  /// Answers a request at once, or indicates that `completion` will be called later.
  ///
  /// This method is called on an event loop, so it must not block. A responder that returns `.now` must not call
  /// `completion`. A responder that returns `.later` must call it exactly once, from any thread.
  func respond(to request: Request, completion: Completion) -> Reply

  /// Returns the response to bytes that aren't a request or can't be served. Like ``respond(to:completion:)``, this
  /// method is called on an event loop.
  func response(to refusal: RequestRefusal) -> Response
}

extension Responder {
  /// Returns a response with one sentence of plain text.
  package func response(to refusal: RequestRefusal) -> Response { refusal.response }

  /// Returns the answer once it is available. This method is for tests and tools.
  package func answer(to request: Request) async -> OutgoingResponse {
    await withCheckedContinuation { continuation in
      let completion = Completion { continuation.resume(returning: $0) }
      if case .now(let answer) = respond(to: request, completion: completion) { completion(answer) }
    }
  }
}
