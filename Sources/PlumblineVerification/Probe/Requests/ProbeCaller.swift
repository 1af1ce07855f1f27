import PlumblineContractModel
import PlumblineHTTPMessages

/// Who asks: the header fields and the query that carry the credentials of one place.
struct ProbeCaller: Sendable {
  let headers: HeaderFields
  private let query: String

  /// - Parameter credentials: the values that are sent, by name; empty when nobody calls.
  init(_ endpoint: Endpoint, credentials: [String: String], in contract: Contract) {
    var headers: HeaderFields = ["Accept": "application/json", "User-Agent": "plumbline-probe"]
    for (name, value) in contract.headers(of: credentials, for: endpoint) { headers[name] = value }
    self.headers = headers
    query = contract.queryItems(of: credentials, for: endpoint)
      .map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
  }

  /// A target with the credentials that go into the query.
  func target(_ target: String) -> String {
    query.isEmpty ? target : target + (target.contains("?") ? "&" : "?") + query
  }
}
