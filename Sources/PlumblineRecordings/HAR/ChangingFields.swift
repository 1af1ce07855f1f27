import PlumblineASCII
import PlumblineContractModel

/// The header fields that change with every message and aren't described by contracts.
package struct ChangingFields: Sendable {
  /// The message that contains a field.
  enum Side {
    case request
    case response
  }

  /// The fields that clients and proxies use to number requests.
  private static let numbering = [
    "cf-ray", "sentry-trace", "traceparent", "x-correlation-id", "x-request-id", "x-trace-id",
  ]
  private static let ofResponses =
    numbering + ["age", "date", "server-timing", "x-response-time", "x-runtime", "x-timer"]

  private let requests: [[UInt8]]
  private let responses: [[UInt8]]

  /// - Parameter named: The fields that contracts describe, in any case. Their values are relevant, so they are
  ///   excluded.
  package init(except named: some Sequence<String>) {
    let named = Set(named.map { $0.lowercased() })
    requests = Self.numbering.filter { !named.contains($0) }.map { Array($0.utf8) }
    responses = Self.ofResponses.filter { !named.contains($0) }.map { Array($0.utf8) }
  }

  /// Creates the fields, excluding those that a contract documents, requires, or uses in conditions.
  package init(_ contracts: some Sequence<Contract>) {
    var named: [String] = []
    for contract in contracts {
      named += contract.credentials.compactMap(\.headerName)
      for endpoint in contract.endpoints {
        named += endpoint.headers.map(\.name)
        named += endpoint.answers.flatMap { $0.headers.map(\.name) }
        named += endpoint.failures.flatMap { $0.headers.map(\.name) }
        named += Self.numbering.filter { name in
          endpoint.condition.looksAt(header: name) || endpoint.answers.contains { $0.condition.looksAt(header: name) }
        }
      }
    }
    self.init(except: named)
  }

  func contains(_ name: Slice<UnsafeBufferPointer<UInt8>>, in side: Side) -> Bool {
    guard let first = name.first?.lowercased else { return false }
    return (side == .request ? requests : responses).contains { known in
      known[0] == first && known.count == name.count && zip(known, name).allSatisfy { $0 == $1.lowercased }
    }
  }
}
