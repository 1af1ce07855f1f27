import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Testing

@Suite struct VariantTests {
  /// All variants, played once to a client without weaknesses.
  private static let played = Task { try await Books.play { try await $0.book() } }

  @Test func `a client that asks for what was promised has no finding`() async throws {
    let (outcome, played) = try await Self.played.value
    #expect(outcome.reason == nil)
    #expect(outcome.drift.map { "\($0.rule) \($0.message)" } == [])
    #expect(outcome.variants == played.count)
    for standing in Variant.Standing.allCases { #expect(outcome.counts[standing] ?? 0 > 0, "\(standing)") }
  }

  @Test func `the variants cover what the contract leaves open`() async throws {
    let (_, played) = try await Self.played.value
    let allowed = Set(played.filter { $0.variant.standing == .allowed }.map(\.variant.title))
    #expect(
      allowed.isSuperset(of: [
        "/data/subtitle: absent", "/data/subtitle: null", "/data/state: \"out\"", "/data/tags: no elements",
        "/data/tags: 100 elements", "/data/id: 9007199254740991", "/data/id: 7.0", "/data/title: Unicode extremes",
        "/data: an unknown member", "every field", "required fields only",
      ]), "\(allowed.sorted())")
    let forbidden = Set(played.filter { $0.variant.standing == .forbidden }.map(\.variant.title))
    #expect(
      forbidden.isSuperset(of: [
        "/data/id: absent", "/data/id: null", "/data/id: string \"text\"", "/data/title: an empty text", "/ok: absent",
        "/data/state: integer 7",
      ]), "\(forbidden.sorted())")
    #expect(forbidden.contains { $0.hasPrefix("/data/state: \"") }, "an unknown value of the list")
  }

  @Test func `no allowed variant is drift, except for undocumented members`() async throws {
    let (_, played) = try await Self.played.value
    let inspector = Inspector(Books.contract)
    for (variant, _) in played {
      let exchange = Exchange(request: Request(method: .get, target: "/books/7"), response: variant.response)
      let found = inspector.inspect(exchange).filter {
        $0.rule != Rule.response.field.undocumented && $0.rule != Rule.response.header.undocumented
      }
      // A missing content type isn't drift, and clients don't have to handle it.
      if variant.title == "no content type" { continue }
      if variant.standing == .allowed { #expect(found.isEmpty, "\(variant.title): \(found.map(\.message))") }
      if variant.standing == .forbidden { #expect(!found.isEmpty, "\(variant.title)") }
    }
  }

  @Test func `a strict client is stricter than the contract, once for each field`() async throws {
    let (outcome, _) = try await Books.play { try await $0.strictBook() }
    let found = outcome.drift.filter { $0.rule == Rule.client.stricterThanContract }
    let places = Set(found.compactMap(\.pointer?.description))
    #expect(places.isSuperset(of: ["/response/body/data/subtitle", "/response/body/data/state"]), "\(places)")
    #expect(found.count == Set(found.map(\.fingerprint)).count)
    #expect(found.allSatisfy { $0.count == 1 && $0.call == "books.get: reads a book" })
  }

  @Test func `a recording that breaks the contract is reported, and no client is blamed for its variants`()
    async throws
  {
    struct Plain: Decodable, Sendable {
      let id: Int
      let title: String
    }
    // A number can't be a subtitle, which doesn't mean that it can be a title.
    let (outcome, played) = try await Books.play(library: Books.library(recording: 7)) { client in
      try await client.decoded() as Plain
    }
    #expect(outcome.reason == nil)
    #expect(!outcome.drift.contains { $0.rule == Rule.client.stricterThanContract }, "\(outcome.drift)")
    #expect(played.contains { $0.variant.title == "/data/title: boolean true" && $0.variant.standing == .forbidden })
  }

  @Test func `a sloppy client swallows refusals and bodies that can't be read`() async throws {
    let (outcome, played) = try await Books.play { try await $0.sloppyTitle() }
    let found = outcome.drift.filter { $0.rule == Rule.client.swallowedError }
    #expect(Set(found.compactMap(\.status)).isSuperset(of: [200, 404, 418, 502, 503]), "\(found.map(\.message))")
    #expect(outcome.reactions.swallowed == played.count { [.refusal, .unreadable].contains($0.variant.standing) })
    #expect(outcome.reactions.ignored > 0)
  }

  @Test func `a client that says the same of every failure reports wrong errors`() async throws {
    let (outcome, _) = try await Books.play { try await $0.mumbledBook() }
    let found = outcome.drift.filter { $0.rule == Rule.client.wrongError }
    #expect(Set(found.compactMap(\.status)).isSuperset(of: [200, 404, 503]), "\(found.map(\.message))")
  }

  @Test func `a client that hangs is left behind, and the run ends`() async throws {
    let (outcome, _) = try await Books.play(deadline: .seconds(2)) { try await $0.patientBook() }
    #expect(outcome.reactions.hung == 3)
    #expect(outcome.reason == "the client hung 3 times, so the rest were skipped")
    #expect(outcome.givenUp?.reason == "the client hung 3 times")
    #expect(outcome.givenUp?.count ?? 0 > 10)
    #expect(outcome.drift.contains { $0.rule == Rule.client.wrongError })
  }

  @Test func `the map says of each field what the client needs`() async throws {
    let (outcome, _) = try await Self.played.value
    let fields = try #require(outcome.sensitivity).fields
    let needs = Dictionary(uniqueKeysWithValues: fields.map { ($0.field.description, $0.need) })
    #expect(
      needs == [
        "/ok": "must exist · not null · boolean", "/message": "never read",
        "/data": "must exist · not null · object", "/data/id": "must exist · not null · integer",
        "/data/title": "must exist · not null · string", "/data/subtitle": "may be absent · may be null · string",
        "/data/state": "must exist · not null · string", "/data/tags": "may be absent · may be null · array",
        "/data/tags/*": "not null · string", "/data/shelf": "never read",
      ])
    let map = SensitivityMap(service: "books", outcomes: [outcome])
    #expect(map.ignoredFields(Books.contract).map(\.pointer?.description) == ["/response/body/data/shelf"])
  }
}
