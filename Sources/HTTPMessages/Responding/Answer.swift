/// What a responder answers, and how it is to be delivered.
package struct Answer: Sendable {
  package var content: Content
  package var delivery: Delivery

  package init(content: Content, delivery: Delivery = .immediate) {
    self.content = content
    self.delivery = delivery
  }

  package init(_ response: Response, delivery: Delivery = .immediate) {
    self.init(content: .response(response), delivery: delivery)
  }

  package init(rendered: RenderedResponse, delivery: Delivery = .immediate) {
    self.init(content: .rendered(rendered), delivery: delivery)
  }

  package init(failure: TransportFailure) {
    self.init(content: .failure(failure))
  }

  /// The response, rendered or not. A failure reads as a 502 with its sentence.
  package var response: Response {
    switch content {
    case .response(let response): response
    case .rendered(let rendered): rendered.response
    case .failure(let failure):
      Response(status: 502, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Body(failure.message))
    }
  }

  /// What an exchange with this answer came to.
  package var outcome: Exchange.Outcome {
    if case .failure(let failure) = content { .failure(failure) } else { .response(response) }
  }
}
