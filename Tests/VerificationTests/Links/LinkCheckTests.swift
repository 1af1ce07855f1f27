import PlumblineContractModel
import PlumblineHTTPServer
import PlumblineMockEngine
import PlumblineVerification
import Testing

@Suite struct LinkCheckTests {
  private static let contract: Contract = {
    let main = """
      { "plumbline": 1, "service": "notes", "title": "Notes", "envelope": null,
        "servers": { "testing": { "url": "http://127.0.0.1:1" } },
        "endpoints": { "notes.get": { "summary": "Read", "request": "GET /notes", "source": "Handbook",
          "success": { "200": { "body": {} } } } } }
      """
    let links = """
      { "links": {
        "note.link": { "summary": "Opens a note", "form": "notes://note/{id}", "source": "Handbook", "login": true,
          "accepted": {
            "an id": { "link": "notes://note/7",
              "opens": { "route": "note", "id": "7" }, "landing": { "route": "note" } } },
          "refused": { "a foreign scheme": { "link": "news://note/7", "given": { "day": 3 }, "standing": "assumed" } },
          "made": { "a share": { "given": { "id": "7" }, "link": "https://notes.example/7" } } },
        "note.push": { "summary": "Tells of a note", "form": "{}", "source": "Handbook",
          "accepted": { "an id": { "payload": { "aps": { "badge": 2 }, "note": "7" }, "opens": { "note": "7" } } },
          "refused": { "a list": { "payload": ["7"] } } } } }
      """
    let result = ContractLoader.load([
      .init(name: "contract.json", path: "notes/contract.json", bytes: Array(main.utf8)),
      .init(name: "links.json", path: "notes/links.json", bytes: Array(links.utf8)),
    ])
    guard let contract = result.contract else { preconditionFailure("\(result.problems)") }
    return contract
  }()

  private struct Refusal: Error, CustomStringConvertible {
    let description = "that's none of mine"
  }

  private struct Links: CallSuite {
    let service = "notes"
    let calls: [Call] = []
    let checks: [LinkCheck]

    func failure(of error: any Error) -> ClientFailure { ClientFailure(.other, message: "\(error)") }
  }

  private func verify(
    _ checks: [LinkCheck], options: VerifierOptions = VerifierOptions(), target: Target? = nil
  ) async throws -> [CallOutcome] {
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let library = MockLibrary(contract: Self.contract, recordings: [])
    let verifier = Verifier(
      suite: Links(checks: checks), contract: Self.contract, target: target ?? .mock(library), options: options.patient,
      server: server)
    let outcomes = try await verifier.run()
    await server.shutdown(grace: .zero)
    return outcomes
  }

  private static func right(_ link: LinkText) throws -> LinkReading {
    guard link.text.hasPrefix("notes:") else { throw Refusal() }
    return LinkReading(["route": "note", "id": 7], login: true, landing: ["route": "note"])
  }

  @Test func `a client that does its duty passes`() async throws {
    let check = LinkCheck(
      "note.link", reading: { try Self.right($0) }, making: { "https://notes.example/\($0["id"] ?? "")" })
    let outcomes = try await verify([check])
    #expect(outcomes.map(\.line.name) == ["takes an id", "refuses a foreign scheme", "makes a share"])
    #expect(outcomes.map(\.line.outcome) == [.passed, .passed, .passed])
    #expect(outcomes.flatMap(\.drift) == [])
    #expect(outcomes.allSatisfy { $0.line.endpoint == "note.link" && $0.isVerified })
  }

