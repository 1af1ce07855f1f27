import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Keeps account, over the exchanges of a run, of what they have shown of what a contract documents.
///
///     var ledger = EvidenceLedger(contract)
///     for exchange in exchanges { ledger.note(exchange) }
///     ledger.evidence.filter { $0.seen == 0 }      // documented, and never seen
///
/// Each documented answer is a list of things to see: its status, its optional fields, the places where null may stand, the
/// listed values and error codes. Noting an exchange walks its body once, along the answer's outline.
package struct EvidenceLedger: Sendable {
  private let contract: Contract
  private var answers: [Key: AnswerEvidence] = [:]

  /// What an endpoint documents an answer's status by.
  private struct Key: Hashable {
    let endpoint: String
    let statuses: StatusRange
  }

  package init(_ contract: Contract) {
    self.contract = contract
    for endpoint in contract.endpoints {
      for statuses in Self.statuses(of: endpoint) {
        answers[Key(endpoint: endpoint.id, statuses: statuses)] = AnswerEvidence(
          endpoint, statuses: statuses, in: contract)
      }
    }
  }

  /// Notes what an exchange shows. An outage, and an answer that nobody documented, show nothing.
  package mutating func note(_ exchange: Exchange) {
    guard let response = exchange.response,
      case .found(let endpoint) = contract.router.route(exchange.request)
    else { return }
    guard let statuses = Self.statuses(of: endpoint).nearest(to: response.status, by: \.self).first else { return }
    answers[Key(endpoint: endpoint.id, statuses: statuses)]?.note(response)
  }

  /// What is documented and how often it was seen, in the contract's order.
  package var evidence: [Evidence] {
    contract.endpoints.flatMap { endpoint in
      Self.statuses(of: endpoint).flatMap { statuses in
        answers[Key(endpoint: endpoint.id, statuses: statuses)]?.evidence ?? []
      }
    }
  }

  /// The statuses of an endpoint, successes first, each once.
  private static func statuses(of endpoint: Endpoint) -> [StatusRange] {
    var seen: Set<StatusRange> = []
    return (endpoint.successStatuses + endpoint.failures.map(\.statuses)).filter { seen.insert($0).inserted }
  }
}
