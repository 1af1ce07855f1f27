import PlumblineDriftDetection
import PlumblineHTTPServer
import PlumblineVerification
import Testing

@Suite struct WeaknessTests {
  @Test(arguments: BooksWeakness.all) func `a weakness is named by its rule`(weakness: BooksWeakness) async throws {
    let (outcome, _) = try await Books.play(sample: weakness.sample, weakness.client)
    #expect(outcome.reason == nil)
    let said = outcome.drift.map { "\($0.rule) \($0.pointer?.description ?? "") \($0.message)" }
    #expect(said.contains { $0.hasPrefix("\(weakness.rule) ") && $0.contains(weakness.mark) }, "\(said)")
  }

  @Test func `a client that can't read the ordinary answer has no variants, and the verification says why`()
    async throws
  {
    let call = Call("books.get", "reads a book") { context in
      struct Other: Decodable, Sendable { let isbn: String }
      let book: Other = try await BooksClient(baseURL: context.baseURL).decoded()
      return book
    }
    let suite = BooksSuite(calls: [call])
    let server = try HTTPServer(configuration: .init(loops: 1))
    let outcomes = try await Verifier(
      suite: suite, contract: Books.contract, target: .mock(Books.library), options: VerifierOptions().patient,
      server: server
    ).run()
    let varied = try await VariantVerifier(
      suite: suite, library: Books.library, options: VerifierOptions().patient, server: server
    ).run()
    await server.shutdown(grace: .zero)
    #expect(outcomes.flatMap(\.drift).map(\.rule) == [Rule.client.cannotDecode])
    #expect(varied.map(\.reason) == ["the client doesn't accept even the unchanged response as a success"])
    #expect(varied.map(\.variants) == [0])
  }

  @Test func `a call that asks for nothing is passed over`() async throws {
    let (outcome, played) = try await Books.play { _ in "checked without a server" }
    #expect(outcome.reason == "the call sends no request to its endpoint")
    #expect(played.isEmpty)
    #expect(SensitivityMap(service: "books", outcomes: [outcome]).endpoints.isEmpty)
  }

  @Test func `a sample has the same of its fields as the whole`() async throws {
    let (whole, all) = try await Books.play(sample: .fields) { try await $0.book() }
    let (part, some) = try await Books.play(sample: VariantSample(oneIn: 3)) { try await $0.book() }
    let fields = try #require(whole.sensitivity).fields
    let sampled = try #require(part.sensitivity).fields
    #expect(!sampled.isEmpty)
    #expect(sampled.count < fields.count)
    #expect(Set(sampled).isSubset(of: fields))
    #expect(!some.isEmpty)
    #expect(some.count < all.count)
  }
}
