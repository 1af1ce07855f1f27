import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineReporting
import Synchronization

/// The verdict of one check on a server.
enum Verdict: Sendable {
  case fits
  case drifts(Drift)
  /// No verdict is possible, for the given reason.
  case undecided(String)

  var isDrift: Bool { if case .drifts = self { true } else { false } }
}

/// The liveness of a server. Unanswered requests are retried for a while, so without this a run would keep waiting for
/// a server that is down.
final class Pulse: Sendable {
  /// The number of unanswered requests after which the server is considered down.
  private static let patience = 2

  private struct State {
    var silence = 0
    var last: Exchange?
  }

  private let state = Mutex(State())

  var isThere: Bool { state.withLock { $0.silence < Self.patience } }

  /// The last exchange. When a check reports a finding, this is the exchange that shows it.
  var last: Exchange? { state.withLock { $0.last } }

  func note(_ exchange: Exchange) {
    state.withLock { state in
      state.silence = exchange.response == nil ? state.silence + 1 : 0
      state.last = exchange
    }
  }
}

/// The state that a server's checks share: the means to send requests, and everything the run has seen.
struct CheckContext: Sendable {
  let contract: Contract
  let credentials: Credentials
  let writes: WriteRule
  let secrets: Secrets
  let interruption: Interruption?
  let records: ServerRecords
  let samples: Samples
  /// The errors that the suite's calls have provoked, by endpoint.
  let refusals: [String: Set<String>]
  /// The reason why checks no longer try missing or wrong credentials: the server throttled or locked out a caller
  /// after such an attempt. The value is `nil` if it hasn't.
  var turnedAway: String?
  /// A Boolean value that indicates whether the options allow writes that can't be undone.
  var allowsUnknownWrites = false
  /// A Boolean value that indicates whether the user allows the first persona's login to be locked.
  var mayLockAccount = false
  let pulse = Pulse()
  let budget = ListBudget()
  /// A closure that returns whether the options include a report line, given its endpoint and name.
  let asks: @Sendable (_ endpoint: String, _ name: String) -> Bool

  /// The maximum time that an index or a counter may take to reflect a change.
  private static let settling = Duration.seconds(3)

  var items: ItemClient { records.items }

  /// Returns a Boolean value that indicates whether the options include a check and it can still run.
  func isAsked(_ endpoint: Endpoint, _ name: String) -> Bool { goesOn && asks(endpoint.id, name) }

  /// A Boolean value that indicates whether checks may continue: the run hasn't been interrupted, and the server still
  /// responds.
  var goesOn: Bool { interruption?.reason == nil && pulse.isThere }

  /// Returns the keys of a collection's items that the run has created or changed, under any path and for any owner.
  func touchedKeys(of collection: String) -> Set<String> {
    let items = records.ledger.open.map { $0.item } + records.ledger.refused.map { $0.entry.item }
    return Set(items.filter { $0.collection == collection }.map { $0.key })
  }

  // MARK: - Requests

  /// Returns a request like a sample's, or `nil` if the contract doesn't allow it.
  ///
  /// - Parameters:
  ///   - query: The query items to send in addition to the required ones.
  ///   - credentials: The credentials to send instead of the sample's.
  func request(
    _ sample: Sample, _ query: [(String, String)] = [], credentials: [String: String]? = nil, keepsQuery: Bool = false
  ) -> Request? {
    let endpoint = sample.endpoint
    let original = sample.exchange.request
    let required = Set(endpoint.query.filter { $0.isRequired || keepsQuery }.map(\.name))
    let kept = original.queryItems.filter { item in
      required.contains(item.name) && !query.contains { $0.0 == item.name }
    }
    var request = items.request(
      endpoint, path: original.path, credentials: credentials ?? sample.credentials,
      query: kept.map { ($0.name, $0.value) } + query)
    for parameter in endpoint.headers where parameter.isRequired && !request.headers.contains(parameter.name) {
      request.headers[parameter.name] = original.headers[parameter.name]
    }
    if original.body.bytes?.isEmpty == false {
      request.body = original.body
      request.headers["Content-Type"] = original.headers["Content-Type"]
      request = contract.showing(credentials ?? sample.credentials, in: request, for: endpoint)
    }
    let reading = RequestReading(request, for: endpoint, persona: sample.persona)
    return RequestValidation(reading, in: contract).faults().isEmpty ? request : nil
  }

