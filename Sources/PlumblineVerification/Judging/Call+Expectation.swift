import PlumblineContractModel

extension Call {
  /// The failure that the call expects, as its endpoint documents it.
  package func promisedFailure(of endpoint: Endpoint) -> Failure? {
    guard case .failure(let name) = expectation else { return nil }
    return endpoint.failure(name)
  }

  /// What is wrong with the failure that the call expects; `nil` when the endpoint documents it.
  ///
  /// A call that waits for a failure nobody promised would pass on anything, so it isn't run.
  package func misunderstanding(of endpoint: Endpoint) -> String? {
    guard case .failure(let name) = expectation, endpoint.failure(name) == nil else { return nil }
    let hint = Spelling.suggestion(for: name, among: endpoint.failures.map(\.name))
    return "the call expects the failure \"\(name)\", which \(endpoint.id) doesn't document\(hint)"
  }
}
