import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineProxying
import PlumblineVerification
import Testing

/// Calls to a real server that run in a separate process, with the requests that they may send and the data that a
/// crash leaves behind.
struct ServerPlayerTests {
  private static func only(_ pattern: String, variables: [String: String] = [:]) -> VerifierOptions {
    VerifierOptions(allowsWrites: true, only: [Wildcard(pattern)], variables: variables)
  }

  /// Returns the outcomes as lines, without the parts that differ in each run.
  private static func lines(_ outcomes: [CallOutcome]) -> [String] {
    outcomes.map { outcome in
      let line = outcome.line
      let text = "\(line.outcome) \(line.endpoint): \(line.name): \(line.reason ?? "")"
      return text.replacing(/plumbline-[a-z0-9]{8}/, with: "MARK")
    }
  }

  /// Runs the store's own calls with the player that is created for them.
  private static func run(
    _ store: StoreServer, _ options: VerifierOptions, by player: (any CallSuite) -> any CallPlayer
  ) async throws -> [CallOutcome] {
    let client = try UpstreamClient()
    let suite = DirectSuite(contract: Store.contract, recordings: [], client: client)
    var options = options
    options.player = player(suite)
    let result: Result<[CallOutcome], any Error>
    do { result = .success(try await store.verify(options, suite: suite)) } catch { result = .failure(error) }
    await client.shutdown()
    return try result.get()
  }

  @Test func `a run sends and says the same wherever its calls run`() async throws {
    let (here, there) = (StoreServer(), StoreServer())
    let options = VerifierOptions(allowsWrites: true, variables: ["room_id": "70", "removable_box_id": "5"])
    let local = try await Self.run(here, options) { _ in LocalPlayer() }
    let transported = try await Self.run(there, options) { TransportedPlayer($0) }
    #expect(here.writes == there.writes)
    #expect(here.contents() == there.contents())
    #expect(Self.lines(local) == Self.lines(transported))
    #expect(here.writes.contains("POST /boxes"))
  }

  @Test(arguments: [true, false])
  func `a call's lookups decide on its request only if they are reported before it`(isInTime: Bool) async throws {
    let store = StoreServer()
    let suite = BoxSuite(variable: "removable_box_id", ["removes"])
    var options = Self.only("boxes.remove")
    options.player = TransportedPlayer(suite, tellsInTime: isInTime)
    _ = try await store.verify(options, suite: suite, variables: ["removable_box_id": "5"])
    #expect(store.writes.contains("DELETE /boxes/5") == isInTime)
  }

  @Test func `what a call made that crashed is removed, and the crash is a finding`() async throws {
    let store = StoreServer()
    let before = store.contents()
    let outcomes = try await Self.run(store, Self.only("boxes.add: *contract")) { suite in
      TransportedPlayer(suite) { $0.hasPrefix("boxes.add") }
    }
    #expect(store.writes.contains("POST /boxes"))
    #expect(store.contents() == before)
    #expect(outcomes.flatMap(\.drift).map(\.rule).contains(Rule.client.crashed), "\(outcomes.flatMap(\.drift))")
    #expect(outcomes.undone.contains { $0.hasPrefix("passed boxes.remove: removes boxes 6") }, "\(outcomes.undone)")
  }

  @Test func `a crash is reported for a call that was kept from sending its request`() async throws {
    let store = StoreServer()
    let suite = BoxSuite { context in try context.integer("any_box", default: 5) }
    var options = Self.only("boxes.remove")
    options.player = TransportedPlayer(suite) { _ in true }
    let outcomes = try await store.verify(options, suite: suite, variables: ["any_box": "5"])
    #expect(!store.writes.contains("DELETE /boxes/5"))
    let outcome = try #require(outcomes.first)
    #expect(outcome.drift.map(\.rule) == [Rule.client.crashed])
    #expect(outcome.line.reason?.contains("was not sent") == true, "\(outcome.line)")
  }

  @Test func `the calls after a crash go on`() async throws {
    let upstream = ScriptedUpstream { _ in OutgoingResponse(Notes.response(200, Notes.note)) }
    let calls = [Call.reading(7, "crashes"), Call.reading(7, "goes on")]
    var options = VerifierOptions()
    options.player = TransportedPlayer(NotesSuite(calls)) { $0.hasSuffix("crashes") }
    let outcomes = try await upstream.verify(calls, options: options)
    #expect(outcomes.prefix(2).map(\.line.outcome) == [.drifted, .passed], "\(outcomes.map(\.line))")
    #expect(outcomes.first?.drift.contains { $0.rule == Rule.client.crashed } == true)
  }
}
