import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineProxying
import PlumblineRecordings

/// The calls of a service, created from recordings and schemas instead of its Swift client.
///
/// The calls are checked like a client's, except that nothing decodes the responses, so an expected refusal passes
/// regardless of its message. The rules for real servers apply as well.
package struct DirectSuite: CallSuite {
  package let service: String
  package let calls: [Call]
  package let variables: [SuiteVariable]

  /// - Parameter client: A closure that sends the requests to the verifier's own server.
  package init(contract: Contract, recordings: [Recording], client: UpstreamClient) {
    service = contract.service
    let names = DirectNames(contract, recordings)
    let seeds = DirectSeeds(contract, recordings, names)
    let own = Dictionary(grouping: recordings, by: \.endpoint)
    let changesAccount = contract.endpoints.contains { Self.changesAccount($0) }
    let logsIn = contract.endpoints.contains { $0.states.contains { $0.action == .login } }
    variables = names.variables + (changesAccount ? [Self.account] : []) + (logsIn ? [SuiteVariable.lockable] : [])
    calls = contract.endpoints.flatMap { endpoint in
      DirectCalls(
        endpoint: endpoint, recordings: own[endpoint.id] ?? [], names: names, seeds: seeds,
        sender: DirectSender(contract: contract, client: client),
        account: Self.changesAccount(endpoint) ? Self.account.name : nil
      ).all
    }
  }

  package func failure(of error: any Error) -> ClientFailure {
    (error as? DirectSender.Refusal)?.failure ?? ClientFailure(.other, message: "\(error)")
  }

  private static let account = SuiteVariable(
    "disposable_account", "yes, to allow permanent changes to the account's name and credentials", from: .expendable
  )

  /// Returns a Boolean value that indicates whether a request changes the caller's own account: the item that
  /// represents the caller.
  private static func changesAccount(_ endpoint: Endpoint) -> Bool {
    !endpoint.isSafe
      && endpoint.states.contains { rule in
        guard [.update, .append, .delete].contains(rule.action), case .persona = rule.key else { return false }
        return true
      }
  }
}
