import PlumblineASCII
import PlumblineContractModel

/// The response header fields that change with every response and whose values no contract describes.
package struct ResponseFields: Sendable {
  private static let changing = [
    "age", "cf-ray", "date", "server-timing", "traceparent", "x-correlation-id", "x-request-id", "x-response-time",
    "x-runtime", "x-timer", "x-trace-id",
  ]

  private let names: [[UInt8]]

  /// - Parameter named: the fields that contracts name, in any letter case; their values are checked.
  package init(except named: some Sequence<String>) {
    let named = Set(named.map { $0.lowercased() })
    names = Self.changing.filter { !named.contains($0) }.map { Array($0.utf8) }
  }

  /// Creates the fields that none of the contracts documents.
  package init(_ contracts: some Sequence<Contract>) {
    let endpoints = contracts.flatMap(\.endpoints)
    self.init(
      except: endpoints.flatMap { endpoint in
        endpoint.answers.flatMap { $0.headers.map(\.name) } + endpoint.failures.flatMap { $0.headers.map(\.name) }
      })
  }

  func contains(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let first = name.first?.lowercased else { return false }
    return names.contains { known in
      known[0] == first && known.count == name.count && zip(known, name).allSatisfy { $0 == $1.lowercased }
    }
  }
}
