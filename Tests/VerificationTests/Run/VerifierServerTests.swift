import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineMockEngine
import PlumblineVerification
import Synchronization
import Testing

/// The verifier with a server that it treats as a real one.
struct VerifierServerTests {
  /// A server that responds like the mock and records its requests.
  private final class Upstream: Responder {
    private let session = MockSession(library: Notes.library)
    private let failure: TransportFailure?
    private let answersBefore: Int
    private let seen = Mutex<[Request]>([])

    /// - Parameter answersBefore: The number of requests that get a response before the failure.
    init(failure: TransportFailure? = nil, answersBefore: Int = 0) {
      self.failure = failure
      self.answersBefore = answersBefore
    }

    var requests: [Request] { seen.withLock { $0 } }

    func respond(to request: Request, completion: Completion) -> Reply {
      let count = seen.withLock { seen in
        seen.append(request)
        return seen.count
      }
      if let failure, count > answersBefore { return .now(OutgoingResponse(failure: failure)) }
      return session.respond(to: request, completion: completion)
    }
  }

  private let environment = ["NOTES_KEY": "k", "NOTES_TOKEN": "owner-token"]

  private func run(
    _ calls: [Call], on upstream: Upstream, allowsWrites: Bool = false, environment: [String: String]? = nil,
    concurrency: Int? = nil, progress: @Sendable (CallOutcome) -> Void = { _ in }
  ) async throws -> [CallOutcome] {
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    var options = VerifierOptions(
      allowsWrites: allowsWrites, environment: environment ?? self.environment, concurrency: concurrency
    ).patient
    // The contract doesn't describe the effect of any write.
    options.allowsUnknownWrites = allowsWrites
    let verifier = Verifier(
      suite: NotesSuite(calls), contract: Notes.contract,
      target: .server(try BaseURL(parsing: "http://127.0.0.1:1"), upstream), options: options, server: server)
    let result: Result<[CallOutcome], any Error>
    do { result = .success(try await verifier.run(progress: progress)) } catch { result = .failure(error) }
    await server.shutdown(grace: .zero)
    return try result.get()
  }

  private static let adding = Call("notes.add", "writes a note") { try await NotesClient($0).add("Hello") }

  @Test func `credentials come from the environment, not from the contract`() async throws {
    let upstream = Upstream()
    let outcomes = try await run(
      [.reading()], on: upstream, environment: ["NOTES_KEY": "other-key", "NOTES_TOKEN": "other-token"])
    #expect(upstream.requests.first?.headers["x-key"] == "other-key")
    #expect(upstream.requests.first?.headers["authorization"] == "Bearer other-token")
    #expect(
      outcomes.first?.line.reason
        == "expected a success, but the server responded with 401 to GET /notes/7: \"The credential key (header X-Key) "
        + "holds a value that no persona of the contract has.\"; the server doesn't accept the values of NOTES_KEY and "
        + "NOTES_TOKEN")
  }

  @Test func `a finding holds the exchange that showed it, without what only the run knows to be secret`() async throws
  {
    let server = ScriptedUpstream { request in
      let note = request.path == "/notes/7" ? #"{"id":"7","by":"other-key"}"# : #"{"id":9}"#
      return OutgoingResponse(Notes.response(200, #"{ "success": true, "data": \#(note) }"#))
    }
    var options = VerifierOptions()
    options.environment = ["NOTES_KEY": "other-key", "NOTES_TOKEN": "other-token"]
    let outcomes = try await server.verify([.reading()], options: options)
    let drift = try #require(outcomes.first?.drift)
    #expect(drift.contains { $0.rule == .response.field.numberAsString })
    for finding in drift {
      let exchange = try #require(finding.exchange, "\(finding.rule)")
      #expect(exchange.method == "GET")
      #expect(exchange.target == "/notes/7")
      #expect(exchange.answer?.status == 200)
      #expect(exchange.answer?.body.text.contains(#""id": "7""#) == true)
      #expect(exchange.fields.first { $0.name.lowercased() == "x-key" }?.value == "•••")
      #expect(!"\(exchange)".contains("other-key"))
      #expect(!"\(exchange)".contains("other-token"))
    }
  }

  @Test func `a call whose credentials are missing is skipped with the variable's name`() async throws {
    let upstream = Upstream()
    let outcomes = try await run(
      [.reading(as: .persona("guest")), .reading(as: .nobody, expecting: .failure("unauthorized"))], on: upstream)
    #expect(outcomes.map(\.line.outcome) == [.skipped, .passed])
    #expect(outcomes.first?.line.reason?.contains("NOTES_TOKEN_GUEST") == true)
    #expect(upstream.requests.count == 1)
  }

  @Test func `calls that only a mock can answer are skipped`() async throws {
    let upstream = Upstream()
    let outcomes = try await run(
      [.reading(expecting: .failure("serverError"), by: .recording("server-error"))], on: upstream, allowsWrites: true)
    #expect(outcomes.map(\.line.outcome) == [.skipped])
    #expect(
      outcomes.first?.line.reason
        == "only the mock can be made to respond with server-error, not a real server")
    #expect(upstream.requests.isEmpty)
  }

  @Test func `writes are skipped until they are allowed`() async throws {
    let upstream = Upstream()
    #expect(try await run([Self.adding], on: upstream).map(\.line.outcome) == [.skipped])
    #expect(upstream.requests.isEmpty)
    _ = try await run([Self.adding], on: upstream, allowsWrites: true)
    #expect(upstream.requests.map(\.method) == [.get, .post], "Whether it is disposable, and the call.")
  }

  @Test(arguments: [nil, 3])
  func `a real server gets one call at a time, or as many as were asked for`(concurrency: Int?) async throws {
    let running = Mutex((now: 0, most: 0))
    let calls = (0..<6).map { number in
      Call("notes.get", "call \(number)") { context in
        running.withLock { running in
          running.now += 1
          running.most = max(running.most, running.now)
        }
        defer { running.withLock { $0.now -= 1 } }
        return try await NotesClient(context).note(7)
      }
    }
    let outcomes = try await run(calls, on: Upstream(), concurrency: concurrency)
    #expect(outcomes.allSatisfy { $0.line.outcome == .passed })
    #expect(running.withLock { $0.most } <= concurrency ?? 1)
  }

  @Test func `a server that isn't there ends the run at once`() async throws {
    let upstream = Upstream(
      failure: TransportFailure(kind: .connectionRefused, message: "127.0.0.1:1 refused the connection."))
    let error = await #expect(throws: Unreachable.self) {
      try await run([.reading(), .reading(), .reading()], on: upstream)
    }
    #expect(
      error.map { "\($0)" }
        == "http://127.0.0.1:1 can't be reached: 127.0.0.1:1 refused the connection. (failed step: connect)")
    #expect(upstream.requests.count == 1)
  }

  @Test func `a server that goes away later fails the calls that come then`() async throws {
    let upstream = Upstream(
      failure: TransportFailure(kind: .connectionReset, message: "127.0.0.1:1 hung up."), answersBefore: 1)
    let outcomes = try await run([.reading(), .reading(), .reading()], on: upstream)
    #expect(outcomes.map(\.line.outcome) == [.passed, .failed, .failed])
    #expect(outcomes.last?.line.reason == "no response: 127.0.0.1:1 hung up")
    #expect(outcomes.map { $0.drift.map(\.rule.id) } == [[], ["client.call-failed"], ["client.call-failed"]])
  }
}
