import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineMockEngine
import PlumblineVerification
import Synchronization
import Testing

struct VerifierTests {
  /// Runs calls with the mock or with a target.
  private func run(
    _ calls: [Call], on target: Target = .mock(Notes.library), options: VerifierOptions = VerifierOptions(),
    progress: @Sendable (CallOutcome) -> Void = { _ in }
  ) async throws -> [CallOutcome] {
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let verifier = Verifier(
      suite: NotesSuite(calls), contract: Notes.contract, target: target, options: options.patient, server: server)
    let result: Result<[CallOutcome], any Error>
    do { result = .success(try await verifier.run(progress: progress)) } catch { result = .failure(error) }
    await server.shutdown(grace: .zero)
    return try result.get()
  }

  @Test func `a client that keeps the contract passes, by success and by failure`() async throws {
    let outcomes = try await run([
      .reading(), .reading(404, "reads no note", expecting: .failure("notFound")),
      .reading(as: .nobody, expecting: .failure("unauthorized")),
      Call("notes.add", "writes without permission", as: .persona("guest"), expecting: .failure("forbidden")) {
        try await NotesClient($0).add("Hello")
      },
    ])
    #expect(outcomes.map(\.line.outcome) == [.passed, .passed, .passed, .passed], "\(outcomes.map(\.line.reason))")
    #expect(outcomes.map { $0.exchanges.count } == [1, 1, 1, 1])
    #expect(outcomes.map { $0.exchanges.first?.response?.status } == [200, 404, 401, 403])
  }

  @Test func `what a call overrides is its own`() async throws {
    let failing = Call.reading(expecting: .failure("serverError"), by: .recording("server-error"))
    let calls = (0..<20).map { $0.isMultiple(of: 2) ? failing : Call.reading() }
    let outcomes = try await run(calls, options: VerifierOptions(concurrency: 8))
    #expect(outcomes.map { $0.exchanges.first?.response?.status } == calls.map { $0.means == .data ? 200 : 500 })
    #expect(outcomes.allSatisfy { $0.line.outcome == .passed })
  }

  @Test func `every call has a base URL of its own`() async throws {
    let bases = Mutex<Set<String>>([])
    let calls = (0..<8).map { number in
      Call("notes.get", "call \(number)") { context in
        // All mocks listen at the same time, because none continues before the last one has started.
        bases.withLock { _ = $0.insert(context.baseURL) }
        while bases.withLock({ $0.count < 8 }) { await Task.yield() }
        return try await NotesClient(context).note(7)
      }
    }
    let outcomes = try await run(calls, options: VerifierOptions(concurrency: 8))
    #expect(outcomes.allSatisfy { $0.line.outcome == .passed })
    #expect(bases.withLock { $0.count } == 8)
  }

  @Test func `outcomes come in the suite's order, whichever call ends first`() async throws {
    let (second, isDone) = AsyncStream<Void>.makeStream()
    let calls = [
      Call("notes.get", "first") { context in
        for await _ in second {}
        return try await NotesClient(context).note(7)
      },
      Call("notes.get", "second") { try await NotesClient($0).note(7) },
    ]
    let seen = Mutex<[String]>([])
    let outcomes = try await run(calls, options: VerifierOptions(concurrency: 2)) { outcome in
      seen.withLock { $0.append(outcome.line.name) }
      if outcome.line.name == "second" { isDone.finish() }
    }
    #expect(seen.withLock { $0 } == ["second", "first"])
    #expect(outcomes.map(\.line.name) == ["first", "second"])
  }

  @Test func `a persona that doesn't exist fails the call and says who there is`() async throws {
    let outcome = try #require(try await run([.reading(as: .persona("gest"))]).first)
    #expect(outcome.line.outcome == .failed)
    #expect(outcome.line.reason == "the contract has no persona gest; it has owner, guest")
    #expect(outcome.exchanges.isEmpty)
  }

  @Test func `an endpoint that the contract doesn't have fails the call`() async throws {
    let call = Call("notes.fly", "flies") { try await NotesClient($0).note(7) }
    let outcome = try #require(try await run([call]).first)
    #expect(outcome.line.outcome == .failed)
    #expect(outcome.line.reason?.hasPrefix("the contract has no endpoint notes.fly; ") == true, "and what it has")
    #expect(outcome.exchanges.isEmpty)
  }

  @Test func `a recording that doesn't exist fails the call`() async throws {
    let call = Call.reading(expecting: .failure("serverError"), by: .recording("server-eror"))
    let outcome = try #require(try await run([call]).first)
    #expect(outcome.line.outcome == .failed)
    #expect(outcome.line.reason == #"notes.get has no recording "server-eror"; did you mean "server-error"?"#)
  }

  @Test func `a client that never returns is given up`() async throws {
    let call = Call("notes.get", "waits for ever") { _ in
      await withUnsafeContinuation { (_: UnsafeContinuation<Int, Never>) in }
    }
    let outcome = try #require(try await run([call], options: VerifierOptions(deadline: .zero)).first)
    #expect(outcome.line.outcome == .failed)
    #expect(outcome.line.reason == "no result after 0.0 seconds")
  }

  @Test func `a client that calls another endpoint fails`() async throws {
    let call = Call("notes.get", "searches instead") { try await NotesClient($0).search() }
    let outcome = try #require(try await run([call]).first)
    #expect(outcome.line.outcome == .failed)
    #expect(outcome.line.reason == "the client sent nothing to GET /notes/{id}, but sent POST /search")
  }

  @Test func `a variable of the wrong type fails its call, and loses no other's result`() async throws {
    let call = Call("notes.get", "reads a note") { context in
      try await NotesClient(context).note(context.integer("note_id", default: 7))
    }
    let right = try await run([call], options: VerifierOptions(variables: ["note_id": "404"]))
    #expect(right.first?.exchanges.first?.request.path == "/notes/404")
    let wrong = try await run([.reading(), call], options: VerifierOptions(variables: ["note_id": "x"]))
    #expect(wrong.map(\.line.outcome) == [.passed, .failed])
    #expect(wrong.last?.misuse == "--var note_id=x: note_id must be a whole number, such as note_id=1042.")
  }

  @Test(arguments: [
    (["notes.*"], ["notes.get", "notes.search"]), (["news.get", "notes.search"], ["notes.search", "news.get"]),
    (["*: reads*"], ["notes.get"]), ([], ["notes.get", "notes.search", "news.get"]), (["reads*"], ["notes.get"]),
    (["writes*"], []),
  ])
  func `only what fits is called`(patterns: [String], endpoints: [String]) async throws {
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let calls = [Call.reading()] + ["notes.search", "news.get"].map { Call($0, "tries") { _ in 0 } }
    let verifier = Verifier(
      suite: NotesSuite(calls), contract: Notes.contract, target: .mock(Notes.library),
      options: VerifierOptions(only: patterns.map(Wildcard.init)), server: server)
    #expect(verifier.calls.map(\.endpoint) == endpoints)
    await server.shutdown(grace: .zero)
  }
}
