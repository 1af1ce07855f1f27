import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Synchronization

/// A decorator around a mock that answers one exchange of a call with a variant.
///
/// One serves thousands of variants behind a listener, one after the other, so that clients keep their connections.
final class VariantSession: Responder {
  private struct State {
    /// The mock; `nil` until a request needs it, as most calls send no other request than the varied one.
    var inner: MockSession?
    /// The options of the mock, also of one with nothing remembered.
    var options: MockOptions
    var variant: PlayedVariant?
    var log: ExchangeLog?
    /// The last request behind the variant that the mock refused.
    var refused: Exchange?
  }

  private let library: MockLibrary
  private let clock: MockClock
  private let state: Mutex<State>

  init(library: MockLibrary, options: MockOptions = MockOptions(), clock: MockClock = .system) {
    self.library = library
    self.clock = clock
    state = Mutex(State(options: options))
  }

  /// The mock's options.
  var options: MockOptions { state.withLock { $0.options } }

  /// A Boolean value that indicates whether the variant has answered a request.
  var hasPlayed: Bool { state.withLock { $0.variant?.hasAnswered ?? false } }

  /// The last request behind the variant that the mock refused; `nil` if it refused none.
  ///
  /// A client that continues with what the variant says asks for things that the mock doesn't have: the page behind an item
  /// that was made up, an order by its new id. A server that sends such a response has them.
  var refusedLater: Exchange? { state.withLock { $0.refused } }

  /// Answers as a mock with these options does from now on, with nothing remembered, and logs the exchanges.
  func play(_ options: MockOptions = MockOptions(), into log: ExchangeLog) {
    state.withLock { $0 = State(options: options, log: log) }
  }

  /// Answers one exchange with a variant from now on, and the others as a mock with nothing remembered.
  ///
  /// The next requests of a call may need the effect of the varied one: an account that was opened. So the mock carries it out
  /// as well, unless the variant says that the server refused.
  ///
  /// - Parameter log: logs the exchanges.
  func play(_ variant: Variant, in exchange: VariedExchange, into log: ExchangeLog? = nil) {
    state.withLock { state in
      state = State(options: state.options, variant: PlayedVariant(variant, in: exchange), log: log)
    }
  }

  func respond(to request: Request, completion: Completion) -> Reply {
    let request = library.contract.withoutServerPath(request)
    var endpoint: Endpoint?
    if case .found(let found) = library.contract.router.route(request) { endpoint = found }
    switch turn(of: request, to: endpoint) {
    case .varied(let answer, let inner, let log):
      _ = inner?.answer(to: request)
      log?.append(Exchange(request: request, outcome: answer.outcome))
      return .now(answer)
    case .ordinary(let inner, let log):
      let answer = inner.answer(to: request)
      let exchange = Exchange(request: request, outcome: answer.outcome)
      log?.append(exchange)
      note(exchange)
      return .now(answer)
    }
  }

  private enum Turn {
    /// The variant answers, and the mock carries out the request if there is one.
    case varied(Answer, MockSession?, ExchangeLog?)
    case ordinary(MockSession, ExchangeLog?)
  }

  private func turn(of request: Request, to endpoint: Endpoint?) -> Turn {
    state.withLock { state in
      if let endpoint, let answer = state.variant?.answer(to: request, of: endpoint) {
        return .varied(answer, state.variant?.isCarriedOut == true ? state.inner : nil, state.log)
      }
      if let inner = state.inner { return .ordinary(inner, state.log) }
      let inner = MockSession(library: library, options: state.options, clock: clock)
      for earlier in state.variant?.carriedOut ?? [] { _ = inner.answer(to: earlier) }
      state.inner = inner
      return .ordinary(inner, state.log)
    }
  }

  private func note(_ exchange: Exchange) {
    guard hasPlayed, let response = exchange.response,
      library.contract.isRefusal(response.status, response.body.bytes.flatMap { try? JSON.parse($0) })
    else { return }
    state.withLock { $0.refused = exchange }
  }
}
