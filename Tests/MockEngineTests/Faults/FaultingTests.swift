import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineRecordings
import Synchronization
import Testing

@Suite struct FaultingTests {
  private static let path = #"{ "method": "GET", "path": "/items/7" }"#

  private func library() throws -> MockLibrary {
    MockLibrary(
      contract: try Shop.contract(),
      recordings: [
        try Shop.recording("items.get", "success", request: Self.path),
        try Shop.recording(
          "items.get", "gone", request: #"{ "method": "GET", "path": "/items/8" }"#, status: 404,
          body: Shop.failure("NOT_FOUND", "Recorded, gone.")),
      ])
  }

  private func answer(
    _ fault: Fault, times: Int? = nil, to target: String = "/items/7", method: HTTPMethod = .get
  ) throws -> OutgoingResponse {
    try faulting([FaultRule(fault, times: times)]).answer(to: request(target, method))
  }

  private func faulting(
    _ faults: [FaultRule] = [], _ delays: [DelayRule] = [], seed: UInt64 = 1
  ) throws -> FaultingResponder<MockSession> {
    let library = try library()
    return FaultingResponder(
      MockSession(library: library, options: MockOptions(persona: "owner")),
      plan: FaultPlan(faults: faults, delays: delays, seed: seed)
    ) { library }
  }

  private func request(_ target: String = "/items/7", _ method: HTTPMethod = .get) -> Request {
    Request(method: method, target: target)
  }

  @Test func `a failure comes as it is recorded for the endpoint, or in the envelope`() throws {
    let recorded = Seen(try answer(.failure("notFound")))
    #expect((recorded.status, recorded.message) == (404, "Recorded, gone."))
    #expect(recorded["Plumbline-Fault"] == "notFound")
    let built = Seen(try answer(.failure("conflict")))
    #expect((built.status, built.code, built.json?["ok"]?.bool) == (409, "CONFLICT", false))
    let status = Seen(try answer(.status(503)))
    #expect((status.status, status.code) == (503, "SERVICE_UNAVAILABLE"))
    #expect(Seen(try answer(.status(500))).code == "SERVER_ERROR")
    #expect(Seen(try answer(.status(401)))["WWW-Authenticate"] == "Bearer")
  }

  @Test func `the other faults change the delivery`() throws {
    let empty = try answer(.empty)
    #expect(empty.response.status == 200)
    #expect(empty.response.body.length == 0)
    #expect(empty.delivery == .immediate)
    #expect(try answer(.reset).delivery.reset)
    #expect(try answer(.offline).delivery.raw == [])
    #expect(try answer(.random).delivery.raw?.count == 256)
    let whole = try faulting().answer(to: request()).response.body.length ?? 0
    #expect(whole > 10)
    let truncated = try answer(.truncated)
    #expect(truncated.delivery.truncateAfter == whole / 2)
    #expect(truncated.response.body.length == whole)
    let dripping = try answer(.drip)
    guard case .steady(let bytes, _) = dripping.delivery.pace else {
      Issue.record("\(dripping.delivery)")
      return
    }
    #expect((whole + bytes - 1) / bytes <= 20)
    let raw = String(decoding: try answer(.badChunk).delivery.raw ?? [], as: UTF8.self)
    #expect(raw.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(raw.contains("Transfer-Encoding: chunked\r\n"))
    #expect(!raw.contains("Content-Length"))
    #expect(raw.contains("\r\nno-size\r\n"))
  }

