import PlumblineContractModel

extension RunPlan {
  /// Returns the checks of a server that follow a suite's calls, or `nil` if no valid requests are known because no
  /// call got a result.
  ///
  /// - Parameter outcomes: The outcome of each call, or `nil` for one that wasn't run.
  func checks(_ records: ServerRecords, after outcomes: [CallOutcome?], _ health: ServerHealth) -> ServerChecks? {
    guard health.reasonToStop == nil, outcomes.contains(where: { $0.map { $0.line.outcome != .skipped } ?? false })
    else { return nil }
    let exchanges = outcomes.flatMap { $0?.exchanges ?? [] } + records.items.exchanges
    var refusals: [String: Set<String>] = [:]
    for (call, outcome) in zip(calls, outcomes) where outcome.map({ $0.line.outcome != .skipped }) ?? false {
      if case .failure(let name) = call.expectation, call.means == .data {
        refusals[call.endpoint, default: []].insert(name)
      }
    }
    var context = CheckContext(
      contract: contract, credentials: credentials, writes: writes, secrets: secrets,
      interruption: options.interruption, records: records,
      samples: Samples(exchanges, of: contract, credentials), refusals: refusals, asks: { isAsked($0, $1) })
    context.turnedAway = zip(calls, outcomes).lazy.filter { !$0.0.mayBeRepeated }
      .compactMap { $0.1?.exchanges.first { [423, 429].contains($0.response?.status) } }
      .first.map(CredentialCheck.lockout)
    context.allowsUnknownWrites = options.allowsUnknownWrites
    context.mayLockAccount = options.variables[SuiteVariable.lockable.name] != nil
    return ServerChecks(context: context)
  }
}
