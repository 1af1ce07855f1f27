import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineRecordings

/// The calls of one endpoint: its recorded successes, one call without credentials, and its recorded refusals.
struct DirectCalls {
  let endpoint: Endpoint
  /// The endpoint's recordings.
  let recordings: [Recording]
  let names: DirectNames
  let seeds: DirectSeeds
  let sender: DirectSender
  /// The variable that calls require if they change the caller's own account, or `nil` if there are none.
  let account: String?

  private var contract: Contract { sender.contract }

  var all: [Call] {
    var seen: Set<DirectDraft.Key> = []
    let successes = successes(&seen)
    guard !successes.isEmpty, let draft = plain else { return unknownMarkup.map { [$0] } ?? [] }
    return successes + anonymous(draft) + refusals(unlike: seen)
  }

  private func call(
    _ name: String, _ draft: DirectDraft, as caller: Call.Caller = .first,
    expecting expectation: Call.Expectation = .success, by means: Call.Means = .data, needsOwnItem: Bool = false
  ) -> Call {
    let spendsSession = OwnSessions.spending(of: endpoint) != nil
    let (account, names, seeds, sender) = (account, names, seeds, sender)
    var call = Call(endpoint.id, name, as: caller, expecting: expectation, by: means) { context in
      if let account, caller != .nobody { _ = try context.text(account, default: "yes") }
      var context = context
      if spendsSession, context.isOnServer, caller != .nobody {
        context = try await DirectLogin(sender.contract, names, seeds).opened(in: context) { request, context in
          try await sender.send(request, in: context)
        }
      }
      let request = try await Self.conditional(
        try draft.request(in: context), draft, in: context, sender, isToSucceed: expectation == .success)
      _ = try await sender.send(request, in: context, isAnonymous: caller == .nobody)
      return ()
    }
    call.needsOwnItem = needsOwnItem
    call.guesses = draft.guesses
    return call
  }

  /// Returns a request with the server's current values for its conditions. A generated request requires them. A
  /// recorded request keeps its own values if no read shows them, and on a mock if it is expected to be rejected.
  private static func conditional(
    _ request: Request, _ draft: DirectDraft, in context: CallContext, _ sender: DirectSender, isToSucceed: Bool
  ) async throws -> Request {
    var request = request
    var known: Set<ConditionField> = []
    for field in draft.conditions where draft.guesses.isMade || context.isOnServer || isToSucceed {
      guard let value = try await EntityTags(sender: sender).value(for: field, of: request, in: context) else {
        continue
      }
      request.headers[field.rawValue] = value
      known.insert(field)
    }
    if draft.guesses.isMade, let lacked = draft.lackedCondition(having: known, isToSucceed: isToSucceed) {
      throw context.unsendable(
        "it requires \(lacked.rawValue), but no GET on its path returns the \(lacked.source) to send back")
    }
    return request
  }

  // MARK: - Successes

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

  /// The draft generated from the contract. For a batch, this must be an example in the contract, because the effects
  /// of other requests are unknown.
  private var made: DirectDraft? {
    if let batch = endpoint.batch, !batch.hasExample { return nil }
    return DirectDraft(madeFor: endpoint, contract: contract, names: names, seeds: seeds)
  }

  /// The skipped call for an endpoint that requires XML whose elements the contract doesn't describe, or `nil` if the
  /// call can be made, or can't be made for another reason.
  private var unknownMarkup: Call? {
    guard let body = endpoint.body, body.isRequired, made == nil,
      let type = body.content.first(where: { MediaType.isXML($0.mediaType) && $0.schema == nil })?.mediaType
    else { return nil }
    let reason = "its body is \(type), whose content is unknown: add an example, or record a request"
    return Call(endpoint.id, "sends a request made from the contract") { context -> any Sendable in
      throw context.unsendable(reason)
    }
  }

