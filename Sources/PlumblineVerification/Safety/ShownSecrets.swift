import PlumblineContractModel
import PlumblineHTTPMessages
import Synchronization

/// The secrets that each exchange of a run shows, found once: a run goes through the same exchange for its call, for what is
/// judged again, for the checks and for the report.
final class ShownSecrets: Sendable {
  /// All that is looked through, so that no two exchanges are taken for one.
  private struct Key: Hashable {
    let service: String
    let request: [String]
    let requestBody: [UInt8]
    let response: [String]
    let responseBody: [UInt8]

    init(_ exchange: Exchange, _ contract: Contract) {
      func fields(_ headers: HeaderFields) -> [String] { headers.flatMap { [$0.name, $0.value] } }
      service = contract.service
      let request = exchange.request
      self.request = [request.method.rawValue, request.target] + fields(request.headers)
      requestBody = request.body.bytes ?? []
      response = exchange.response.map { ["\($0.status)"] + fields($0.headers) } ?? []
      responseBody = exchange.response?.body.bytes ?? []
    }
  }

  private static let mostExchanges = 10_000

  private let values = Mutex<[Key: [SecretTable.Shown]]>([:])

  /// The secrets that an exchange shows.
  func values(of exchange: Exchange, of contract: Contract) -> [SecretTable.Shown] {
    let key = Key(exchange, contract)
    if let known = values.withLock({ $0[key] }) { return known }
    let shown = SecretTable.shown(by: exchange, of: contract)
    values.withLock { values in
      if values.count >= Self.mostExchanges { values.removeAll() }
      values[key] = shown
    }
    return shown
  }
}
