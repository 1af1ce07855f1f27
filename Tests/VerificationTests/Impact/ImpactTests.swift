import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPServer
import PlumblineJSONTree
import Testing

@testable import PlumblineVerification

@Suite struct ImpactTests {
  /// Returns the effects of changes on one client of the library's books.
  private func impacts(
    _ changes: [ChangedResponse], new: Contract = Books.contract, player: any CallPlayer = LocalPlayer(),
    _ client: @escaping @Sendable (BooksClient) async throws -> any Sendable
  ) async throws -> [CallImpact] {
    let server = try HTTPServer(configuration: .init(loops: 1))
    let call = Call("books.get", "reads a book") { try await client(BooksClient(baseURL: $0.baseURL)) }
    var options = VerifierOptions(deadline: .seconds(3600))
    options.player = player
    let verifier = ImpactVerifier(
      suite: BooksSuite(calls: [call]), library: Books.library, new: new, options: options, server: server)
    let result: Result<[CallImpact], any Error>
    do { result = .success(try await verifier.run(changes)) } catch { result = .failure(error) }
    await server.shutdown(grace: .zero)
    return try result.get()
  }

  private func change(_ field: String, _ data: JSON?) -> ChangedResponse {
    ChangedResponse(
      change: field, endpoint: "books.get", field: JSONPointer(stringLiteral: field),
      body: data.map { ["ok": true, "data": $0] })
  }

  private let book: JSON = ["id": 7, "title": "Emma", "state": "in"]

  @Test func `a call fails for the change alone, whatever else the answer that shows it has`() async throws {
    let impacts = try await impacts([
      change("/data/id", ["id": "seven"]), change("/data/title", ["id": 7]),
      change("/data/state", ["state": "lost"]),
    ]) { try await $0.book() }
    #expect(impacts.map(\.change) == ["/data/id", "/data/title", "/data/state"])
    guard case .fails(let failure) = impacts[0].effect else { return #expect(Bool(false), "\(impacts[0])") }
    #expect(failure.kind == .decoding)
    #expect(impacts.map(\.effect.breaks) == [true, true, false])
    #expect(impacts[2].effect == .showsIt)
  }

  @Test func `a client that knows each value of a list fails at a new one`() async throws {
    let impacts = try await impacts([change("/data/state", ["state": "lost"])]) { try await $0.strictBook() }
    #expect(impacts.map(\.effect.breaks) == [true])
  }

  /// A player that crashes if the client can't decode a response.
  private struct TrappingPlayer: CallPlayer {
    func play(_ play: Play, until interruption: Interruption?) async throws -> Played? {
      let played = try await LocalPlayer().play(play, until: interruption)
      guard case .threw? = played else { return played }
      return .crashed(ClientCrash(signal: 4, said: "Fatal error: Index out of range"))
    }
  }

  @Test func `a call that a change crashes breaks with the crash's words, and the other changes go on`() async throws {
    let changes = [change("/data/id", ["id": "seven"]), change("/data/state", ["state": "lost"])]
    let impacts = try await impacts(changes, player: TrappingPlayer()) { try await $0.book() }
    #expect(impacts.map(\.effect.breaks) == [true, false])
    guard case .fails(let failure)? = impacts.first?.effect else { return #expect(Bool(false), "\(impacts)") }
    #expect(failure.message == "the client crashed with SIGILL (Fatal error: Index out of range)")
  }

  @Test func `an unread field may be removed`() async throws {
    let impacts = try await impacts([change("/data/shelf", book), change("/data/subtitle", book)]) {
      try await $0.book().title
    }
    // The usual response has no shelf.
    #expect(impacts.map(\.effect) == [.ignoresIt, .ignoresIt])
  }

  @Test func `what an answer doesn't have is shown in the answer that has it`() async throws {
    let impacts = try await impacts([change("/data/tags/*", ["id": 7, "title": "Emma", "state": "in", "tags": [1]])]) {
      try await $0.book()
    }
    #expect(impacts.map(\.effect.breaks) == [true])
  }

  @Test func `calls that are to be refused, or play a recording, are not asked, by name`() async throws {
    let server = try HTTPServer(configuration: .init(loops: 1))
    let calls = [
      Call("books.get", "reads a book") { try await BooksClient(baseURL: $0.baseURL).book() },
      Call("books.get", "reads none", expecting: .failure("notFound")) { _ in 1 },
      Call("books.get", "reads a recorded one", by: .recording("emma")) { _ in 1 },
    ]
    let verifier = ImpactVerifier(
      suite: BooksSuite(calls: calls), library: Books.library, new: Books.contract,
      options: VerifierOptions(deadline: .seconds(3600)), server: server)
    let unasked = verifier.unasked(of: ["books.get"])
    #expect(unasked.map(\.call) == ["reads none", "reads a recorded one"])
    #expect(!unasked.contains { $0.effect.breaks })
    guard case .isNotAsked(let reason)? = unasked.first?.effect else { return #expect(Bool(false), "\(unasked)") }
    #expect(reason.contains("notFound"))
    #expect(verifier.unasked(of: ["books.list"]).isEmpty)
    await server.shutdown(grace: .zero)
  }

  @Test func `a call that fails with the old contract's mock as well is not asked`() async throws {
    let impacts = try await impacts([change("/data/id", ["id": "seven"])]) { _ -> String in throw Failed() }
    guard case .isNotAsked? = impacts.first?.effect else { return #expect(Bool(false), "\(impacts)") }
    #expect(impacts.count == 1)
  }

  private struct Failed: Error {}

  @Test func `a request that is no longer taken is named`() async throws {
    let new = try #require(Books.contract(replacing: "GET /books/{id}", by: "GET /volumes/{id}"))
    let impacts = try await impacts([], new: new) { try await $0.book() }
    #expect(impacts.map(\.effect.breaks) == [true])
    guard case .sendsIt(let text)? = impacts.first?.effect else { return #expect(Bool(false), "\(impacts)") }
    #expect(text.contains("/books/7"))
  }

  @Test func `a server refuses a body of another media type, and ignores what is added to a request`() {
    func isRefused(_ rule: Rule, _ severity: Severity = .warning) -> Bool {
      ImpactVerifier.isRefusal(
        Drift(rule: rule, severity: severity, service: "books", endpoint: "books.get", message: ""))
    }
    let request = Rule.request
    #expect(isRefused(request.mediaType.undocumented))
    #expect(isRefused(request.field.missing))
    #expect(!isRefused(request.field.missing, .notice))
    #expect(!isRefused(request.field.undocumented))
    #expect(!isRefused(request.query.undocumented))
    #expect(!isRefused(request.header.undocumented))
    #expect(!isRefused(Rule.response.field.missing))
  }
}
