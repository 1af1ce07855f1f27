import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Synchronization

/// A decorator around a mock that replaces the response of one exchange with a variant.
///
/// A single session behind a listener serves thousands of variants, one after another, so that clients keep their
/// connections.
final class VariantSession: Responder {
  private struct State {
    /// The mock, or `nil` until a request needs it. Most calls send only the varied request.
    var inner: MockSession?
    /// The options for the mock, whether it already exists or is created later.
    var options: MockOptions
    var variant: PlayedVariant?
    var log: ExchangeLog?
    /// The last exchange after the variant in which the mock rejected the request.
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

  /// A Boolean value that indicates whether a request has received the variant.
  var hasPlayed: Bool { state.withLock { $0.variant?.hasAnswered ?? false } }

  /// The last exchange after the variant in which the mock rejected the request, or `nil` if there is none.
  ///
  /// A client that continues with the variant's values requests items that the mock doesn't have, such as the page
  /// after a made-up item, or an order by its new id. A server that really sent such a response would have these items.
  var refusedLater: Exchange? { state.withLock { $0.refused } }

  /// Makes the session respond like a mock with the given options and fresh state, and log the exchanges.
  func play(_ options: MockOptions = MockOptions(), into log: ExchangeLog) {
    state.withLock { $0 = State(options: options, log: log) }
  }

  /// Makes the session respond to one exchange with a variant, and to all others like a mock with fresh state.
  ///
  /// A call's later requests may need the effect of the varied one, such as a new account. The mock therefore executes
  /// the varied request as well, unless the variant is an error.
  ///
  /// - Parameter log: The log for the exchanges.
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
    /// The request gets the variant, and is executed by the mock if there is one.
    case varied(OutgoingResponse, MockSession?, ExchangeLog?)
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