  /// A request that should succeed.
  private var plain: DirectDraft? {
    recordings.first { $0.response.status < 400 }
      .map { DirectDraft($0.request, of: endpoint, contract: contract, names: names) } ?? made
  }

  // MARK: - Refusals

  /// Returns the call without credentials, if the endpoint requires credentials and documents an error for missing
  /// ones. Of several 401s, the last one is expected: common errors follow the endpoint's own, such as a login's wrong
  /// password.
  private func anonymous(_ draft: DirectDraft) -> [Call] {
    let names = endpoint.authentication.names
    // If exactly one credential is required, use the error that the contract documents for it.
    guard !endpoint.authentication.isOptional,
      let failure = endpoint.failure(for: .unauthenticated, about: names.count == 1 ? names[0] : nil)
    else { return [] }
    return [call("sends no credentials", draft, as: .nobody, expecting: .failure(failure.name))]
  }

  private func refusals(unlike seen: Set<DirectDraft.Key>) -> [Call] {
    // Skip recorded 401s without credentials, because the anonymous call covers them.
    let refused = recordings.filter { recording in
      recording.response.status >= 400 && (recording.caller != .nobody || recording.response.status != 401)
    }
    return refused.map { recording in
      let draft = DirectDraft(
        recording.request, of: endpoint, contract: contract, names: names, keepsBody: true,
        keeping: endpoint.isSafe ? suspects(of: recording) : [])
      let failure = failure(of: recording)
      // A request that also succeeded in a recording wasn't rejected because of its content.
      let isAsked = isAsked(recording, failure) && !seen.contains(draft.key)
      var call = call(
        "sends what \(recording.name) recorded", draft, as: Self.caller(of: recording),
        expecting: failure.map { .failure($0.name) } ?? .success, by: isAsked ? .data : .recording(recording.name),
        needsOwnItem: true)
      call.replay = replay(of: recording, failure, isAsked: isAsked)
      return call
    }
  }

  /// Returns the path parameters that may be the reason for a recorded refusal: those whose values appear in no success
  /// of the endpoint.
  private func suspects(of recording: Recording) -> Set<String> {
    func values(_ recording: Recording) -> [String: String] {
      endpoint.request.template.match(recording.request.path) ?? [:]
    }
    let good = recordings.filter { $0.response.status < 400 }.map(values)
    return Set(values(recording).filter { name, value in !good.contains { $0[name] == value } }.keys)
  }

  /// Returns the way to replay a recorded refusal on a real server, or `nil` if the request changes something, or if
  /// the refusal was due to chance, a server error or missing credentials.
  private func replay(of recording: Recording, _ failure: Failure?, isAsked: Bool) -> Replay? {
    let status = recording.response.status
    let occasions = failure.map(endpoint.occasions) ?? []
    let isOfServer = occasions.contains { [.unauthenticated, .limit, .server].contains($0) }
    guard endpoint.isSafe, status < 500, !isOfServer, !Self.byChance.contains(status) else { return nil }
    return Replay(
      recording: recording.name, status: status,
      dependsOnServer: !isAsked && !Self.byRequest.contains(status))
  }

  /// The statuses that the same request receives only occasionally.
  private static let byChance: Set<Int> = [401, 402, 407, 408, 421, 423, 425, 429]
  /// The statuses that a request receives because of its content, regardless of the server's data.
  private static let byRequest: Set<Int> = [400, 405, 406, 411, 413, 414, 415, 417, 422, 426, 431]

  /// Returns a Boolean value that indicates whether a recorded refusal can be expected from any server because it
  /// depends only on the request. Other refusals can be reproduced only by a mock, except that a harmless request with
  /// an undocumented refusal is also sent to a real server.
  private func isAsked(_ recording: Recording, _ failure: Failure?) -> Bool {
    guard let failure else { return endpoint.isSafe && Recording.isByData(recording.response.status) }
    return endpoint.occasions(of: failure).contains { $0 == .invalid || $0 == .malformed }
  }

  /// Returns the documented error that a recording contains.
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
