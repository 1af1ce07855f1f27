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

  /// A documented answer's status at an endpoint.
  private struct Key: Hashable {
    let endpoint: String
    let status: Int
  }

  package init(_ contract: Contract) {
    self.contract = contract
    for endpoint in contract.endpoints {
      for status in Self.statuses(of: endpoint) {
        answers[Key(endpoint: endpoint.id, status: status)] = AnswerEvidence(endpoint, status: status, in: contract)
      }
    }
  }

  /// Notes what an exchange shows. An outage, and an answer that nobody documented, show nothing.
  package mutating func note(_ exchange: Exchange) {
    guard let response = exchange.response,
      case .found(let endpoint) = contract.router.route(exchange.request)
    else { return }
    answers[Key(endpoint: endpoint.id, status: response.status)]?.note(response)
  }

  /// What is documented and how often it was seen, in the contract's order.
  package var evidence: [Evidence] {
    contract.endpoints.flatMap { endpoint in
      Self.statuses(of: endpoint).flatMap { status in
        answers[Key(endpoint: endpoint.id, status: status)]?.evidence ?? []
      }
    }
  }

  /// The statuses of an endpoint, successes first, each once.
  private static func statuses(of endpoint: Endpoint) -> [Int] {
    var seen: Set<Int> = []
    return (endpoint.successStatuses + endpoint.failures.map(\.status)).filter { seen.insert($0).inserted }
  }
}
