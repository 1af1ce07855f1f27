import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages

/// The handling of failed calls that prove nothing for or against the server.
extension CallVerifier {
  /// Returns the outcome to report. A failure that can't be blamed on either side isn't counted. If a variable would
  /// help, the outcome mentions it.
  func revised(
    _ outcome: CallOutcome, of call: Call, to endpoint: Endpoint, _ lookups: VariableLookups, _ records: ServerRecords?
  ) -> CallOutcome {
    if let reason = postponement(of: outcome) {
      var postponed = excused(call, outcome, reason)
      postponed.outage = outcome.outage
      return postponed
    }
    // An undocumented 404 for a made-up value means that the contract lacks a status, and says nothing about the
    // endpoint.
    let isOpen = outcome.drift.contains { $0.isIgnoredRefusal || $0.rule == .response.status.undocumented }
    guard outcome.line.outcome == .failed || isOpen else { return outcome }
    if let reason = excuse(for: call, of: endpoint, outcome, lookups, records) {
      return excused(call, outcome, reason)
        .noticingAbsence(of: call.guesses.madeUpInPath(lookups.defaulted))
    }
    var hinted = outcome
    if let hint = hint(for: call, of: endpoint, outcome, lookups, records) {
      hinted.line.reason = (outcome.line.reason ?? "it failed") + "; " + hint
    }
    return hinted
  }

  /// Returns the reason why a failed call proves nothing, or `nil` if it proves something.
  ///
  /// - Parameter records: The records of a run against a real server, or `nil` on a mock.
  func excuse(
    for call: Call, of endpoint: Endpoint, _ outcome: CallOutcome, _ lookups: VariableLookups, _ records: ServerRecords?
  ) -> String? {
    guard outcome.outage == nil, let exchange = exchange(with: endpoint, in: outcome),
      let status = exchange.response?.status
    else { return nil }
    if records != nil, let replay = call.replay {
      return excuse(for: replay, call, of: endpoint, status, lookups)
    }
    return records.flatMap { records in
      removedBefore(call, outcome, records.ledger) ?? forcedBefore(call, outcome, records.ledger)
        ?? madeBefore(call, endpoint, exchange, status, records.ledger)
    }
      ?? nothingThere(call, endpoint, outcome, status)
      ?? guessed(call, of: endpoint, exchange.request, status, lookups, isOnServer: records != nil)
  }

  /// Returns the reason why a call failed if the server asked it to wait, either for longer than the call may take or
  /// before a request that may not be repeated, or `nil` for any other call.
  func postponement(of outcome: CallOutcome) -> String? {
    guard outcome.line.outcome == .failed, outcome.outage != nil, let response = outcome.exchanges.last?.response,
      response.asksToWait
    else { return nil }
    let seconds = RetryAfter.seconds(response.headers, now: options.clock.now())
    let status = "\(response.status) \(HTTPStatus.reason(for: response.status))"
    return
      "the server asked to wait \(seconds) s (\(status)), but --timeout doesn't allow that long or the request can't be retried"
  }

  /// Returns a skipped call instead of a failed one. Drift in its responses is still reported.
  func excused(_ call: Call, _ outcome: CallOutcome, _ reason: String) -> CallOutcome {
    var skip = plan.skipped(call, reason)
    skip.exchanges = outcome.exchanges
    skip.variables = outcome.variables
    skip.usedValues = outcome.usedValues
    // Keep no other findings about the client: it was right to throw an error, and accepting a caller that needn't be
    // rejected wasn't wrong. A crash is never excused.
    skip.drift = outcome.drift.filter { drift in
      drift.rule == Rule.client.crashed || drift.rule.group != .client && !drift.isIgnoredRefusal
    }
    if !skip.drift.isEmpty {
      skip.line.outcome = .drifted
    }
    return skip
  }

  /// Returns a hint about the variables that would help a call that a real server rejected, because the call used their
  /// defaults or because they hold a credential that the server doesn't know. Returns `nil` if none would help.
  func hint(
    for call: Call, of endpoint: Endpoint, _ outcome: CallOutcome, _ lookups: VariableLookups, _ records: ServerRecords?
  ) -> String? {
    guard records != nil, call.expectation == .success,
      let status = exchange(with: endpoint, in: outcome)?.response?.status
    else { return nil }
    if status == 401, let persona = try? plan.persona(of: call) {
      let names = plan.credentials.variables(for: persona, calling: endpoint)
      return names.isEmpty
        ? nil : "the server doesn't accept the \(names.count == 1 ? "value" : "values") of \(Spelling.list(names))"
    }
    guard [400, 403, 404, 409, 410, 422].contains(status) else { return nil }
    let names = lookups.defaulted
    return names.isEmpty
      ? nil : "set the values of this server with " + names.map { "--var \($0)=…" }.joined(separator: " ")
  }

