import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineVerification
import Synchronization

/// The exchanges with a real server behind `serve`, judged as they come and added to a report. None of them is kept.
///
/// Event loops must not wait for a judge, so exchanges go to a task of their own. Where more come than it can judge, some
/// are left out and counted.
final class LiveTraffic: Sendable {
  /// So much may wait for the judge.
  private static let most = (exchanges: 10_000, bytes: 256 << 20)

  private struct State {
    var waiting = (exchanges: 0, bytes: 0)
    var lost = 0
    var total: TrafficReport
  }

  /// What the judge and those who ask share.
  private final class Ledger: Sendable {
    let state: Mutex<State>

    init(_ total: TrafficReport) {
      state = Mutex(State(total: total))
    }
  }

  private let ledger: Ledger
  private let incoming: AsyncStream<Exchange>.Continuation
  private let judging: Task<Void, Never>

  /// - Parameters:
  ///   - total: what the exchanges are added to.
  ///   - secrets: what may not be shown.
  ///   - show: called with each kind of drift once, as it comes, and the exchange that showed it.
  init(
    _ inspector: Inspector, addingTo total: TrafficReport, secrets: Secrets,
    show: @escaping @Sendable (Exchange, [Drift]) -> Void
  ) {
    let ledger = Ledger(total)
    self.ledger = ledger
    let (stream, continuation) = AsyncStream<Exchange>.makeStream()
    incoming = continuation
    judging = Task {
      let contract = inspector.contract
      var shown: Set<String> = []
      for await exchange in stream {
        let judged = JudgedExchange(
          exchange: exchange, drift: inspector.inspect(exchange), outage: inspector.outage(of: exchange))
        let endpoint = inspector.endpoint(of: exchange.request)
        let size = Self.size(of: exchange)
        ledger.state.withLock { state in
          state.waiting.exchanges -= 1
          state.waiting.bytes -= size
          state.total.note(
            judged, of: contract, endpoint: endpoint, secrets: secrets, at: endpoint?.location ?? contract.location)
        }
        let new = judged.drift.filter { shown.insert($0.fingerprint).inserted }
        if !new.isEmpty { show(exchange, new.map(secrets.adding([exchange], of: contract).redact)) }
      }
    }
  }

  /// Takes an exchange, on the thread that answers it.
  func take(_ exchange: Exchange) {
    var exchange = Self.keepingWholeParts(exchange)
    // What a mock that plays the server says of itself is none of ours.
    exchange.recording = nil
    let size = Self.size(of: exchange)
    let isTaken = ledger.state.withLock { state in
      guard state.waiting.exchanges < Self.most.exchanges, state.waiting.bytes + size <= Self.most.bytes else {
        state.lost += 1
        return false
      }
      state.waiting.exchanges += 1
      state.waiting.bytes += size
      return true
    }
    if isTaken { incoming.yield(exchange) }
  }

  /// An exchange with the events or lines that came whole, where its client left a stream or that broke off.
  private static func keepingWholeParts(_ exchange: Exchange) -> Exchange {
    guard let fragment = exchange.fragment, case .response(var response) = exchange.outcome,
      let mediaType = response.mediaType,
      let end = StreamParts.wholeEnds(in: fragment.bytes, mediaType: mediaType)?.last
    else { return exchange }
    response.body = Body(Array(fragment.bytes[..<end]))
    var exchange = exchange
    exchange.outcome = .response(response)
    return exchange
  }

  private static func size(of exchange: Exchange) -> Int {
    (exchange.request.body.length ?? 0) + (exchange.response?.body.length ?? 0)
  }

  /// What was judged until now.
  var total: TrafficReport { ledger.state.withLock { $0.total } }

  /// How many exchanges came while too many waited, and were never judged.
  var lost: Int { ledger.state.withLock { $0.lost } }

  /// Waits until the last exchange is judged; none may come after.
  func finish() async {
    incoming.finish()
    await judging.value
  }
}
