import PlumblineContractModel
import PlumblineHTTPMessages
import Synchronization

/// The session ids that a server issues with an error response, and that later requests send.
final class HandedOutIds: Sendable {
  /// A caller's credential. The caller is identified by the request's other credentials.
  private struct Key: Hashable {
    let credential: String
    let others: [String]
  }

  private let contract: Contract
  private let values = Mutex<[Key: String]>([:])

  init(contract: Contract) { self.contract = contract }

  /// Returns a request with the ids that were issued to its caller, unless it already has some.
  func completed(_ request: Request) -> Request {
    var request = request
    for (credential, field) in wanted(by: request) where !request.headers.contains(field) {
      guard let value = values.withLock({ $0[key(credential, request)] }) else { continue }
      request.headers[field] = value
    }
    return request
  }

  /// Returns the request with the ids that its response issues, or `nil` if there are no new ones.
  func retry(_ request: Request, after response: Response) -> Request? {
    var again = request
    for (credential, field) in wanted(by: request, refusedWith: response.status) {
      guard let value = response.headers[field], !value.isEmpty, value != request.headers[field] else { continue }
      values.withLock { $0[key(credential, request)] = value }
      again.headers[field] = value
    }
    return again.headers == request.headers ? nil : again
  }

  /// Returns the issued credentials that a request's endpoint requires, with their header fields.
  private func wanted(by request: Request, refusedWith status: Int? = nil) -> [(credential: Credential, field: String)]
  {
    guard case .found(let endpoint) = contract.router.route(request) else { return [] }
    return endpoint.authentication.names.compactMap { name in
      guard let credential = contract.credential(name), let refusal = endpoint.refusal(handingOut: credential),
        case .header(let field) = credential.carrier, status.map(refusal.statuses.contains) ?? true
      else { return nil }
      return (credential, field)
    }
  }

  private func key(_ credential: Credential, _ request: Request) -> Key {
    let names = contract.credentials.map(\.name).filter { $0 != credential.name }
    let shown = CredentialValues(request, names: names, in: contract)
    return Key(credential: credential.name, others: names.map { shown[$0] ?? "" })
  }
}