  private func exchange(with endpoint: Endpoint, in outcome: CallOutcome) -> Exchange? {
    outcome.exchanges.last { exchange in
      guard case .found(let found) = contract.router.route(exchange.request) else { return false }
      return found.id == endpoint.id
    }
  }

  // MARK: - Recorded refusals

  /// Returns the reason why a real server may accept a request that was rejected in its recording, or may reject it
  /// differently.
  private func excuse(
    for replay: Replay, _ call: Call, of endpoint: Endpoint, _ status: Int, _ lookups: VariableLookups
  ) -> String? {
    guard endpoint.documents(status) else { return nil }
    if status >= 400 {
      let isOfPlace = endpoint.mayMean(.missing, by: status) || endpoint.mayMean(.forbidden, by: status)
      guard isOfPlace || replay.dependsOnServer && !isOfCallerOrServer(status, at: endpoint) else { return nil }
      let missing = lookups.defaulted.filter { name in call.guesses.identifiers.contains { $0.variable == name } }
      return "the server responds with \(status), most likely because it doesn't have the item in \(replay.recording)"
        + (missing.isEmpty ? "" : "; it " + VariableNeeded.sentence(missing))
    }
    guard replay.dependsOnServer else { return nil }
    return "the recorded \(replay.status) of \(replay.recording) depends on the server's data and the caller; this "
      + "server responds with \(status)"
  }

  private func isOfCallerOrServer(_ status: Int, at endpoint: Endpoint) -> Bool {
    status >= 500 || [.unauthenticated, .limit, .server].contains { endpoint.mayMean($0, by: status) }
  }

  // MARK: - Guesses

  /// Returns the reason why a refusal proves nothing if the request's values may not exist on the server, or `nil` for
  /// any other response.
  private func guessed(
    _ call: Call, of endpoint: Endpoint, _ request: Request, _ status: Int, _ lookups: VariableLookups,
    isOnServer: Bool
  ) -> String? {
    guard status >= 400, call.guesses.isMade || isOnServer else { return nil }
    let identifiers = call.guesses.identifiers.filter { lookups.defaulted.contains($0.variable) }
    let isAbsence = [404, 410].contains(status)
    let mayBeIdentifier =
      isAbsence || endpoint.mayMean(.missing, by: status)
      || endpoint.mayMean(.forbidden, by: status) && endpoint.documents(status)
    if call.expectation == .success, mayBeIdentifier, !identifiers.isEmpty {
      return call.guesses.isMade
        ? unknown(identifiers, request, of: endpoint)
        : "the server doesn't have the item in the recording; it " + needed(identifiers)
    }
    guard call.guesses.isMade, endpoint.documents(status) else { return nil }
    // If the API documents this error, it checks the caller first, so a missing item makes no difference.
    if case .failure(let name) = call.expectation, endpoint.failure(name)?.statuses.contains(status) ?? true {
      return nil
    }
    if isAbsence, !identifiers.isEmpty { return unknown(identifiers, request, of: endpoint) }
    return refusedValues(call.guesses, identifiers, at: endpoint, status)
  }

  /// Returns the reason why a documented 404 for a path without an item isn't a failure: the resource, such as a backup
  /// or a draft, may be empty. Returns `nil` for any other response, or for a call whose author expects something
  /// there.
  private func nothingThere(_ call: Call, _ endpoint: Endpoint, _ outcome: CallOutcome, _ status: Int) -> String? {
    guard call.guesses.isMade, call.expectation == .success, [404, 410].contains(status), endpoint.path.isEmpty,
      endpoint.documents(status), !outcome.drift.contains(where: { $0.rule == .endpoint.missing })
    else { return nil }
    return "the server has no matching data: it responds with \(status), which is documented"
  }

  private func needed(_ identifiers: [CallGuesses.Identifier]) -> String {
    VariableNeeded.sentence(identifiers.map(\.variable))
  }

