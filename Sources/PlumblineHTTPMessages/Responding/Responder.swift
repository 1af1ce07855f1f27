/// A type that answers requests: the mock, a proxy, or a decorator around another responder.
package protocol Responder: Sendable {
  /// Answers a request at once, or indicates that `completion` will be called later.
  ///
  /// Called on an event loop: it must not block. A responder that returns `.now` doesn't call `completion`; one that
  /// returns `.later` calls it exactly once, from any thread.
  func respond(to request: Request, completion: Completion) -> Reply

  /// Returns the response to bytes that aren't a request that can be served. Called on an event loop, as the other.
  func response(to refusal: RequestRefusal) -> Response
}

extension Responder {
  /// Returns one sentence of plain text.
  package func response(to refusal: RequestRefusal) -> Response { refusal.response }

  /// Returns the answer, when it is available; for tests and tools.
  package func answer(to request: Request) async -> Answer {
    await withCheckedContinuation { continuation in
      let completion = Completion { continuation.resume(returning: $0) }
      if case .now(let answer) = respond(to: request, completion: completion) { completion(answer) }
    }
  }
}
