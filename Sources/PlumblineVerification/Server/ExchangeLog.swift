import PlumblineHTTPMessages
import Synchronization

/// The exchanges of one call, in the order of their responses, and the requests that were withheld.
final class ExchangeLog: Sendable {
  private struct State {
    var exchanges: [Exchange] = []
    var refusals: [String] = []
    var withheld: [String] = []
    var remarks: [String] = []
    /// The number of requests in flight.
    var pending = 0
    var waiting: [AsyncStream<Void>.Continuation] = []
    var isOver = false
  }

  private let state = Mutex(State())

  /// Records that a request is being sent. Its result is then passed to ``append(_:)``.
  func begin() {
    state.withLock { $0.pending += 1 }
  }

  /// Records the outcome of a request.
  func append(_ exchange: Exchange) {
    let waiting = state.withLock { state in
      state.exchanges.append(exchange)
      state.pending = max(0, state.pending - 1)
      guard state.pending == 0 else { return [AsyncStream<Void>.Continuation]() }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.finish() }
  }

  func refuse(_ sentence: String) {
    state.withLock { $0.refusals.append(sentence) }
  }

  func withhold(_ sentence: String) {
    state.withLock { $0.withheld.append(sentence) }
  }

  /// Adds a remark about a response that differs from what the client should have received.
  func remark(_ sentence: String) {
    state.withLock { $0.remarks.append(sentence) }
  }

  /// Waits until no request is in flight.
  func settled() async {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let isSettled = state.withLock { state in
      if state.pending > 0 { state.waiting.append(continuation) }
      return state.pending == 0
    }
    if isSettled { return continuation.finish() }
    for await _ in stream {}
  }

  /// Ends the call. After that, no requests may be sent for it.
  func close() {
    state.withLock { $0.isOver = true }
  }

  var isOver: Bool { state.withLock { $0.isOver } }

  var all: [Exchange] { state.withLock { $0.exchanges } }

  /// The reasons why requests were rejected, one for each request.
  var refused: [String] { state.withLock { $0.refusals } }

  /// The reasons why requests were withheld, one for each request, because they couldn't be undone.
  var withheld: [String] { state.withLock { $0.withheld } }

  /// Additional remarks about responses.
  var remarks: [String] { state.withLock { $0.remarks } }
}
