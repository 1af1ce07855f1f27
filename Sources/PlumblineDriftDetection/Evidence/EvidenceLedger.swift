import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A count of the exchanges in a run that show each documented item.
///
///     var ledger = EvidenceLedger(contract)
///     for exchange in exchanges { ledger.note(exchange) }
///     ledger.evidence.filter { $0.seen == 0 }      // documented, and never seen
///
/// Each documented response has a list of items to see: its status, its optional fields, the places that may be null,
/// and the listed values and error codes. Recording an exchange visits its body once, along the response's outline.
///
/// Large documents with nested schemas describe millions of such places. In that case, each response gets a share of
/// the capacity for the places nearest its root, and ``cutAnswers`` returns the number of responses with more places.
package struct EvidenceLedger: Sendable {
  /// The approximate number of documented items that are counted for a contract.
  private static let room = 100_000
  /// The minimum capacity of each response.
  private static let least = 64

  private let contract: Contract
  private var answers: [Key: ResponseCoverage] = [:]
  /// The statuses that each endpoint documents.
  private let statuses: [String: [StatusRange]]

  /// The key of a documented response: an endpoint and the response's statuses.
  fileprivate struct Key: Hashable {
    let endpoint: String
    let statuses: StatusRange
  }

  package init(_ contract: Contract) {
    self.contract = contract
    statuses = Dictionary(contract.endpoints.map { ($0.id, Self.statuses(of: $0)) }) { first, _ in first }
    let count = statuses.values.reduce(0) { $0 + $1.count }
    let limit = max(Self.least, Self.room / max(1, count))
    for endpoint in contract.endpoints {
      for statuses in statuses[endpoint.id] ?? [] {
        answers[Key(endpoint: endpoint.id, statuses: statuses)] = ResponseCoverage(
          endpoint, statuses: statuses, in: contract, limit: limit)
      }
    }
  }

  /// Records the evidence in an exchange. Outages and undocumented responses contain none.
  package mutating func note(_ exchange: Exchange) {
    guard exchange.response != nil, case .found(let endpoint) = contract.router.route(exchange.request) else { return }
    note(exchange, at: endpoint)
  }

  /// Records the evidence in an exchange whose endpoint is known from an inspection.
  ///
  /// - Parameter body: The response's body, if it was parsed as JSON.
  /// - Returns: The evidence, for ``repeatSight(_:)``, or `nil` if there is none.
  @discardableResult package mutating func note(
    _ exchange: Exchange, at endpoint: Endpoint, reading body: JSON? = nil
  ) -> Sight? {
    // If a GET endpoint handles a HEAD request, the response doesn't contain the documented body.
    guard let response = exchange.response, endpoint.request.method == exchange.request.method else { return nil }
    guard let statuses = statuses[endpoint.id]?.nearest(to: response.status, by: \.self).first else { return nil }
    let key = Key(endpoint: endpoint.id, statuses: statuses)
    var numbers: [Int] = []
    answers[key]?.note(response, reading: body, into: &numbers)
    return Sight(key: key, numbers: numbers)
  }

  /// The documented items that an exchange shows.
  package struct Sight: Sendable {
    fileprivate let key: Key
    fileprivate let numbers: [Int]
  }

  /// Records the evidence in an exchange that is equal to an earlier one.
  package mutating func repeatSight(_ sight: Sight) {
    answers[sight.key]?.repeatThings(sight.numbers)
  }

  /// The documented items in the contract's order, each with the number of times that it was seen.
  package var evidence: [Evidence] {
    contract.endpoints.flatMap { endpoint in
      (statuses[endpoint.id] ?? []).flatMap { statuses in
        answers[Key(endpoint: endpoint.id, statuses: statuses)]?.evidence ?? []
      }
    }
  }

  /// Returns the number of the selected endpoints' responses that document more items than are counted.
  package func cutAnswers(where isAsked: (_ endpoint: String) -> Bool = { _ in true }) -> Int {
    answers.count { $0.value.isCut && isAsked($0.key.endpoint) }
  }

  /// Returns the distinct statuses of an endpoint, successes first.
  private static func statuses(of endpoint: Endpoint) -> [StatusRange] {
    var seen: Set<StatusRange> = []
    return (endpoint.successStatuses + endpoint.failures.map(\.statuses)).filter { seen.insert($0).inserted }
  }
}
