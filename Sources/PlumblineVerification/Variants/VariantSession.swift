import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineMockEngine
import Synchronization

/// A decorator around a mock that answers one endpoint with a variant, whatever it was asked.
///
/// One serves thousands of variants behind a listener, one after the other, so that clients keep their connections.
final class VariantSession: Responder {
  private struct State {
    var inner: MockSession
    /// The options of the mock, also of one with nothing remembered.
    var options: MockOptions
    var endpoint: Endpoint?
    var variant: Answer?
    /// A Boolean value that indicates whether the mock carries out the request, though the variant answers it.
    var isCarriedOut = false
    var log: ExchangeLog?
  }

  private let contract: Contract
  private let clock: MockClock
  private let state: Mutex<State>

  init(library: MockLibrary, options: MockOptions = MockOptions(), clock: MockClock = .system) {
    contract = library.contract
    self.clock = clock
    state = Mutex(State(inner: MockSession(library: library, options: options, clock: clock), options: options))
  }

  /// The mock's options.
  var options: MockOptions { state.withLock { $0.options } }

  /// Answers as a mock with these options does from now on, with nothing remembered, and logs the exchanges.
  func play(_ library: MockLibrary, _ options: MockOptions = MockOptions(), into log: ExchangeLog) {
    let inner = MockSession(library: library, options: options, clock: clock)
    state.withLock { $0 = State(inner: inner, options: options, log: log) }
  }

  /// Answers an endpoint with a variant from now on.
  ///
  /// The next requests of a call may need the effect of the varied one: an account that was opened. So if a call has further
  /// requests, the mock carries out the varied one as well, unless the variant says that the server refused.
  ///
  /// - Parameter library: for a mock with nothing remembered, if a call has further requests.
  func play(_ variant: Variant, for endpoint: Endpoint, forgetting library: MockLibrary?) {
    let options = options
    let inner = library.map { MockSession(library: $0, options: options, clock: clock) }
    state.withLock { state in
      state.endpoint = endpoint
      state.variant = Answer(variant.response, delivery: variant.delivery)
      state.isCarriedOut = inner != nil && variant.standing != .refusal
      state.log = nil
      if let inner { state.inner = inner }
    }
  }

  func respond(to request: Request, completion: Completion) -> Reply {
    let now = state.withLock { $0 }
    let request = contract.withoutServerPath(request)
    if let variant = now.variant, case .found(let found) = contract.router.route(request),
      found === now.endpoint
    {
      if now.isCarriedOut { _ = now.inner.answer(to: request) }
      return .now(variant)
    }
    let answer = now.inner.answer(to: request)
    now.log?.append(Exchange(request: request, outcome: answer.outcome))
    return .now(answer)
  }
}
