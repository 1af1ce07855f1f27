import PlumblineContractModel

/// Where a contract's credentials travel: what says who is calling, and not what is asked for.
struct CredentialNames: Sendable {
  /// The query parameters.
  let query: Set<String>
  /// The header fields, in lower case.
  let headers: Set<String>

  init(_ contract: Contract) {
    query = Set(
      contract.credentials.compactMap { if case .query(let name) = $0.carrier { name } else { nil } })
    headers = Set(contract.credentials.compactMap(\.headerName))
  }
}
