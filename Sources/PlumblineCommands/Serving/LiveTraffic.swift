import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineVerification
import Synchronization

/// The exchanges with a real server behind `serve`, which are checked as they arrive, added to a report, and then
/// dropped.
///
/// Event loops must not wait for checks, so a separate task handles the exchanges. If it can't keep up, some exchanges
/// are left out and counted.
final class LiveTraffic: Sendable {
  /// The maximum amount of traffic waiting to be checked.
  private static let most = (exchanges: 10_000, bytes: 256 << 20)

  private struct State {
    var waiting = (exchanges: 0, bytes: 0)
    var lost = 0
    var isEnding = false
    var total: TrafficReport
    var cut = CutStreams()
  }

  /// The state shared by the checking task and its readers.
  private final class Ledger: Sendable {
    let state: Mutex<State>

    init(_ total: TrafficReport) {
      state = Mutex(State(total: total))
    }
  }

  private let ledger: Ledger
  private let incoming: AsyncStream<Exchange>.Continuation
  private let judging: Task<Void, Never>

  /// Creates a check of live traffic.
  ///
  /// - Parameters:
  ///   - total: The report to add the exchanges to.
  ///   - secrets: The values that must not be shown.
  ///   - show: A closure that is called once for each kind of drift, as it occurs, with the exchange that showed it.
  ///     For a stream that was only partly checked, it is called without drift, and the fragment contains the reason.
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
        let inspected = inspector.inspected(exchange, at: contract.router.resolve(exchange.request))
        let endpoint = inspected.endpoint
        let judged = JudgedExchange(
          exchange: exchange, drift: inspected.drift, outage: inspected.outage, body: inspected.body)
        let size = Self.size(of: exchange)
        ledger.state.withLock { state in
          state.waiting.exchanges -= 1
          state.waiting.bytes -= size
          state.total.note(
            judged, of: contract, endpoint: endpoint, secrets: secrets, at: endpoint?.location ?? contract.location)
          if let end = exchange.fragment?.reason { state.cut.note(end, endpoint: endpoint, of: contract) }
        }
        let new = judged.drift.filter { shown.insert($0.fingerprint).inserted }
        if !new.isEmpty || exchange.fragment != nil {
          show(exchange, new.map(secrets.adding([exchange], of: contract).redact))
        }
      }
    }
  }

  /// Marks the end of the server. From now on, streams that are still open are closed by this side, not by their
  /// clients.
  func end() { ledger.state.withLock { $0.isEnding = true } }

  /// Enqueues an exchange. Call this on the thread that serves the exchange.
  func take(_ exchange: Exchange) {
    var exchange = keepingWholeParts(exchange)
    // An upstream server that is itself a mock names its own recordings, which aren't this session's.
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

  /// Returns an exchange with the complete events or lines of a stream that broke off or that its client left. Its
  /// fragment contains the point of the interruption. For other bodies, it doesn't matter whether the client left.
  private func keepingWholeParts(_ exchange: Exchange) -> Exchange {
    var exchange = exchange
    let mediaType = exchange.response?.mediaType
    let hasParts = mediaType.map(StreamPassage.hasParts) ?? false
    if let reason = exchange.fragment?.reason {
      exchange = exchange.keepingWholeParts(isEnding: ledger.state.withLock { $0.isEnding })
      if !hasParts, reason.kind == .cancelled { exchange.fragment = nil }
    } else if hasParts, exchange.response?.body.bytes == nil {
      let message = "The stream is larger than --limit answer=SIZE allows, so it wasn't checked."
      exchange.fragment = BodyFragment(bytes: [], reason: TransportFailure(kind: .tooLarge, message: message))
    }
    return exchange
  }

  private static func size(of exchange: Exchange) -> Int {
    (exchange.request.body.length ?? 0) + (exchange.response?.body.length ?? 0)
  }

  /// The report so far.
  var total: TrafficReport { ledger.state.withLock { $0.total } }

  /// Warnings about the streams that were only partly checked so far, one per endpoint.
  var cut: [Problem] { ledger.state.withLock { $0.cut.problems } }

  /// The number of exchanges that were never checked because too many others were waiting.
  var lost: Int { ledger.state.withLock { $0.lost } }

  /// Waits until the last exchange has been checked. No exchange may be added afterward.
  func finish() async {
    incoming.finish()
    await judging.value
  }
}
