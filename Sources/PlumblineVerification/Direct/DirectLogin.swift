import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The login for a call that ends its own session.
struct DirectLogin: Sendable {
  private let contract: Contract
  private let names: DirectNames
  private let seeds: DirectSeeds

  init(_ contract: Contract, _ names: DirectNames, _ seeds: DirectSeeds) {
    self.contract = contract
    self.names = names
    self.seeds = seeds
  }

  /// Returns the call's context with the credentials that a login issues.
  ///
  /// - Throws: ``LoginNeeded`` if the contract has no login, or if the environment lacks the login values.
  func opened(
    in context: CallContext, send: (Request, CallContext) async throws -> Response
  ) async throws -> CallContext {
    for endpoint in contract.endpoints {
      guard let rule = endpoint.states.first(where: { $0.action == .login }),
        let draft = DirectDraft(madeFor: endpoint, contract: contract, names: names, seeds: seeds)
      else { continue }
      for name in contract.personas.first?.login?.members.keys ?? [] { _ = try context.login(name) }
      let request = try draft.request(in: context)
      let response = try await send(request, context)
      guard let payload = WireReading(request, in: contract)?.payload(of: response) else { break }
      var credentials = context.credentials
      for assignment in rule.assignments {
        guard case .address(.credential(let name)) = assignment.value else { continue }
        credentials[name] = payload.at(assignment.target)?.string
      }
      return context.with(credentials: credentials)
    }
    throw context.noLogin(
      "it ends a session, and the contract has no login that could open a new one")
  }
}
