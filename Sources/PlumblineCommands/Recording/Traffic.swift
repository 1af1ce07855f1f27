import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineVerification
import Synchronization

/// The exchanges with a real server, which are checked as they arrive and kept until they are written.
///
/// Nothing is written to disk before the end, because only then are all credentials known. Event loops must not wait
/// for checks, so a separate task handles the exchanges.
final class Traffic: Sendable {
  /// The limits on the exchanges that are kept. Recording isn't designed for load tests.
  private static let most = (exchanges: 20_000, bytes: 512 << 20)
  /// The maximum number of distinct messages about requests that weren't forwarded.
  private static let mostSentences = 1000

  private struct State {
    var exchanges = 0
    var bytes = 0
    var lost = 0
    var isEnding = false
    var refused: [String: Int] = [:]
    /// The number of requests that weren't forwarded and whose messages exceeded the limit.
    var untold = 0
  }

  private let state = Mutex(State())
  private let largest: Int
  private let incoming: AsyncStream<Exchange>.Continuation
  private let judging: Task<[JudgedExchange], Never>

  /// Creates the traffic of a session.
  ///
  /// - Parameters:
  ///   - secrets: The values that must not be shown.
  ///   - largest: The maximum size of an exchange's bodies to keep, in bytes.
  ///   - show: A closure that is called once for each kind of drift, as it occurs.
  init(_ inspector: Inspector, secrets: Secrets, largest: Int, show: @escaping @Sendable (Drift) -> Void) {
    self.largest = largest
    let (stream, continuation) = AsyncStream<Exchange>.makeStream()
    incoming = continuation
    judging = Task {
      var judged: [JudgedExchange] = []
      var shown: Set<String> = []
      for await exchange in stream {
        let inspected = inspector.inspected(exchange, at: inspector.contract.router.resolve(exchange.request))
        judged.append(JudgedExchange(exchange: exchange, drift: inspected.drift, outage: inspected.outage))
        let new = inspected.drift.filter { shown.insert($0.fingerprint).inserted }
        if new.isEmpty { continue }
        let secrets = secrets.adding([exchange], of: inspector.contract)
        for one in new { show(secrets.redact(one)) }
      }
      return judged
    }
  }

  /// Marks the end of the session. From now on, streams that are still open are closed by this side, not by their
  /// clients.
  func end() { state.withLock { $0.isEnding = true } }

  /// Enqueues an exchange. Call this on the thread that serves the exchange.
  func take(_ exchange: Exchange) {
    var exchange = exchange
    if exchange.fragment != nil {
      exchange = exchange.keepingWholeParts(isEnding: state.withLock { $0.isEnding })
    }
    // An upstream server that is itself a mock names its own recordings, which aren't this session's.
    exchange.recording = nil
    let bodies = [exchange.request.body, exchange.response?.body ?? .empty]
    let length = bodies.reduce(0) { $0 + ($1.length ?? 0) }
    let isWhole = length <= largest && bodies.allSatisfy { $0.bytes != nil }
    // The omission is reported. The client has received the complete body.
    if !isWhole { exchange = Self.bodiless(exchange) }
    let size = isWhole ? length : 0
    let isKept = state.withLock { state in
      guard state.exchanges < Self.most.exchanges, state.bytes + size <= Self.most.bytes else {
        state.lost += 1
        return false
      }
      state.exchanges += 1
      state.bytes += size
      return true
    }
    if isKept { incoming.yield(exchange) }
  }

  private static func bodiless(_ exchange: Exchange) -> Exchange {
    var exchange = exchange
    exchange.request.body = .uncaptured(exchange.request.body)
    exchange.timing = nil
    if case .response(var response) = exchange.outcome {
      response.body = .uncaptured(response.body)
      exchange.outcome = .response(response)
    }
    return exchange
  }

  /// Records the message about a request that wasn't forwarded.
  func refuse(_ sentence: String) {
    state.withLock { state in
      if state.refused.count < Self.mostSentences || state.refused[sentence] != nil {
        state.refused[sentence, default: 0] += 1
      } else {
        state.untold += 1
      }
    }
  }

  /// The number of exchanges dropped because of the limit.
  var lost: Int { state.withLock { $0.lost } }

  /// The messages about requests that weren't forwarded, with the number of times each occurred.
  var refused: [(sentence: String, times: Int)] {
    let (refused, untold) = state.withLock { ($0.refused, $0.untold) }
    let told = refused.sorted { $0.key < $1.key }.map { (sentence: $0.key, times: $0.value) }
    let rest = "Further requests were not sent; these are the first \(Self.mostSentences)."
    return untold == 0 ? told : told + [(sentence: rest, times: untold)]
  }

  /// Returns all exchanges once the last one has been checked. No exchange may be added afterward.
  func finish() async -> [JudgedExchange] {
    incoming.finish()
    return await judging.value
  }
}
