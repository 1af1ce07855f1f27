import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineVerification
import Testing

/// Texts as people write them, and null, which must be returned as they were sent.
struct ProseTests {
  /// Creates a notice whose title is a text of this kind.
  private static let make = ArticleSuite.Step(
    endpoint: "notices.add", method: .post, path: { _ in "/notices" },
    body: { context in
      let body: JSON = .object([("title", JSON(context.prose("Roof works"))), ("note", JSON("Dry"))])
      return body.text
    })

  /// Sets the note of the notice to null.
  private static let empty = ArticleSuite.Step(
    endpoint: "notices.edit", method: .put, path: { "/notices/\(try $0.integer("id", default: 4))" },
    body: { _ in #"{ "note": null }"# })

  /// Returns the findings on a board that stores values in a particular way, and checks that nothing is left there.
  private static func found(
    _ steps: [ArticleSuite.Step], _ change: @escaping @Sendable (String, JSON) -> JSON?
  ) async throws -> Board.Findings {
    let board = StoreServer(Board.contract, Shop.storing(at: "/notices", change))
    let before = board.contents("/notices")
    let outcomes = try await board.verify(
      VerifierOptions(allowsWrites: true), suite: ArticleSuite(steps, of: "notices"))
    #expect(board.contents("/notices") == before, "\(outcomes.undone)")
    return Board.Findings(outcomes: outcomes)
  }

  private static func texts(_ change: @escaping @Sendable (String) -> String) -> @Sendable (String, JSON) -> JSON? {
    { _, value in value.string.map { JSON(change($0)) } }
  }

  @Test func `a text that comes back as it was sent is no finding`() async throws {
    let found = try await Self.found([Self.make], Self.texts { $0 })
    #expect(found.drift == [], "\(found.messages)")
  }

  @Test func `a text that is escaped is reported as that, and what was made is removed`() async throws {
    let found = try await Self.found(
      [Self.make], Self.texts { $0.replacing("&", with: "&amp;").replacing("<", with: "&lt;") })
    #expect(found.drift == ["notices.add effect.text-changed /request/body/title"], "\(found.messages)")
    #expect(found.messages.contains { $0.contains("escaped for HTML") }, "\(found.messages)")
  }

  @Test func `lines that are joined are reported`() async throws {
    let found = try await Self.found([Self.make], Self.texts { $0.replacing("\n", with: " ") })
    #expect(found.drift == ["notices.add effect.text-changed /request/body/title"], "\(found.messages)")
    #expect(found.messages.contains { $0.contains("with its lines joined") }, "\(found.messages)")
  }

  @Test func `typographic quotes are another text, and a warning`() async throws {
    let found = try await Self.found(
      [Self.make], Self.texts { $0.replacing("\"", with: "\u{201D}").replacing("'", with: "\u{2019}") })
    let drift = found.outcomes.flatMap(\.drift).filter { $0.rule == Rule.effect.textChanged }
    #expect(drift.map(\.severity) == [.warning], "\(found.messages)")
    #expect(drift.first?.message.contains("with typographic quotes") == true, "\(found.messages)")
  }

  @Test func `null that a call sends and that comes back as an empty text is reported`() async throws {
    let found = try await Self.found([Self.make, Self.empty]) { name, value in
      if name == "note", value.isNull { "" } else { Optional<JSON>.none }
    }
    #expect(found.drift == ["notices.edit effect.text-changed /request/body/note"], "\(found.messages)")
  }
}
