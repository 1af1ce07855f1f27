import PlumblineContractModel

/// The header field that an import assumes to be an idempotency key. The assumption is based on its name alone, because
/// documents don't state its meaning.
struct KeyProposal: CustomStringConvertible {
  private static let names: Set<String> = ["idempotency-key", "x-idempotency-key"]

  let name: String
  private let count: Int

  /// Returns `nil` if no POST that creates items has such a header field. Also returns `nil` if one that has it doesn't
  /// document an error for a key that is used with different content, because the mock would then respond with an
  /// undocumented error.
  init?(for contract: Contract) {
    let keyed = contract.endpoints.compactMap { endpoint -> (name: String, endpoint: Endpoint)? in
      guard endpoint.request.method == .post, !endpoint.isSafe else { return nil }
      return endpoint.headers.first { Self.names.contains($0.name.lowercased()) }.map { ($0.name, endpoint) }
    }
    guard let name = keyed.first?.name, keyed.allSatisfy({ $0.name.lowercased() == name.lowercased() }),
      keyed.contains(where: { $0.endpoint.states.contains { $0.action == .create } }),
      keyed.allSatisfy({ $0.endpoint.failureOfReusedKey != nil })
    else { return nil }
    self.name = name
    count = keyed.count
  }

  var description: String {
    let endpoints = count == 1 ? "one POST" : "\(count) POSTs"
    return
      "Idempotency: the header \(name) of \(endpoints) is assumed to be the key by which retries are recognized."
  }
}