  private func unknown(
    _ identifiers: [CallGuesses.Identifier], _ request: Request, of endpoint: Endpoint
  ) -> String {
    let sent = endpoint.request.template.match(request.path) ?? [:]
    let names = identifiers.map { identifier in
      identifier.variable + (identifier.parameter.flatMap { sent[$0] }.map { "=\($0)" } ?? "")
    }.joined(separator: ", ")
    let flags = identifiers.map { "--var \($0.variable)=…" }.joined(separator: " ")
    let places = identifiers.compactMap(\.location).map { "\($0)" }.joined(separator: " and ")
    return "the server has no item for made-up values (\(names)): set existing ones with \(flags)"
      + (places.isEmpty ? "" : ", or with \"examples\" at \(places)")
  }

  /// Returns a sentence about made-up values that the server rejected. A value listed in the contract is mentioned only
  /// if another one could be valid.
  private func refusedValues(
    _ guesses: CallGuesses, _ identifiers: [CallGuesses.Identifier], at endpoint: Endpoint, _ status: Int
  ) -> String? {
    let isState = [.conflict, .precondition].contains { endpoint.mayMean($0, by: status) }
    // If nothing in the path can be missing, an item in the query or the body may be.
    let isValue =
      [.invalid, .malformed].contains { endpoint.mayMean($0, by: status) }
      || endpoint.path.isEmpty && endpoint.mayMean(.missing, by: status)
    guard isState || isValue else { return nil }
    let places =
      guesses.values.filter { isState || !$0.isListed }.map { "\($0.name) (\($0.location))" }
      + identifiers.compactMap { identifier in identifier.location.map { "\(identifier.variable) (\($0))" } }
    guard !places.isEmpty else { return nil }
    return "the server rejects the made-up values with \(status): add \"examples\" that it accepts at "
      + places.joined(separator: ", ")
  }

  // MARK: - Removed items

  /// Returns the reason why a call for an item that an earlier call removed proves nothing, or `nil` for any other
  /// call.
  private func removedBefore(_ call: Call, _ outcome: CallOutcome, _ ledger: ItemLedger) -> String? {
    guard call.expectation == .success, let last = outcome.exchanges.last, [404, 410].contains(last.response?.status),
      let item = WireReading(last.request, in: contract)?.item, let entry = ledger.entry(item)
    else { return nil }
    if let request = entry.lostBy { return "\(item) has been gone since \(request); see \(Rule.effect.notApplied.id)" }
    guard entry.isRemoved, entry.call != call.title else { return nil }
    return "\(item) was removed by \"\(entry.call)\""
  }
}

extension CallVerifier {
  /// Returns the reason why a request that should have been rejected proves nothing: an earlier such request has left
  /// the item in a state that the contract doesn't describe. Returns `nil` for any other request.
  private func forcedBefore(_ call: Call, _ outcome: CallOutcome, _ ledger: ItemLedger) -> String? {
    guard outcome.drift.contains(where: { $0.rule == Rule.effect.guardIgnored }), let last = outcome.exchanges.last,
      let item = WireReading(last.request, in: contract)?.item, let forced = ledger.entry(item)?.forcedBy,
      forced != call.title
    else { return nil }
    return
      "since \"\(forced)\", \(item) has been in a state that the contract forbids; see \(Rule.effect.guardIgnored.id)"
  }
}

extension CallVerifier {
  /// Returns the reason why a rejected creation is inconclusive: the same request succeeded before, and a server may
  /// accept a name or number only once. Returns `nil` for any other call, or if the created item has been removed.
  private func madeBefore(
    _ call: Call, _ endpoint: Endpoint, _ exchange: Exchange, _ status: Int, _ ledger: ItemLedger
  ) -> String? {
    let mayBeTaken = status == 409 || [400, 422].contains(status) && endpoint.documents(status)
    guard call.expectation == .success, mayBeTaken else { return nil }
    if let item = ledger.latest(madeBy: exchange) {
      guard ledger.isOurs(item), let entry = ledger.entry(item) else { return nil }
      return
        "the server responds with \(status) although \(item) exists, which \"\(entry.call)\" created with the same request"
    }
    guard let reading = WireReading(exchange.request, in: contract), reading.rule.map({ $0.action == .create }) ?? true,
      !exchange.request.method.isIdempotent, let earlier = ledger.call(thatSent: exchange.request)
    else { return nil }
    return "the server responds with \(status) to a request that succeeded before, in \"\(earlier)\""
  }
}

extension Drift {
  /// A Boolean value that indicates whether a server executed a request that it should have rejected.
  var isIgnoredRefusal: Bool {
    [Rule.effect.guardIgnored, Rule.access.credentialIgnored, Rule.access.permissionIgnored].contains(rule)
  }
}
