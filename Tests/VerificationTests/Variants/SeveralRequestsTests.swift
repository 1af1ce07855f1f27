import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineJSONTree
import Testing

@testable import PlumblineVerification

/// Variants and contract changes for methods that send several requests.
struct SeveralRequestsTests {
  private static func faults(_ outcome: VariantOutcome, _ rule: Rule) -> [String] {
    outcome.drift.filter { $0.rule == rule }.map(\.message)
  }

  @Test func `a list that is read page by page meets a variant in one page`() async throws {
    let (outcome, played) = try await Parcels.play(Parcels.call("parcels.list") { try await $0.all() })
    #expect(outcome.reason == nil)
    #expect(Self.faults(outcome, Rule.client.stricterThanContract) == [])
    #expect(Self.faults(outcome, Rule.client.wrongError) == [])
    #expect(Self.faults(outcome, Rule.client.swallowedError) == [])
    // The additional page is empty.
    let more = try #require(played.first { $0.variant.title == "/more: the other boolean" })
    #expect(more.variant.standing == .allowed)
    #expect(more.result == .returnedSame)
  }

  @Test func `a client that asks once more after an error meets the error again`() async throws {
    let (outcome, played) = try await Parcels.play(
      Parcels.call("parcels.list") { try await $0.firstPage() }, sample: .wholeAnswers)
    let busy = try #require(played.first { $0.variant.title == "503 busy" })
    #expect(busy.result == .threw(ClientFailure(.server, message: "503")))
    #expect(Self.faults(outcome, Rule.client.swallowedError) == [])
  }

  @Test func `a method that reads before it writes isn't blamed for an item that the mock doesn't have`() async throws {
    let (outcome, played) = try await Parcels.play(
      Parcels.call("parcels.get") { try await $0.sent() }, sample: .fields)
    let other = try #require(played.first { $0.variant.title == "/id: another text" })
    #expect(other.result == .threw(ClientFailure(.notFound, message: "404")))
    #expect(Self.faults(outcome, Rule.client.stricterThanContract) == [])
  }

  /// Returns, for each request, a Boolean value that indicates whether a variant was sent in response to it.
  private static func answered(
    _ index: Int, of requests: [Request], at endpoint: String, by standing: Variant.Standing, status: Int
  ) throws -> [Bool] {
    let endpoint = try #require(Parcels.contract.endpoint(endpoint))
    let exchanges = requests.map { Exchange(request: $0, response: Response(status: 200)) }
    let variant = Variant(
      standing: standing, change: .other, place: nil, words: "a variant", response: Response(status: status))
    var played = PlayedVariant(variant, in: VariedExchange(index, of: exchanges, with: endpoint))
    return requests.map { played.answer(to: $0, of: endpoint) != nil }
  }

  @Test func `one of equal requests is answered, and an error answers those behind it as well`() throws {
    let polls = (1...4).map { _ in Request(method: .get, target: "/parcels/p1") }
    #expect(
      try Self.answered(1, of: polls, at: "parcels.get", by: .allowed, status: 200) == [false, true, false, false])
    #expect(try Self.answered(1, of: polls, at: "parcels.get", by: .refusal, status: 404) == [false, true, true, true])
  }

  @Test func `a repetition with the same idempotency key is the same request`() throws {
    let posts = ["1", "1", "2"].map { Request(method: .post, target: "/parcels", headers: ["Idempotency-Key": $0]) }
    #expect(try Self.answered(1, of: posts, at: "parcels.add", by: .allowed, status: 201) == [true, true, false])
    #expect(try Self.answered(2, of: posts, at: "parcels.add", by: .allowed, status: 201) == [false, false, true])
  }

  private func impacts(
    _ endpoint: String, _ field: JSONPointer, _ body: JSON,
    _ client: @escaping @Sendable (ParcelsClient) async throws -> any Sendable
  ) async throws -> [CallImpact] {
    let server = try HTTPServer(configuration: .init(loops: 1))
    let verifier = ImpactVerifier(
      suite: ParcelsSuite(calls: [Parcels.call(endpoint, client)]), library: Parcels.library, new: Parcels.contract,
      options: VerifierOptions(deadline: .seconds(3600)), server: server)
    let change = ChangedResponse(change: "change", endpoint: endpoint, field: field, body: body)
    let result: Result<[CallImpact], any Error>
    do { result = .success(try await verifier.run([change])) } catch { result = .failure(error) }
    await server.shutdown(grace: .zero)
    return try result.get()
  }

  @Test func `a change is put into one page of a list`() async throws {
    let impacts = try await impacts("parcels.list", "/more", ["parcels": [], "more": true]) { try await $0.all() }
    #expect(impacts.map(\.effect) == [.ignoresIt])
  }

  @Test func `a new value behind a response that hasn't changed breaks nothing`() async throws {
    let impacts = try await impacts("parcels.get", "/state", ["id": "p1", "state": "lost"]) {
      try await $0.confirmed()
    }
    #expect(impacts.map(\.effect) == [.showsIt])
  }

  @Test func `what a changed response leads to and the old mock refuses isn't known to break`() async throws {
    let impacts = try await impacts("parcels.get", "/id", ["id": "q9", "state": "packed"]) { try await $0.sent() }
    #expect(
      impacts.map(\.effect) == [
        .isNotAsked("With the change, the call sends PUT /parcels/q9, which the old contract's mock rejects with 404.")
      ])
  }
}
