import PlumblineContractModel
import PlumblineHTTPMessages
import Synchronization

/// The secrets in each exchange of a run. Each exchange is searched only once, although a run needs its secrets for the
/// call, for reevaluations, for the checks, and for the report.
final class ShownSecrets: Sendable {
  /// All searched parts of an exchange, so that no two exchanges are confused.
  private struct Key: Hashable {
    let service: String
    let request: [String]
    let requestBody: [UInt8]
    let response: [String]
    let responseBody: [UInt8]

    /// The number of bytes that the key retains.
    var size: Int { requestBody.count + responseBody.count }

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

  private struct Known {
    var values: [Key: [SecretTable.Shown]] = [:]
    var size = 0
  }

  private static let mostExchanges = 10_000
  /// The maximum size of retained bodies in bytes, not counting the latest exchange.
  private static let mostBytes = 32 << 20

  private let known = Mutex(Known())

  /// Returns the secrets in an exchange.
  func values(of exchange: Exchange, of contract: Contract) -> [SecretTable.Shown] {
    let key = Key(exchange, contract)
    if let values = known.withLock({ $0.values[key] }) { return values }
    let shown = SecretTable.shown(by: exchange, of: contract)
    known.withLock { known in
      if known.values.count >= Self.mostExchanges || known.size > Self.mostBytes { known = Known() }
      if known.values.updateValue(shown, forKey: key) == nil { known.size += key.size }
    }
    return shown
  }
}
