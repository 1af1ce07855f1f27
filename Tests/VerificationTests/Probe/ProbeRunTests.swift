import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineReporting
import PlumblineVerification
import Synchronization
import Testing

struct ProbeRunTests {
  private let options = ProbeOptions(environment: ProbeContract.environment)
  private var writing: ProbeOptions { ProbeOptions(allowsWrites: true, environment: ProbeContract.environment) }

  @Test func `endpoints that the contract doubts come first`() async throws {
    let server = try HabitServer(ServerHabit(description: "plain"), routes: ProbeContract.routes)
    let result = try await ProbeBench.run(server, options: options)
    #expect(result.outcome.verdicts.first?.endpoint == "notes.delete")
    #expect(result.outcome.verdicts.count == ProbeContract.contract.endpoints.count)
  }

  @Test(arguments: [false, true])
  func `a list of methods doesn't tell which of several endpoints of one request line are there`(isAllowed: Bool)
    async throws
  {
    let text = """
      { "plumbline": 1, "service": "op", "title": "Op", "envelope": null, "endpoints": {
        "a": { "summary": "x", "request": "POST /", "source": "x", "when": { "header.x-op": { "const": "A" } },
          "body": { "type": "object", "required": ["id"] }, "success": { "200": {} } },
        "b": { "summary": "x", "request": "POST /", "source": "x", "when": { "header.x-op": { "const": "B" } },
          "body": { "type": "object", "required": ["id"] }, "success": { "200": {} } } } }
      """
    let file = ContractLoader.File(name: "contract.json", path: "contract.json", bytes: Array(text.utf8))
    let contract = try #require(ContractLoader.load([file]).contract)
    let server = ScriptedUpstream { request in
      if request.path == "/", request.method == .options {
        return OutgoingResponse(Response(status: 204, headers: ["Allow": "OPTIONS, POST"]))
      }
      if request.path == "/", request.method == .get {
        return OutgoingResponse(Response(status: 405, headers: ["Allow": "OPTIONS, POST"]))
      }
      return OutgoingResponse(Response(status: 404))
    }
    let options = ProbeOptions(allowsWrites: isAllowed)
    let result = try await ProbeBench.run(server, contract: { _ in contract }, options: options)
    for verdict in result.outcome.verdicts { #expect(verdict.kind != .exists, "\(verdict)") }
  }

  @Test func `a pattern chooses endpoints`() async throws {
    let server = try HabitServer(ServerHabit(description: "plain"), routes: ProbeContract.routes)
    var options = options
    options.only = [Wildcard("stats.*")]
    let result = try await ProbeBench.run(server, options: options)
    #expect(result.outcome.verdicts.map(\.endpoint) == ["stats.get"])
  }

  @Test func `one request is under way at a time`() async throws {
    let busy = Mutex((now: 0, most: 0))
    let server = try HabitServer(ServerHabit(description: "plain"), routes: ProbeContract.routes)
    let counting = ScriptedUpstream { request in
      busy.withLock { busy in
        busy.now += 1
        busy.most = max(busy.most, busy.now)
      }
      defer { busy.withLock { $0.now -= 1 } }
      guard case .now(let answer) = server.respond(to: request, completion: Completion { _ in }) else {
        return OutgoingResponse(Response(status: 500))
      }
      return answer
    }
    _ = try await ProbeBench.run(counting, options: options)
    #expect(busy.withLock { $0.most } == 1)
  }

  @Test func `a server that isn't there can't be judged`() async throws {
    let server = try HTTPServer(configuration: .init(loops: 1))
    let base = try BaseURL(parsing: try server.listen(responder: EchoResponder()).baseURL)
    await server.shutdown(grace: .zero)
    let asked = Mutex(0)
    let probe = Probe(
      contract: ProbeContract.contract, base: base, options: options, clock: ProbeClock(now: { 0 }, pause: { _ in })
    ) { request in
      asked.withLock { $0 += 1 }
      let failure = TransportFailure(kind: .connectionRefused, message: "\(base.authority) refused the connection.")
      return Exchange(request: request, outcome: .failure(failure))
    }
    let error = await #expect(throws: Unreachable.self) { _ = try await probe.run() }
    #expect(error.map { "\($0)" }?.contains("can't be reached") == true)
    #expect(asked.withLock { $0 } < 4, "Nobody knocks at a closed door thirty times.")
  }

  @Test func `a server that goes away ends the run, and what was found stays`() async throws {
    let server = try HabitServer(
      ServerHabit(description: "plain"), routes: ProbeContract.routes + ["DELETE /api/notes/{note}"])
    let count = Mutex(0)
    let probe = Probe(
      contract: ProbeContract.contract, base: try BaseURL(parsing: "http://127.0.0.1:1"), options: writing,
      clock: ProbeClock(now: { 0 }, pause: { _ in })
    ) { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      guard number <= 20 else {
        let failure = TransportFailure(kind: .connectionReset, message: "It hung up.")
        return Exchange(request: request, outcome: .failure(failure))
      }
      return Exchange(request: request, response: await server.answer(to: request).response)
    }
    let outcome = try await probe.run()
    #expect(outcome.verdicts.first?.kind == .exists)
    #expect(outcome.verdicts.last?.kind == .unreachable)
    #expect(outcome.interruption?.contains("stopped responding") == true)
  }

  @Test func `a gateway that answers for the server is an outage`() async throws {
    let server = ScriptedUpstream { _ in OutgoingResponse(Response(status: 502)) }
    await #expect(throws: Unreachable.self) { try await ProbeBench.run(server, options: options) }
  }

  @Test func `a pause that is too long isn't made`() async throws {
    let server = ScriptedUpstream { _ in OutgoingResponse(Response(status: 429, headers: ["Retry-After": "3600"])) }
    let result = try await ProbeBench.run(server, options: options)
    #expect(result.pauses.isEmpty)
    #expect(result.outcome.verdicts.allSatisfy { $0.kind == .inconclusive && $0.sentence.contains("is rate limiting") })
  }

  @Test func `pauses come to an end, however small they are`() async throws {
    let server = ScriptedUpstream { _ in OutgoingResponse(Response(status: 429, headers: ["Retry-After": "30"])) }
    let result = try await ProbeBench.run(server, options: options)
    #expect(result.pauses.reduce(.zero, +) <= options.patience)
    #expect(!result.pauses.isEmpty)
  }

  @Test func `a server that refuses after every pause isn't waited for again and again`() async throws {
    let server = ScriptedUpstream { _ in OutgoingResponse(Response(status: 429, headers: ["Retry-After": "1"])) }
    let result = try await ProbeBench.run(server, options: options)
    #expect(result.pauses == Array(repeating: .seconds(1), count: 3))
    #expect(result.outcome.verdicts.allSatisfy { $0.kind == .inconclusive && $0.sentence.contains("is rate limiting") })
  }

  @Test func `a server that answers again is waited for again`() async throws {
    let count = Mutex(0)
    let plain = try HabitServer(ServerHabit(description: "plain"), routes: ProbeContract.routes)
    let server = ScriptedUpstream { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      // The first four requests are one request and its three repetitions.
      if number <= 4 || number == 6 { return OutgoingResponse(Response(status: 429, headers: ["Retry-After": "2"])) }
      guard case .now(let answer) = plain.respond(to: request, completion: Completion { _ in }) else {
        return OutgoingResponse(Response(status: 500))
      }
      return answer
    }
    let result = try await ProbeBench.run(server, options: options)
    #expect(result.pauses == Array(repeating: .seconds(2), count: 4))
  }

  @Test func `nothing is sent once the run is to end`() async throws {
    let server = try HabitServer(ServerHabit(description: "plain"), routes: ProbeContract.routes)
    let interruption = Interruption()
    let asked = Mutex(0)
    let probe = Probe(
      contract: ProbeContract.contract, base: try BaseURL(parsing: "http://127.0.0.1:1"), options: options,
      clock: ProbeClock(now: { 0 }, pause: { _ in }), interruption: interruption
    ) { request in
      let number = asked.withLock { asked in
        asked += 1
        return asked
      }
      if number == 3 { interruption.request("SIGINT") }
      return Exchange(request: request, response: await server.answer(to: request).response)
    }
    _ = try await probe.run()
    #expect(asked.withLock { $0 } == 3)
  }

  @Test func `a redirect to the same path shows both its spellings`() async throws {
    let server = ScriptedUpstream { request in
      guard !request.path.hasSuffix("/") else {
        return OutgoingResponse(Response(status: 404, headers: ["Content-Type": "text/plain"], body: Body("None.")))
      }
      return OutgoingResponse(Response(status: 301, headers: ["Location": request.path + "/"]))
    }
    let result = try await ProbeBench.run(server, options: options)
    let lines = result.verdict("stats.get")?.evidence.map(\.request) ?? []
    #expect(lines.contains("GET /api/stats → /api/stats/"), "\(lines)")
  }

  @Test func `a GET that changes something is asked of no item that is there`() async throws {
    let server = StoreServer(Club.contract)
    let contract = Club.contract
    let probe = Probe(
      contract: contract, base: try BaseURL(parsing: "http://127.0.0.1:1"),
      options: ProbeOptions(variables: ["letter_id": "3"], environment: ["STORE_KEY": "owner-key"]),
      clock: ProbeClock(now: { 0 }, pause: { _ in })
    ) { Exchange(request: $0, response: await server.answer(to: $0).response) }
    let outcome = try await probe.run()
    #expect(outcome.verdicts.first { $0.endpoint == "letters.open" }?.kind == .exists)
    let letters = server.requests.filter { $0.path.hasPrefix("/letters/") }
    #expect(!letters.isEmpty)
    #expect(letters.allSatisfy { !$0.path.hasPrefix("/letters/3/") })
    let planned = await ProbePlan(probe).requests(for: try #require(contract.endpoint("letters.open")))
    #expect(!planned.contains { $0.path.hasPrefix("/letters/3/") })
  }

  @Test func `an endpoint that is only assumed may be missing without failing a run`() async throws {
    let text = ProbeContract.text.replacing(
      #""GET /api/stats", "source""#, with: #""GET /api/stats", "standing": "assumed", "source""#)
    let server = try HabitServer(ServerHabit(description: "plain"), routes: ProbeContract.routes)
    let result = try await ProbeBench.run(server, contract: { _ in ProbeContract.load(text) }, options: options)
    let drift = try #require(result.outcome.drift.first { $0.endpoint == "stats.get" })
    #expect(drift.rule == .endpoint.missing)
    #expect(drift.severity == .notice)
  }

  @Test func `drift names the request, the answer and the contract's place`() async throws {
    let server = try HabitServer(ServerHabit(description: "plain"), routes: ProbeContract.routes)
    let result = try await ProbeBench.run(server, options: options)
    let drift = try #require(result.outcome.drift.first { $0.endpoint == "stats.get" })
    #expect(drift.severity == .breaking)
    #expect(drift.status == 404)
    #expect(drift.expected == "GET /api/stats")
    #expect(drift.actual?.hasPrefix("404 Not Found") == true)
    #expect(drift.contract == ProbeContract.contract.endpoint("stats.get")?.location)
  }

  @Test func `what other endpoints show settles a doubt`() async throws {
    let text = ProbeContract.text.replacing(
      #""codes": ["NOT_FOUND"] }"#, with: #""codes": ["NOT_FOUND"], "standing": "assumed" }"#)
    let alone = try HabitServer(ServerHabit(description: "plain"), routes: [])
    let doubt = try await ProbeBench.run(alone, contract: { _ in ProbeContract.load(text) }, options: writing)
    #expect(doubt.verdict("notes.publish")?.kind == .inconclusive)
    let server = try HabitServer(ServerHabit(description: "plain"), routes: ["GET /api/notes/{note}"])
    let settled = try await ProbeBench.run(server, contract: { _ in ProbeContract.load(text) }, options: writing)
    let verdict = try #require(settled.verdict("notes.publish"))
    #expect(verdict.kind == .missing)
    #expect(verdict.confidence == .medium)
    #expect(settled.outcome.drift.contains { $0.endpoint == "notes.publish" && $0.rule == .endpoint.missing })
  }

  @Test func `a server that looks for items first settles no doubt about the paths below them`() async throws {
    let habit = ServerHabit(description: "items first", findsItemsFirst: true)
    let server = try HabitServer(habit, routes: ["GET /api/notes/{note}", "POST /api/notes/{note}/publish"])
    for options in [options, writing] {
      let result = try await ProbeBench.run(server, options: options)
      #expect(result.verdict("notes.get")?.kind == .exists)
      #expect(result.verdict("notes.publish")?.kind == .inconclusive)
    }
  }

  @Test func `an identifier of the user's is read, and never written to`() async throws {
    let server = try HabitServer(
      ServerHabit(description: "alike", noRoute: .jsonLikeItem),
      routes: ["GET /api/notes/{note}", "POST /api/notes/{note}/publish"])
    var options = writing
    #expect(try await ProbeBench.run(server, options: options).verdict("notes.get")?.kind == .inconclusive)
    options.variables = ["note": "7"]
    #expect(try await ProbeBench.run(server, options: options).verdict("notes.get")?.kind == .exists)
    #expect(!server.requests.contains { !$0.method.isSafe && $0.path.contains("/7") })
  }

  @Test func `an Allow without a method is conclusive once the server has listed several`() async throws {
    let habit = ServerHabit(description: "Allow", wrongMethod: .allow)
    var options = options
    options.only = [Wildcard("notes.delete"), Wildcard("settings.replace")]
    let one = try HabitServer(habit, routes: ["GET /api/notes/{note}", "PUT /api/settings"])
    #expect(try await ProbeBench.run(one, options: options).verdict("notes.delete")?.kind == .inconclusive)
    let several = try HabitServer(habit, routes: ["GET /api/notes/{note}", "PUT /api/settings", "GET /api/settings"])
    let verdict = try #require(try await ProbeBench.run(several, options: options).verdict("notes.delete"))
    #expect(verdict.kind == .methodMissing)
    #expect(verdict.confidence == .medium)
  }
}
