import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineReporting
import PlumblineVerification
import Synchronization
import Testing

/// The evidence from a POST whose body never completes.
struct ProbeUnfinishedTests {
  private static let contract = ProbeContract.load(
    ProbeContract.text.replacing(
      #""session.end": {"#,
      with: """
        "notes.create": { "summary": "Add", "request": "POST /api/notes", "source": "Handbook",
          "body": { "type": "object", "required": ["text"], "properties": { "text": { "type": "string" } } },
          "success": { "201": { "payload": { "type": "object" } } } },
        "session.end": {
        """))

  /// Returns the verdict for a given response to an unfinished POST to the endpoint, and one to a path that can't
  /// exist. `nil` means that the server waits for the body.
  private func verdict(
    _ own: Response?, _ nonsense: Response?, canLeaveUnfinished: Bool = true
  ) async throws -> (Report.Verdict, [Request]) {
    let posted = Mutex<[Request]>([])
    let unfinished: @Sendable (Request, Int) async -> Exchange = { request, promised in
      #expect(promised > request.body.bytes?.count ?? 0)
      posted.withLock { $0.append(request) }
      let answer = request.path == "/api/notes" ? own : nonsense
      let silence = TransportFailure(kind: .timeout, message: "It didn't respond in time.")
      return Exchange(request: request, outcome: answer.map { .response($0) } ?? .failure(silence))
    }
    let probe = Probe(
      contract: Self.contract, base: try BaseURL(parsing: "http://127.0.0.1:1"),
      options: ProbeOptions(
        only: [Wildcard("notes.create")], allowsWrites: true, environment: ProbeContract.environment),
      clock: ProbeClock(now: { 0 }, pause: { _ in }), unfinished: canLeaveUnfinished ? unfinished : nil
    ) { request in
      #expect(request.method.isSafe)
      return Exchange(request: request, response: Response(status: 404, body: Body("No \(request.method) here.")))
    }
    let verdict = try #require(try await probe.run().verdicts.first)
    return (verdict, posted.withLock { $0 })
  }

  @Test func `a server that waits for the body has the endpoint, if it doesn't wait elsewhere`() async throws {
    let (verdict, posted) = try await verdict(nil, Response(status: 404))
    #expect(verdict.kind == .exists)
    #expect(verdict.confidence == .medium)
    #expect(verdict.evidence.contains { $0.request == "POST /api/notes (body unfinished)" })
    #expect(posted.map(\.path) == ["/api/notes", "/api/plumbline-nonsense", "/api/noteszq"])
  }

  @Test func `a server that waits for bodies at any path proves nothing`() async throws {
    let (verdict, _) = try await verdict(nil, nil)
    #expect(verdict.kind == .inconclusive)
    #expect(verdict.sentence.contains("waits for the body at any path"))
  }

  @Test(arguments: [
    (401, 404, Report.Verdict.Kind.exists), (415, 404, .exists), (404, 404, .missing), (405, 404, .methodMissing),
  ])
  func `a response before the body is conclusive`(own: Int, nonsense: Int, kind: Report.Verdict.Kind) async throws {
    let (verdict, _) = try await verdict(Response(status: own), Response(status: nonsense))
    #expect(verdict.kind == kind, "\(verdict.sentence)")
  }

  @Test func `where no connection can be reset, none is sent`() async throws {
    let (verdict, posted) = try await verdict(nil, Response(status: 404), canLeaveUnfinished: false)
    #expect(posted.isEmpty)
    #expect(verdict.kind == .inconclusive)
    #expect(verdict.sentence.contains("only over plain HTTP"))
  }
}
