import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineReporting
import Synchronization

/// The result of one check of a server.
enum Verdict: Sendable {
  case fits
  case drifts(Drift)
  /// No verdict is possible, for the given reason.
  case undecided(String)

  var isDrift: Bool { if case .drifts = self { true } else { false } }
}

/// Tracks whether a server still answers. Every unanswered request is retried for a while, so without this a server that has
/// gone away would be waited for all day.
final class Pulse: Sendable {
  /// After so many requests without a response it counts as gone.
  private static let patience = 2

  private struct State {
    var silence = 0
    var last: Exchange?
  }

  private let state = Mutex(State())

  var isThere: Bool { state.withLock { $0.silence < Self.patience } }

  /// The last exchange, in which a check that finds something has just seen it.
  var last: Exchange? { state.withLock { $0.last } }

  func note(_ exchange: Exchange) {
    state.withLock { state in
      state.silence = exchange.response == nil ? state.silence + 1 : 0
      state.last = exchange
    }
  }
}

/// The state that the checks of a server share: how requests are sent, and what the run has seen.
struct CheckContext: Sendable {
  let contract: Contract
  let credentials: Credentials
  let writes: WriteRule
  let secrets: Secrets
  let interruption: Interruption?
  let records: ServerRecords
  let samples: Samples
  /// The failures that calls of the suite have asked for, by endpoint.
  let refusals: [String: Set<String>]
  /// The reason why no check shows missing or wrong credentials again: a call that did was slowed down or locked out. `nil` if
  /// no call was.
  var turnedAway: String?
  /// A Boolean value that indicates whether the options allow writes that can't be undone.
  var allowsUnknownWrites = false
  let pulse = Pulse()
  let budget = ListBudget()
  /// Returns whether the options ask for a line of the report, by its endpoint and name.
  let asks: @Sendable (_ endpoint: String, _ name: String) -> Bool

  /// The time that an index or a counter may take to reflect a change.
  private static let settling = Duration.seconds(3)

  var items: ItemClient { records.items }

  /// Returns a Boolean value that indicates whether the options ask for a check, and there is a point in it.
  func isAsked(_ endpoint: Endpoint, _ name: String) -> Bool { goesOn && asks(endpoint.id, name) }

  /// A Boolean value that indicates whether the run hasn't been interrupted and the server is still there.
  var goesOn: Bool { interruption?.reason == nil && pulse.isThere }

  /// Returns the keys of a collection's items that the run has made or changed, wherever they lie and whosever they are.
  func touchedKeys(of collection: String) -> Set<String> {
    let items = records.ledger.open.map { $0.item } + records.ledger.refused.map { $0.entry.item }
    return Set(items.filter { $0.collection == collection }.map { $0.key })
  }

  // MARK: - Requests

  /// Returns a request like that of a sample; `nil` if the contract doesn't allow it.
  ///
  /// - Parameters:
  ///   - query: the items to ask for, besides the required ones.
  ///   - credentials: the ones to show instead of the sample's.
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

  /// Sends a request, again after a while where the server has no time for it; `nil` if there is no point in it any more.
  func ask(_ request: Request) async -> Exchange? {
    guard goesOn else { return nil }
    let exchange = await items.sendPatiently(request)
    pulse.note(exchange)
    return exchange
  }

  /// Sends a request that changes something, once; `nil` if there is no point in it any more.
  func act(_ request: Request) async -> Exchange? {
    guard goesOn else { return nil }
    let exchange = await items.send(request)
    pulse.note(exchange)
    return exchange
  }

  /// Sends a request as `ask` does, but one that is wrong on purpose, or made by a caller without permission.
  func askWrong(_ request: Request) async -> Exchange? {
    guard goesOn else { return nil }
    let exchange = await items.sendWrong(request)
    pulse.note(exchange)
    return exchange
  }

  /// Looks twice if something is wrong: the first look may have seen a state in transition.
  func settled(_ look: () async -> Verdict) async -> Verdict {
    let first = await look()
    guard case .drifts = first else { return first }
    await items.clock.pause(Self.settling)
    return await look()
  }

  /// Returns the same if the first look can use a page that was seen right before.
  func settled(after seen: ListPage, _ look: (ListPage?) async -> Verdict) async -> Verdict {
    let first = await look(seen)
    guard case .drifts = first else { return first }
    await items.clock.pause(Self.settling)
    return await look(nil)
  }

  /// Returns the same of several things that are looked at together.
  func settled<ID>(_ look: () async -> [(ID, Verdict)]) async -> [(ID, Verdict)] {
    let first = await look()
    guard first.contains(where: { $0.1.isDrift }) else { return first }
    await items.clock.pause(Self.settling)
    return await look()
  }

  // MARK: - Results

  /// Returns a drift of an endpoint. A promise that is only assumed leads to a warning at most.
  ///
  /// - Parameter shown: the exchange that shows it; `nil` for the last one.
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

  /// Returns the line of a check; `nil` if there was nothing to be judged.
  ///
  /// - Parameter exchanges: those that aren't among the item client's.
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

  /// Returns a request line as people read it: `GET /tickets?status=NEW`. Credentials in its query aren't shown.
  func words(_ request: Request) -> String {
    let own = contract.credentials.compactMap { credential -> String? in
      if case .query(let name) = credential.carrier { name } else { nil }
    }
    let query = request.queryItems.filter { !own.contains($0.name) }.map { "\($0.name)=\($0.value)" }
    return "\(request.method) \(request.path)" + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }
}
