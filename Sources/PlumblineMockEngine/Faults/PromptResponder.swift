import PlumblineHTTPMessages

/// A responder that has every answer at once, so that a decorator around it costs no closure.
package protocol PromptResponder: Responder {
  /// The answer to a request.
  func answer(to request: Request) -> Answer
}

extension MockSession: PromptResponder {}
