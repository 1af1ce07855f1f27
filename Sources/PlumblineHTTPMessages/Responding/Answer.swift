/// A responder's response, and how to deliver it.
package struct Answer: Sendable {
  /// The parts that most answers don't have, kept apart so that they don't weigh on all the others.
  private final class Special: Sendable {
    let delivery: Delivery
    let refusal: String?
    let left: TransportFailure?

    /// - Returns: `nil` if nothing is out of the ordinary.
    init?(_ delivery: Delivery, refusal: String? = nil, left: TransportFailure? = nil) {
      if delivery == .immediate, refusal == nil, left == nil { return nil }
      self.delivery = delivery
      self.refusal = refusal
      self.left = left
    }
  }

  package var content: Content
  /// The endpoint that it belongs to, by a number that only the responder understands; 0 if none was noted.
  package var endpointMark: UInt32 = 0
  private var special: Special?

  package init(content: Content, delivery: Delivery) {
    self.content = content
    special = Special(delivery)
  }

  package init(_ response: Response) {
    content = .response(response)
  }

  package init(_ response: Response, delivery: Delivery) {
    self.init(content: .response(response), delivery: delivery)
  }

  package init(rendered: RenderedResponse) {
    content = .rendered(rendered)
  }

  package init(rendered: RenderedResponse, delivery: Delivery) {
    self.init(content: .rendered(rendered), delivery: delivery)
  }

  package init(failure: TransportFailure) {
    content = .failure(failure)
  }

  /// The way to deliver it.
  package var delivery: Delivery {
    get { special?.delivery ?? .immediate }
    set { special = Special(newValue, refusal: refusal, left: left) }
  }

  /// The reason why a mock refused the request, for reports about the exchange: it isn't sent. The body may be one that was
  /// recorded, or an example, and speak of another request.
  package var refusal: String? {
    get { special?.refusal }
    set { special = Special(delivery, refusal: newValue, left: left) }
  }

  /// The reason why the body is only the beginning of a stream that continues, and how far that was read. It isn't sent:
  /// reports of the exchange have it.
  package var left: TransportFailure? {
    get { special?.left }
    set { special = Special(delivery, refusal: refusal, left: newValue) }
  }

  /// A Boolean value that indicates whether there is no more to it than its content, which goes at once and in full, on a
  /// connection that stays.
  package var isImmediate: Bool { special == nil }

  /// The response, rendered or not. A failure reads as a 502 with its sentence.
  package var response: Response {
    switch content {
    case .response(let response): response
    case .rendered(let rendered): rendered.response
    case .failure(let failure):
      Response(status: 502, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Body(failure.message))
    }
  }

  /// The response's status; nil for a failure.
  package var status: Int? {
    switch content {
    case .response(let response): response.status
    case .rendered(let rendered): rendered.status
    case .failure: nil
    }
  }

  /// The outcome of an exchange with this answer.
  package var outcome: Exchange.Outcome {
    if case .failure(let failure) = content { .failure(failure) } else { .response(response) }
  }
}

/// The content of an answer.
///
/// One reference, whichever case it is: an answer goes through many hands on its way, and what is copied each time is
/// this.
package enum Content: Sendable {
  indirect case response(Response)
  /// A response whose bytes were prepared beforehand.
  case rendered(RenderedResponse)
  /// No response came from upstream. The server closes the connection, unless a decorator made it a 502.
  indirect case failure(TransportFailure)
}

/// A responder's immediate reaction to a request.
package enum Reply: Sendable {
  /// This is the answer.
  case now(Answer)
  /// The completion will be called with it.
  case later
}
