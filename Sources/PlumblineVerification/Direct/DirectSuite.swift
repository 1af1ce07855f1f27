import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineProxying
import PlumblineRecordings

/// The calls of a service that has no Swift client, or without it: requests made from recordings and schemas.
///
/// They are judged as a client's are, but for what a client would make of the answers: a refusal that is expected passes
/// whatever it says to a person. The rules of a real server hold for them as well.
package struct DirectSuite: CallSuite {
  /// A refused request, as a client would throw it.
  private struct Refusal: Error {
    let failure: ClientFailure
  }

  package let service: String
  package let calls: [Call]
  package let variables: [SuiteVariable]

  /// - Parameter client: sends the requests to the verifier's own server.
  package init(contract: Contract, recordings: [Recording], client: UpstreamClient) {
    service = contract.service
    let names = DirectNames(contract, recordings)
    let changesAccount = contract.endpoints.contains { Self.changesAccount($0) }
    variables = names.variables + (changesAccount ? [Self.account] : [])
    calls = contract.endpoints.flatMap { endpoint in
      Self.calls(of: endpoint, recordings.filter { $0.endpoint == endpoint.id }, names, contract, client)
    }
  }

  package func failure(of error: any Error) -> ClientFailure {
    (error as? Refusal)?.failure ?? ClientFailure(.other, message: "\(error)")
  }

  private static let account = SuiteVariable(
    "disposable_account", "yes, if what the account is called and how it logs in may change for good", from: .expendable
  )

  /// Whether a request changes the caller's own account: the item that the caller is.
  private static func changesAccount(_ endpoint: Endpoint) -> Bool {
    !endpoint.isSafe
      && endpoint.states.contains { rule in
        guard [.update, .append, .delete].contains(rule.action), case .persona = rule.key else { return false }
        return true
      }
  }

  private static func calls(
    of endpoint: Endpoint, _ recordings: [Recording], _ names: DirectNames, _ contract: Contract,
    _ client: UpstreamClient
  ) -> [Call] {
    let spendsSession = OwnSessions.spending(of: endpoint) != nil
    let changesAccount = changesAccount(endpoint)
    func call(
      _ name: String, _ draft: DirectDraft, as caller: Call.Caller = .first,
      expecting expectation: Call.Expectation = .success, by means: Call.Means = .data, needsOwnItem: Bool = false
    ) -> Call {
      var call = Call(endpoint.id, name, as: caller, expecting: expectation, by: means) { context in
        if changesAccount, caller != .nobody { _ = try context.text(account.name, default: "yes") }
        var context = context
        if spendsSession, context.isOnServer, caller != .nobody {
          context = try await DirectLogin(contract, names).opened(in: context) { request, context in
            try await send(request, in: context, contract, client)
          }
        }
        let request = try draft.request(in: context)
        _ = try await send(request, in: context, contract, client)
        return ()
      }
      call.needsOwnItem = needsOwnItem
      return call
    }
    var calls: [Call] = []
    var seen: Set<DirectDraft.Key> = []
    for recording in recordings where recording.response.status < 400 {
      let draft = DirectDraft(recording.request, of: endpoint, contract: contract, names: names)
      guard seen.insert(draft.key).inserted else { continue }
      calls.append(call("sends what \(recording.name) recorded", draft, as: caller(of: recording)))
    }
    if calls.isEmpty, let draft = DirectDraft(madeFor: endpoint, contract: contract, names: names) {
      calls.append(call("sends a request made from the contract", draft))
    }
    guard let draft = calls.isEmpty ? nil : plain(endpoint, recordings, names, contract) else { return [] }
    // The common failures come after the endpoint's own, such as a login's wrong password.
    if !endpoint.authentication.isOptional, let failure = endpoint.failure(for: .unauthenticated) {
      calls.append(call("sends no credentials", draft, as: .nobody, expecting: .failure(failure.name)))
    }
    for recording in recordings where recording.response.status >= 400 && recording.caller != .nobody {
      let recorded = DirectDraft(
        recording.request, of: endpoint, contract: contract, names: names, keepsBody: true)
      guard let failure = failure(of: recording, endpoint, contract) else {
        // A refusal that the contract has left out. Where asking does no harm, a real server may show it, too.
        let mayAsk = endpoint.isSafe && Recording.isByData(recording.response.status) && !seen.contains(recorded.key)
        calls.append(
          call(
            "sends what \(recording.name) recorded", recorded, as: caller(of: recording),
            by: mayAsk ? .data : .recording(recording.name), needsOwnItem: true))
        continue
      }
      // What a server refuses because of the request alone, any server can be asked; the rest only a mock can play. A
      // request that is recorded as a success, too, isn't refused for what it says.
      let isForItsValues = endpoint.occasions(of: failure).contains { $0 == .invalid || $0 == .malformed }
      let isAsked = isForItsValues && !seen.contains(recorded.key)
      calls.append(
        call(
          "sends what \(recording.name) recorded", recorded, as: caller(of: recording),
          expecting: .failure(failure.name), by: isAsked ? .data : .recording(recording.name),
          needsOwnItem: true))
    }
    return calls
  }

  private static func plain(
    _ endpoint: Endpoint, _ recordings: [Recording], _ names: DirectNames, _ contract: Contract
  ) -> DirectDraft? {
    recordings.first { $0.response.status < 400 }
      .map { DirectDraft($0.request, of: endpoint, contract: contract, names: names) }
      ?? DirectDraft(madeFor: endpoint, contract: contract, names: names)
  }

  private static func caller(of recording: Recording) -> Call.Caller {
    switch recording.caller {
    case .anyone: .first
    case .persona(let name): .persona(name)
    case .nobody: .nobody
    }
  }

  /// The documented failure that a recording shows.
  private static func failure(of recording: Recording, _ endpoint: Endpoint, _ contract: Contract) -> Failure? {
    let status = recording.response.status
    let code = contract.errorCode(of: recording.responseBody, at: status, from: endpoint)
    let fitting = endpoint.failures(at: status)
    return fitting.first { failure in code.map(failure.codes.contains) ?? false } ?? fitting.first
  }

  private static func send(
    _ request: Request, in context: CallContext, _ contract: Contract, _ client: UpstreamClient
  ) async throws -> Response {
    let base = try BaseURL(parsing: context.baseURL)
    // The verifier's own deadline comes first.
    let exchange = await client.exchange(request, with: base, deadline: context.deadline * 2)
    guard let response = exchange.response else {
      throw Refusal(failure: ClientFailure(.network, message: exchange.failure?.message ?? "no answer"))
    }
    let isDone = WireReading(exchange.request, in: contract)?.isDone(response) ?? true
    guard response.status < 400, isDone || response.status >= 300 else {
      let kinds = ClientFailure.Kind.fitting(status: response.status)
      let kind = ClientFailure.Kind.allCases.first(where: kinds.contains) ?? .server
      throw Refusal(failure: ClientFailure(kind, message: "the answer was \(response.status)"))
    }
    return response
  }
}
