import PlumblineContractModel

extension Verifier {
  /// Asks a server what the calls of a suite don't; nothing where no call came to anything, as nothing tells then how to ask.
  ///
  /// - Parameter outcomes: what came of the calls.
  func check(_ records: ServerRecords, after outcomes: [CallOutcome], _ health: ServerHealth) async -> [CallOutcome] {
    guard health.reasonToStop == nil, outcomes.contains(where: { $0.line.outcome != .skipped }) else { return [] }
    let exchanges = outcomes.flatMap(\.exchanges) + records.items.exchanges
    let context = CheckContext(
      contract: contract, credentials: credentials, writes: writes, secrets: secrets,
      interruption: options.interruption, records: records,
      samples: Samples(exchanges, of: contract, credentials), asks: { isAsked($0, $1) })
    return await ServerChecks(context: context).run()
  }
}
