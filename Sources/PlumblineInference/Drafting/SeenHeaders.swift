import PlumblineHTTPMessages
import PlumblineJSONTree

/// The relevant header fields of some responses, and whether they were in all responses.
struct SeenHeaders {
  /// The header fields that contracts don't promise.
  private static let plain: Set<String> = [
    "accept-ranges", "cache-control", "content-disposition", "content-language", "content-security-policy",
    "content-type", "expires",
    "permissions-policy", "pragma", "referrer-policy", "set-cookie", "timing-allow-origin", "vary", "allow", "p3p",
    "x-content-type-options", "x-dns-prefetch-control", "x-download-options", "x-frame-options",
    "x-permitted-cross-domain-policies", "x-ua-compatible", "x-xss-protection", "backoff",
  ]
  private static let leastForRequired = 3

  private var order: [String] = []
  private var counts: [String: Int] = [:]
  private var total = 0
  /// The minimum number of responses needed to conclude that a field is always present. If all exchanges were written
  /// by hand, one is enough.
  private var least = SeenHeaders.leastForRequired

  init(_ exchanges: [SeenExchange] = []) {
    for exchange in exchanges { add(exchange.response) }
    if !exchanges.isEmpty, exchanges.allSatisfy(\.isChosen) { least = 1 }
  }

  mutating func add(_ response: Response) {
    total += 1
    var own: Set<String> = []
    for (name, _) in response.headers where Self.isTelling(name.lowercased()) && own.insert(name.lowercased()).inserted
    {
      if counts[name.lowercased()] == nil { order.append(name) }
      counts[name.lowercased(), default: 0] += 1
    }
  }

  private static func isTelling(_ name: String) -> Bool {
    !plain.contains(name) && !KnownFields.isAny([.connection, .proxy, .delivery, .passage, .server], name)
      && !["access-control-", "cross-origin-", "plumbline-", "preference-", "cf-", "sec-"].contains {
        name.hasPrefix($0)
      }
  }

  /// Writes the description of the fields in a contract.
  ///
  /// - Parameter mayBeRequired: A Boolean value that indicates whether fields that all responses have are promised.
  func write(into json: inout JSONBuilder, mayBeRequired: Bool = true) {
    guard !order.isEmpty else { return }
    json.member(
      "headers",
      .object(
        order.map { name in
          let isRequired = mayBeRequired && total >= least && counts[name.lowercased()] == total
          let schema = JSON.object([("type", "string")])
          return (name, .object((isRequired ? [("required", true)] : []) + [("schema", schema)]))
        }))
  }
}