  /// Sends a request, and repeats it later if the server is overloaded. Returns `nil` if the run is over or the server
  /// is down.
  func ask(_ request: Request) async -> Exchange? {
    guard goesOn else { return nil }
    let exchange = await items.sendPatiently(request)
    pulse.note(exchange)
    return exchange
  }

  /// Sends a changing request exactly once. Returns `nil` if the run is over or the server is down.
  func act(_ request: Request) async -> Exchange? {
    guard goesOn else { return nil }
    let exchange = await items.send(request)
    pulse.note(exchange)
    return exchange
  }

  /// Sends a request like `ask` does, but one that is deliberately wrong or comes from a caller without permission.
  func askWrong(_ request: Request) async -> Exchange? {
    guard goesOn else { return nil }
    let exchange = await items.sendWrong(request)
    pulse.note(exchange)
    return exchange
  }

  /// Repeats a check that finds something wrong, because it may have observed a transitional state.
  func settled(_ look: () async -> Verdict) async -> Verdict {
    let first = await look()
    guard case .drifts = first else { return first }
    await items.clock.pause(Self.settling)
    return await look()
  }

  /// Repeats a check that finds something wrong. The first attempt can use a page that was just read.
  func settled(after seen: ListPage, _ look: (ListPage?) async -> Verdict) async -> Verdict {
    let first = await look(seen)
    guard case .drifts = first else { return first }
    await items.clock.pause(Self.settling)
    return await look(nil)
  }

  /// Runs several checks together, and repeats those that find something wrong.
  func settled<ID>(_ look: () async -> [(ID, Verdict)]) async -> [(ID, Verdict)] {
    let first = await look()
    guard first.contains(where: { $0.1.isDrift }) else { return first }
    await items.clock.pause(Self.settling)
    return await look()
  }

  // MARK: - Results

  /// Returns an endpoint's drift. It is at most a warning if the contract only assumes the violated statement.
  ///
  /// - Parameter shown: The exchange that shows it, or `nil` for the last exchange.
  func drift(
    _ rule: Rule, at endpoint: Endpoint, _ state: StateRule? = nil, failure: Failure? = nil, status: Int? = nil,
    pointer: JSONPointer? = nil,
    expected: String, actual: String, detail: String?, location: SourceLocation? = nil, by shown: Exchange? = nil,
    _ message: String
  ) -> Drift {
    var drift = Drift(
      rule: rule, severity: rule.severity(at: endpoint, by: state?.standing, failure?.standing),
      service: contract.service,
      endpoint: endpoint.id, status: status, pointer: pointer, expected: expected, actual: actual, message: message,
      contract: location ?? failure?.location ?? state?.location ?? endpoint.location, detail: detail)
    drift.exchange = (shown ?? pulse.last).flatMap { exchange in
      secrets.adding([exchange], of: contract).shown(drift, by: [exchange], of: contract)
    }
    return drift
  }

  /// Returns a check's line in the report, or `nil` if there was nothing to check.
  ///
  /// - Parameter exchanges: The exchanges that aren't recorded by the item client.
  func outcome(
    of endpoint: Endpoint, _ name: String, _ verdicts: [Verdict], exchanges: [Exchange] = []
  ) -> CallOutcome? {
    guard !verdicts.isEmpty else { return nil }
    var drift: [Drift] = []
    var reasons: [String] = []
    var isJudged = false
    for verdict in verdicts {
      switch verdict {
      case .fits: isJudged = true
      case .drifts(let found): drift.append(found)
      case .undecided(let reason): if !reasons.contains(reason) { reasons.append(reason) }
      }
    }
    let outcome: Report.CallLine.Outcome = !drift.isEmpty ? .drifted : isJudged ? .passed : .skipped
    var line = Report.CallLine(
      service: contract.service, endpoint: endpoint.id, name: name, outcome: outcome,
      reason: outcome == .skipped ? reasons.joined(separator: "; ") : nil, milliseconds: 0)
    line.isProof = false
    return CallOutcome(line: line, drift: drift, exchanges: exchanges)
  }

  /// Returns a readable request line, such as `GET /tickets?status=NEW`. Credentials in the query are omitted.
  func words(_ request: Request) -> String {
    let own = contract.credentials.compactMap { credential -> String? in
      if case .query(let name) = credential.carrier { name } else { nil }
    }
    let query = request.queryItems.filter { !own.contains($0.name) }.map { "\($0.name)=\($0.value)" }
    return "\(request.method) \(request.path)" + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }
}
