import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineInference
import Testing

/// Drafts, compared with the contracts from which their exchanges were generated.
@Suite struct TruthTests {
  @Test(arguments: ["truelog", "realityportal", "photoscout"])
  func `a draft of a contract's traffic is that contract, as far as it was seen`(service: String) throws {
    let truth = try Contracts.load("Contracts/\(service)")
    // A few random identifiers may look like names, which breaks the templates for one seed in twenty, so the seed is
    // fixed.
    var traffic = ContractTraffic(truth, seed: 1)
    let exchanges = traffic.exchanges(40)
    try #require(exchanges.count > 100)
    try hold(exchanges, to: truth, isWide: true)
  }

  @Test(arguments: ["prometheus", "kinto"])
  func `a draft of what a real server was recorded to answer is its contract, as far as it was seen`(
    service: String
  ) throws {
    let truth = try Contracts.load("Tests/Live/Contracts/\(service)")
    let exchanges = try Contracts.recordings("Tests/Live/Recordings/\(service)").map(\.exchange)
    try #require(exchanges.count > 60)
    try hold(exchanges, to: truth, isWide: false)
  }

  /// Creates a draft from exchanges, and compares it with them and with the true contract.
  ///
  /// - Parameter isWide: A Boolean value that indicates whether the exchanges contain each response many times. If an
  ///   endpoint was called only once or twice, a draft can't tell that a member that was always present is optional.
  private func hold(_ exchanges: [Exchange], to truth: Contract, isWide: Bool) throws {
    let draft = ContractInference(service: truth.service, source: "traffic")
      .draft(exchanges.compactMap { SeenExchange($0, origin: nil) })
    let loaded = ContractLoader.load(draft.files)
    #expect(loaded.problems.isEmpty, "\(loaded.problems.prefix(5))")
    let contract = try #require(loaded.contract)
    let inspector = Inspector(contract, options: .init(visibility: .withoutCredentials))
    let drift = exchanges.flatMap { inspector.inspect($0) }
    #expect(
      drift.isEmpty,
      "\(drift.count): \(drift.prefix(8).map { "\($0.endpoint) \($0.rule.id) \($0.message)" }.joined(separator: "\n"))")
    let likeness = ContractLikeness(of: contract, to: truth, exchanges)
    let scores = [
      (likeness.templates, isWide ? 0.9 : 0.95), (likeness.fields, 0.95), (likeness.types, 0.95),
      (likeness.decided, 0.9),
      (likeness.required, isWide ? 0.9 : 0.85),
    ]
    for (score, least) in scores {
      #expect(score.total > 0 && score.share >= least, "\(score): \(score.wrong.prefix(30).joined(separator: "\n"))")
    }
    #expect(likeness.wrongEnums.isEmpty, "\(likeness.wrongEnums.prefix(10))")
    #expect(!isWide || likeness.rightEnums > 0)
  }
}