  @Test func `where a rule is ours, the finding says that no document has it`() async throws {
    let check = LinkCheck("note.link", reading: { _ in LinkReading([:]) }, making: { _ in "" })
    let messages = try await verify([check]).flatMap(\.drift)
    let accepted = try #require(messages.first { $0.rule.id == "link.accepted" })
    #expect(
      accepted.message
        == "The client accepts a link that it must reject. The contract assumes this case; it isn't documented.")
    #expect(messages.first { $0.rule.id == "link.made-otherwise" }?.message == "The client generates a different link.")
  }

  @Test func `a check of payloads gets their JSON, and other values are reported`() async throws {
    let isRight = LinkCheck(
      "note.push",
      reading: { link in
        guard link.isPayload, link.text == #"{"aps":{"badge":2},"note":"7"}"# else { throw Refusal() }
        return LinkReading(["note": 7])
      })
    let outcomes = try await verify([isRight])
    #expect(outcomes.map(\.line.name) == ["takes an id", "refuses a list"])
    #expect(outcomes.map(\.line.outcome) == [.passed, .passed])
    let takesAll = LinkCheck("note.push", reading: { _ in LinkReading(["note": 8]) })
    let drift = try await verify([takesAll]).flatMap(\.drift)
    #expect(drift.map(\.rule.id) == ["link.misread", "link.accepted"])
    #expect(drift.first?.message == "The client reads different values from the payload.")
    #expect(drift.last?.message == "The client accepts a payload that it must reject.")
    let links = LinkCheck("note.link", reading: { LinkReading(["isPayload": $0.isPayload], login: true) })
    #expect(try await verify([links]).flatMap(\.drift).contains { $0.actual == #""true""# } == false)
  }

  @Test func `a check gets what the client knows besides`() async throws {
    let check = LinkCheck("note.link", reading: { link in throw ClientSaid("\(link.given)") }, making: { _ in "" })
    let options = VerifierOptions(only: [Wildcard("*: refuses*")])
    #expect(try await verify([check], options: options).map(\.line.outcome) == [.passed])
  }

  private struct ClientSaid: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }

  struct Wrong: Sendable, CustomTestStringConvertible {
    let rule: String
    let pointer: String?
    let line: Int
    let actual: String
    let reading: @Sendable (LinkText) throws -> LinkReading

    var testDescription: String { "\(rule) \(pointer ?? "")" }
  }

  private static func reading(
    _ values: [String: String], login: Bool? = true, landing: [String: String]? = ["route": "note"]
  ) -> @Sendable (LinkText) throws -> LinkReading {
    { link in
      _ = try right(link)
      return LinkReading(values, login: login, landing: landing)
    }
  }

  @Test(arguments: [
    Wrong(rule: "link.refused", pointer: nil, line: 4, actual: "that's none of mine") { _ in throw Refusal() },
    Wrong(rule: "link.accepted", pointer: nil, line: 6, actual: #"id "7" and route "note""#) { _ in
      LinkReading(["route": "note", "id": "7"], login: true, landing: ["route": "note"])
    },
    Wrong(
      rule: "link.misread", pointer: "/opens/route", line: 5, actual: "\"home\"",
      reading: reading(["route": "home", "id": "7"])),
    Wrong(rule: "link.misread", pointer: "/opens/id", line: 5, actual: "nothing", reading: reading(["route": "note"])),
    Wrong(
      rule: "link.misread", pointer: "/opens/admin", line: 4, actual: "\"1\"",
      reading: reading(["route": "note", "id": "7", "admin": "1"])),
    Wrong(
      rule: "link.login", pointer: "/login", line: 4, actual: "no login",
      reading: reading(["route": "note", "id": "7"], login: false)),
    Wrong(
      rule: "link.login", pointer: "/login", line: 4, actual: "no login",
      reading: reading(["route": "note", "id": "7"], login: nil)),
    Wrong(
      rule: "link.landing", pointer: "/landing/route", line: 5, actual: "\"home\"",
      reading: reading(["route": "note", "id": "7"], landing: ["route": "home"])),
    Wrong(
      rule: "link.landing", pointer: "/landing/route", line: 5, actual: "nothing",
      reading: reading(["route": "note", "id": "7"], landing: nil)),
  ])
  func `what a client makes otherwise is drift at the line that documents it`(wrong: Wrong) async throws {
    let check = LinkCheck("note.link", reading: wrong.reading, making: { _ in "https://notes.example/7" })
    let outcomes = try await verify([check])
    let drift = outcomes.flatMap(\.drift)
    #expect(drift.map(\.rule.id) == [wrong.rule])
    let found = try #require(drift.first)
    #expect(found.pointer?.description == wrong.pointer)
    #expect(found.contract?.file == "notes/links.json")
    #expect(found.contract?.line == wrong.line)
    #expect(found.actual == wrong.actual)
    #expect(found.severity == .breaking)
    #expect(outcomes.count { $0.line.outcome == .drifted } == 1)
    #expect(outcomes.first { $0.line.outcome == .drifted }.map { "note.link: \($0.line.name)" } == found.call)
  }

  @Test(arguments: ["https://notes.example/8", nil])
  func `another text than the documented one is drift`(made: String?) async throws {
    let check = LinkCheck(
      "note.link", reading: { try Self.right($0) },
      making: { _ in
        guard let made else { throw Refusal() }
        return made
      })
    let drift = try await verify([check]).flatMap(\.drift)
    #expect(drift.map(\.rule.id) == ["link.made-otherwise"])
    #expect(drift.first?.expected == "https://notes.example/7")
    #expect(drift.first?.actual == made ?? "that's none of mine")
  }

  @Test func `each case is a finding of its own`() async throws {
    let check = LinkCheck("note.link", reading: { _ in throw Refusal() }, making: { _ in "" })
    let drift = try await verify([check]).flatMap(\.drift)
    #expect(Set(drift.map(\.fingerprint)).count == 2)
  }

  @Test func `a check without code for a case fails it`() async throws {
    let outcomes = try await verify([LinkCheck("note.link", reading: { try Self.right($0) })])
    #expect(outcomes.last?.line.outcome == .failed)
    #expect(outcomes.last?.line.reason == "the check for note.link has no code that makes it")
  }

  @Test func `a check of an undocumented link fails`() async throws {
    let outcomes = try await verify([LinkCheck("note.lnk")])
    #expect(outcomes.map(\.line.outcome) == [.failed])
    #expect(
      outcomes.first?.line.reason == "deep-links.json has no link note.lnk; did you mean \"note.link\"?")
  }

  @Test func `a client that never ends fails`() async throws {
    let check = LinkCheck(
      "note.link",
      reading: { _ in
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        return LinkReading([:])
      })
    let options = VerifierOptions(only: [Wildcard("*: takes*")], deadline: .milliseconds(20))
    let outcomes = try await verify([check], options: options)
    #expect(outcomes.map(\.line.outcome) == [.failed])
    #expect(outcomes.first?.line.reason?.contains("no result") == true)
  }

  @Test func `a run against a real server goes through no links`() async throws {
    let upstream = ScriptedUpstream { _ in preconditionFailure("Nobody asks.") }
    let check = LinkCheck("note.link", reading: { try Self.right($0) })
    let target = Target.server(try .init(parsing: "http://127.0.0.1:1"), upstream)
    #expect(try await verify([check], target: target).isEmpty)
  }
}
