import Synchronization

/// A callback for a responder that answers later. It consists of a token and its destination, so that a request needs
/// no closure.
package struct Completion: Sendable {
  private let sink: any CompletionSink
  private let token: UInt64

  package init(sink: any CompletionSink, token: UInt64) {
    self.sink = sink
    self.token = token
  }

  /// Creates a completion that calls a closure, for decorators and tests.
  package init(_ body: @escaping @Sendable (OutgoingResponse) -> Void) {
    sink = ClosureSink(body)
    token = 0
  }

  /// Delivers the answer from any thread. A second call is ignored.
  package func callAsFunction(_ answer: OutgoingResponse) {
    sink.complete(answer, token: token)
  }
}

/// A sink that passes the first answer to a closure.
private final class ClosureSink: CompletionSink {
  let body: @Sendable (OutgoingResponse) -> Void
  let isDone = Atomic<Bool>(false)

  init(_ body: @escaping @Sendable (OutgoingResponse) -> Void) {
    self.body = body
  }

  func complete(_ answer: OutgoingResponse, token: UInt64) {
    if !isDone.exchange(true, ordering: .acquiringAndReleasing) { body(answer) }
  }
}

/// The destination of later answers. A single object serves many requests and distinguishes them by a token.
package protocol CompletionSink: AnyObject, Sendable {
  /// Receives an answer. If the token has already been used, the answer is ignored. This may be called on any thread.
  func complete(_ answer: OutgoingResponse, token: UInt64)
}
