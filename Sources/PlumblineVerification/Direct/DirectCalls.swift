import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineRecordings

/// The calls of one endpoint: what is recorded of it, once without credentials, and the refusals that are recorded.
struct DirectCalls {
  let endpoint: Endpoint
  /// Those of the endpoint.
  let recordings: [Recording]
  let names: DirectNames
  let sender: DirectSender
  /// The variable that a call needs which changes the caller's own account; `nil` where none does.
  let account: String?

  private var contract: Contract { sender.contract }

  var all: [Call] {
    var seen: Set<DirectDraft.Key> = []
    let successes = successes(&seen)
    guard !successes.isEmpty, let draft = plain else { return [] }
    return successes + anonymous(draft) + refusals(unlike: seen)
  }

  private func call(
    _ name: String, _ draft: DirectDraft, as caller: Call.Caller = .first,
    expecting expectation: Call.Expectation = .success, by means: Call.Means = .data, needsOwnItem: Bool = false
  ) -> Call {
    let spendsSession = OwnSessions.spending(of: endpoint) != nil
    let (account, names, sender) = (account, names, sender)
    var call = Call(endpoint.id, name, as: caller, expecting: expectation, by: means) { context in
      if let account, caller != .nobody { _ = try context.text(account, default: "yes") }
      var context = context
      if spendsSession, context.isOnServer, caller != .nobody {
        context = try await DirectLogin(sender.contract, names).opened(in: context) { request, context in
          try await sender.send(request, in: context)
        }
      }
      _ = try await sender.send(try draft.request(in: context), in: context)
      return ()
    }
    call.needsOwnItem = needsOwnItem
    return call
  }

  // MARK: - What succeeds

  private func successes(_ seen: inout Set<DirectDraft.Key>) -> [Call] {
    var calls: [Call] = []
    for recording in recordings where recording.response.status < 400 {
      let draft = DirectDraft(recording.request, of: endpoint, contract: contract, names: names)
      guard seen.insert(draft.key).inserted else { continue }
      calls.append(call("sends what \(recording.name) recorded", draft, as: Self.caller(of: recording)))
    }
    if calls.isEmpty, let draft = made { calls.append(call("sends a request made from the contract", draft)) }
    return calls
  }

  private var made: DirectDraft? { DirectDraft(madeFor: endpoint, contract: contract, names: names) }

  /// A request that ought to succeed.
  private var plain: DirectDraft? {
    recordings.first { $0.response.status < 400 }
      .map { DirectDraft($0.request, of: endpoint, contract: contract, names: names) } ?? made
  }

  // MARK: - What is refused

  /// The common failures come after the endpoint's own, such as a login's wrong password.
  private func anonymous(_ draft: DirectDraft) -> [Call] {
    guard !endpoint.authentication.isOptional, let failure = endpoint.failure(for: .unauthenticated) else { return [] }
    return [call("sends no credentials", draft, as: .nobody, expecting: .failure(failure.name))]
  }

  private func refusals(unlike seen: Set<DirectDraft.Key>) -> [Call] {
    recordings.filter { $0.response.status >= 400 && $0.caller != .nobody }.map { recording in
      let draft = DirectDraft(recording.request, of: endpoint, contract: contract, names: names, keepsBody: true)
      let failure = failure(of: recording)
      // A request that is recorded as a success, too, isn't refused for what it says.
      let isAsked = isAsked(recording, failure) && !seen.contains(draft.key)
      return call(
        "sends what \(recording.name) recorded", draft, as: Self.caller(of: recording),
        expecting: failure.map { .failure($0.name) } ?? .success, by: isAsked ? .data : .recording(recording.name),
        needsOwnItem: true)
    }
  }

  /// Whether any server can be asked: what is refused because of the request alone. The rest only a mock can play. A refusal
  /// that the contract has left out a real server may show as well, where asking does no harm.
  private func isAsked(_ recording: Recording, _ failure: Failure?) -> Bool {
    guard let failure else { return endpoint.isSafe && Recording.isByData(recording.response.status) }
    return endpoint.occasions(of: failure).contains { $0 == .invalid || $0 == .malformed }
  }

  /// The documented failure that a recording shows.
  private func failure(of recording: Recording) -> Failure? {
    let status = recording.response.status
    let code = contract.errorCode(of: recording.responseBody, at: status, from: endpoint)
    let fitting = endpoint.failures(at: status)
    return fitting.first { failure in code.map(failure.codes.contains) ?? false } ?? fitting.first
  }

  private static func caller(of recording: Recording) -> Call.Caller {
    switch recording.caller {
    case .anyone: .first
    case .persona(let name): .persona(name)
    case .nobody: .nobody
    }
  }
}