  @Test(arguments: [Fault.truncated, .badChunk, .drip, .breakOff(after: 2)])
  func `an answer without a body can be spoiled too`(_ fault: Fault) throws {
    let inner = ScriptedPrompt { _ in OutgoingResponse(Response(status: 204)) }
    let library = try library()
    let responder = FaultingResponder(inner, plan: FaultPlan(faults: [FaultRule(fault)])) { library }
    let answer = responder.answer(to: request())
    #expect(answer.response.headers["Plumbline-Fault"] == "\(fault)")
    if [Fault.truncated, .breakOff(after: 2)].contains(fault) { #expect(answer.delivery.truncateAfter == 32) }
    if fault == .badChunk { #expect(answer.delivery.raw?.isEmpty == false) }
  }

  @Test func `a fault that replaces the response doesn't ask the mock`() throws {
    let asked = Atomic<Int>(0)
    let library = try library()
    for (fault, count) in [(Fault.reset, 0), (.status(503), 0), (.offline, 0), (.truncated, 1)] {
      asked.store(0, ordering: .relaxed)
      let inner = ScriptedPrompt { _ in
        asked.add(1, ordering: .relaxed)
        return OutgoingResponse(Response(status: 200, body: Body("abc")))
      }
      let responder = FaultingResponder(inner, plan: FaultPlan(faults: [FaultRule(fault)])) { library }
      _ = responder.answer(to: request())
      #expect(asked.load(ordering: .relaxed) == count, "\(fault)")
    }
  }

  @Test func `a rule strikes its endpoints only, the first that fits counts, and none is left after its times`() throws
  {
    let responder = try faulting([
      FaultRule(.status(503), endpoint: Wildcard("items.list"), times: 2), FaultRule(.status(409)),
    ])
    let statuses = { (target: String) in responder.answer(to: Request(method: .get, target: target)).response.status }
    #expect([statuses("/items"), statuses("/items/7"), statuses("/nowhere")] == [503, 409, 409])
    #expect([statuses("/items"), statuses("/items")] == [503, 409])
    #expect(responder.answer(to: Request(method: .head, target: "/items/7")).response.status == 409)
    let one = try faulting([FaultRule(.status(503), endpoint: Wildcard("items.get"))])
    #expect(one.answer(to: request("/nowhere")).response.status == 404)
    #expect(one.answer(to: Request(method: .head, target: "/items/7")).response.status == 503)
  }

  @Test func `a share strikes its part, the same requests for the same seed`() throws {
    let run = { (seed: UInt64) in
      let responder = try faulting([FaultRule(.status(503), share: 0.25)], seed: seed)
      return (0..<1000).map { _ in responder.answer(to: request()).response.status == 503 }
    }
    let struck = try run(1)
    #expect((200...300).contains(struck.count { $0 }))
    #expect(try run(1) == struck)
    #expect(try run(2) != struck)
    let none = try faulting([FaultRule(.status(503), share: 0)])
    #expect((0..<100).allSatisfy { _ in none.answer(to: request()).response.status == 200 })
  }

  @Test func `delays hold answers back, faults too, and add to a recording's own`() throws {
    let responder = try faulting(
      [FaultRule(.status(503), endpoint: Wildcard("items.list"))],
      [DelayRule(.fixed(.milliseconds(200)), endpoint: Wildcard("items.*"))])
    #expect(responder.answer(to: request()).delivery.delay == .milliseconds(200))
    #expect(responder.answer(to: request("/items")).delivery.delay == .milliseconds(200))
    #expect(responder.answer(to: request("/nowhere")).delivery == .immediate)
  }

  @Test func `a responder that answers later is spoiled when it does`() async throws {
    let library = try library()
    let responder = FaultingResponder(Later(), plan: FaultPlan(faults: [FaultRule(.truncated)])) { library }
    let answer = await responder.answer(to: request())
    #expect(answer.delivery.truncateAfter == 2)
  }

  @Test func `rules that a service can't keep are said, with the nearest`() throws {
    let library = try library()
    #expect(library.problem(with: FaultRule(.status(503), endpoint: Wildcard("items.*"))) == nil)
    #expect(library.problem(with: FaultRule(.reset)) == nil)
    let endpoint = library.problem(with: FaultRule(.reset, endpoint: Wildcard("item.get")))
    #expect(endpoint?.contains("\"items.get\"") == true)
    #expect(library.problem(with: FaultRule(.failure("notfound")))?.contains("\"notFound\"") == true)
    #expect(library.problem(with: FaultRule(.failure("rest")))?.contains("\"reset\"") == true)
    #expect(library.problem(with: DelayRule(.fixed(.zero), endpoint: Wildcard("x.*"))) != nil)
  }
}

/// A responder that responds immediately with the result of a closure.
struct ScriptedPrompt: PromptResponder {
  let script: @Sendable (Request) -> OutgoingResponse

  func answer(to request: Request) -> OutgoingResponse { script(request) }

  func respond(to request: Request, completion: Completion) -> Reply { .now(script(request)) }
}

/// A responder that responds through the completion.
struct Later: Responder {
  func respond(to request: Request, completion: Completion) -> Reply {
    completion(OutgoingResponse(Response(status: 200, body: Body("abcd"))))
    return .later
  }
}
