import PlumblineDriftDetection
import PlumblineVerification
import Testing

/// The behavior of a client over several requests, which variants of a single response don't reveal.
struct HabitTrialTests {
  private static func findings(
    _ rule: Rule, _ endpoint: String, _ client: @escaping @Sendable (ParcelsClient) async throws -> any Sendable
  ) async throws -> [Drift] {
    let (outcome, _) = try await Parcels.play(Parcels.call(endpoint, client), sample: .wholeAnswers)
    #expect(outcome.reason == nil)
    return outcome.drift.filter { $0.rule == rule }
  }

  @Test func `a client that neither asks for the next page nor shows that there is one is found`() async throws {
    let rule = Rule.client.missesPages
    let found = try await Self.findings(rule, "parcels.list") { try await $0.firstParcels() }
    #expect(found.map(\.pointer) == ["/response/body/more"])
    #expect(found.first?.severity == .warning)
    #expect(found.first?.call == "parcels.list: calls")
    #expect(found.first?.exchange?.answer?.body.text.contains("true") == true)
    #expect(try await Self.findings(rule, "parcels.list") { try await $0.firstPage() }.isEmpty)
    #expect(try await Self.findings(rule, "parcels.list") { try await $0.all() }.isEmpty)
  }

  @Test(arguments: ParcelsClient.Repetition.allCases)
  func `a POST that failed is repeated with its key and its body, or not at all`(
    repetition: ParcelsClient.Repetition
  ) async throws {
    let found = try await Self.findings(Rule.client.repeatsUnsafely, "parcels.add") {
      try await $0.withoutRedirects.add(repeating: repetition)
    }
    let expected: [String?] =
      switch repetition {
      case .never, .same: []
      case .withoutKey: ["no key"]
      case .withAnotherKey: ["a different key"]
      case .withAnotherBody: ["a different body"]
      }
    #expect(found.map(\.actual) == expected)
    #expect(found.allSatisfy { $0.severity == .breaking && $0.status == 503 })
    if repetition == .withoutKey { #expect(found.first?.message.contains("Idempotency-Key") == true) }
  }

  @Test func `a client that follows a redirect with its key is found, and one that doesn't isn't`() async throws {
    let rule = Rule.client.leaksCredential
    let found = try await Self.findings(rule, "parcels.hours") { try await $0.isOpen() }
    #expect(found.map(\.actual) == ["x-key"])
    #expect(found.first?.status == 302)
    #expect(try await Self.findings(rule, "parcels.hours") { try await $0.withoutRedirects.isOpen() }.isEmpty)
  }
}
