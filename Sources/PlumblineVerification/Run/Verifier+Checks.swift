import PlumblineContractModel

extension Verifier {
  /// What a server is to be asked that the calls of a suite don't; `nil` where no call came to anything, as nothing tells
  /// then how to ask.
  ///
  /// - Parameter outcomes: what came of the calls.
  func checks(_ records: ServerRecords, after outcomes: [CallOutcome], _ health: ServerHealth) -> ServerChecks? {
    guard health.reasonToStop == nil, outcomes.contains(where: { $0.line.outcome != .skipped }) else { return nil }
    let exchanges = outcomes.flatMap(\.exchanges) + records.items.exchanges
    return ServerChecks(
      context: CheckContext(
        contract: contract, credentials: credentials, writes: writes, secrets: secrets,
        interruption: options.interruption, records: records,
        samples: Samples(exchanges, of: contract, credentials), asks: { isAsked($0, $1) }))
  }
}
