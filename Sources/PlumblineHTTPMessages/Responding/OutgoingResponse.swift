/// A responder's response, and how to deliver it.
package struct OutgoingResponse: Sendable {
  /// The parts that most answers don't have. They are stored separately so that other answers don't pay for them.
  private final class Special: Sendable {
    let delivery: Delivery
    let refusal: String?
    let left: TransportFailure?

    /// Creates the special parts, or returns `nil` if all of them have their default value.
    init?(_ delivery: Delivery, refusal: String? = nil, left: TransportFailure? = nil) {
      if delivery == .immediate, refusal == nil, left == nil { return nil }
      self.delivery = delivery
      self.refusal = refusal
      self.left = left
    }
  }

  package var content: Content
  /// The endpoint that the answer belongs to, as a number that only the responder understands, or 0 if none was
  /// recorded.
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

  /// The way to deliver the answer.
  package var delivery: Delivery {
    get { special?.delivery ?? .immediate }
    set { special = Special(newValue, refusal: refusal, left: left) }
  }

  /// The reason that a mock rejected the request, for reports on the exchange. It isn't sent. The body alone may be
  /// misleading, because it may come from a recording or an example of a different request.
  package var refusal: String? {
    get { special?.refusal }
    set { special = Special(delivery, refusal: newValue, left: left) }
  }

  /// The failure that describes why reading stopped before the end of a stream and how far it got. It isn't sent, but
  /// appears in reports on the exchange.
  package var left: TransportFailure? {
    get { special?.left }
    set { special = Special(delivery, refusal: refusal, left: newValue) }
  }

  /// A Boolean value that indicates whether the answer consists only of its content, to be sent at once and in full on
  /// a connection that stays open.
  package var isImmediate: Bool { special == nil }

  /// The response, even if it is rendered. A failure becomes a 502 with the failure's message.
  package var response: Response {
    switch content {
    case .response(let response): response
    case .rendered(let rendered): rendered.response
    case .failure(let failure):
      Response(status: 502, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Body(failure.message))
    }
  }

  /// The response's status, or `nil` for a failure.
  package var status: Int? {
    switch content {
    case .response(let response): response.status
    case .rendered(let rendered): rendered.status
    case .failure: nil
    }
  }

  /// The outcome of an exchange that ends with this answer.
  package var outcome: Exchange.Outcome {
    if case .failure(let failure) = content { .failure(failure) } else { .response(response) }
  }
}

/// The content of an answer.
///
/// Every case is a single reference, because the content is copied each time an answer is passed on.
package enum Content: Sendable {
  indirect case response(Response)
  /// A response whose bytes have already been prepared.
  case rendered(RenderedResponse)
  /// The lack of an upstream response. The server closes the connection, unless a decorator has converted the failure
  /// to a 502.
  indirect case failure(TransportFailure)
}

/// A responder's immediate reaction to a request.
package enum Reply: Sendable {
  /// The answer is available.
  case now(OutgoingResponse)
  /// The answer will be passed to the completion.
  case later
}
