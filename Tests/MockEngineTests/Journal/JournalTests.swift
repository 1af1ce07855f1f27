import PlumblineHTTPMessages
import PlumblineMockEngine
import Synchronization
import Testing

@Suite struct JournalTests {
  private func request(_ target: String = "/items/7", body: Int = 0) -> Request {
    Request(method: .get, target: target, body: Body([UInt8](repeating: 0x20, count: body)))
  }

  private func answer(_ status: Int = 200, body: Int = 0) -> OutgoingResponse {
    OutgoingResponse(Response(status: status, body: Body([UInt8](repeating: 0x20, count: body))))
  }

  @Test func `it keeps the last so many, numbered from the first`() {
    let journal = Journal(limits: .init(count: 3), clock: { 1000 })
    for number in 1...5 { journal.append(request("/\(number)"), answer()) }
    #expect(journal.entries.map(\.request.target) == ["/3", "/4", "/5"])
    #expect(journal.entries.map(\.id) == [3, 4, 5])
    #expect(journal.total == 5)
    #expect(journal.entry(4)?.request.target == "/4")
    #expect(journal.entry(2) == nil)
    journal.removeAll()
    #expect(journal.entries.isEmpty)
    #expect(journal.entry(of: request(), answer())?.id == 6)
    #expect(journal.entries.count == 1)
  }

  @Test func `it keeps no more bytes than it may, and of large bodies the size`() throws {
    let journal = Journal(limits: .init(count: 100, bytes: 10_000, largestBody: 4000), clock: { 0 })
    for _ in 0..<20 { journal.append(request(body: 3000), answer(body: 1000)) }
    #expect(journal.entries.count == 2)
    let recorded = RenderedResponse(Response(status: 200, body: Body("recorded")))
    for _ in 0..<20 { journal.append(request(), OutgoingResponse(rendered: recorded)) }
    #expect(journal.entries.count > 10, "what a recording keeps costs the journal nothing")
    for _ in 0..<20 {
      let own = RenderedResponse(recorded, body: [UInt8](repeating: 0x20, count: 2000))
      journal.append(request(), OutgoingResponse(rendered: own))
    }
    #expect(journal.entries.count == 3)
    let large = try #require(journal.entry(of: request(body: 4001), answer(body: 5000)))
    #expect(large.request.body.length == 0)
    #expect((large.requestSize, large.responseSize) == (4001, 5000))
    #expect(!large.isWhole)
    #expect(large.answer.response.body.length == 0)
    let streamed = OutgoingResponse(Response(status: 200, body: .stream(journal.listen { _ in [] })))
    let stream = try #require(journal.entry(of: request(), streamed))
    #expect(!stream.isWhole)
    #expect(stream.responseSize == nil)
  }

  @Test func `an entry shows what the client saw`() throws {
    let journal = Journal(clock: { 0 })
    let whole = try #require(journal.entry(of: request(), answer(404)))
    #expect(whole.status == 404)
    #expect(whole.failure == nil)
    let cases: [(Delivery, TransportFailure.Kind)] = [
      (Delivery(reset: true), .connectionReset), (Delivery(raw: []), .connectionClosed),
      (Delivery(raw: [1]), .malformedResponse), (Delivery(truncateAfter: 1), .connectionClosed),
    ]
    for (delivery, kind) in cases {
      let entry = try #require(
        journal.entry(of: request(), OutgoingResponse(Response(status: 200), delivery: delivery)))
      #expect(entry.status == nil)
      #expect(entry.exchange.failure?.kind == kind)
    }
  }

  @Test func `drift is computed on demand`() throws {
    let library = MockLibrary(contract: try Shop.contract(), recordings: [])
    let judge = JournalJudge(library, options: MockOptions())
    let journal = Journal(clock: { 0 })
    let request = Request(
      method: .get, target: "/items/7", headers: ["X-Key": "k", "Authorization": "Bearer owner-token"])
    let body = #"{ "ok": true, "data": { "id": "7", "name": "Seven" } }"#
    let answer = OutgoingResponse(
      Response(status: 200, headers: ["Content-Type": "application/json"], body: Body(body)))
    let wrong = try #require(journal.entry(of: request, answer))
    #expect(judge.drift(wrong).map(\.rule.id) == ["response.field.number-as-string"])
  }

  @Test func `a refusal for which the contract has no word isn't held to it, what is refused is`() throws {
    let endpoints = """
      "items.list": { "summary": "Lists", "request": "GET /items", "source": "Handbook",
        "headers": { "X-Tenant": { "type": "string" } }, "required": { "headers": ["X-Tenant"] },
        "success": { "200": { "payload": { "type": "array" } } } }
      """
    let session = try Shop.session(endpoints: endpoints)
    let judge = JournalJudge(session.library, options: MockOptions())
    let journal = Journal(clock: { 0 })
    func drift(_ request: Request, _ answer: OutgoingResponse) throws -> [String] {
      judge.drift(try #require(journal.entry(of: request, answer))).map(\.rule.id)
    }
    let request = Request(
      method: .get, target: "/items", headers: ["X-Key": "k", "Authorization": "Bearer owner-token"])
    let answer = session.answer(to: request)
    #expect(answer.response.status == 422)
    #expect(try drift(request, answer) == ["request.header.missing"])
    let upstream = OutgoingResponse(answer.response)
    #expect(try drift(request, upstream) == ["request.header.missing", "response.status.undocumented"])
  }

  @Test func `threads may write at once`() async {
    let journal = Journal(limits: .init(count: 64), clock: { 0 })
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<500 { journal.append(request(), answer()) } }
      }
    }
    #expect(journal.total == 2000)
    #expect(journal.entries.count == 64)
    #expect(Set(journal.entries.map(\.id)).count == 64)
  }
}

@Suite struct JournalListenerTests {
  private let journal = Journal(limits: .init(listeners: 2), clock: { 0 })

  private func happen(_ target: String) {
    journal.append(Request(method: .get, target: target), OutgoingResponse(Response(status: 200)))
  }

  /// Returns the next piece of a stream as text, or `nil` at its end.
  private func next(_ listener: JournalListener) async -> String? {
    await withCheckedContinuation { continuation in
      listener.next { chunk in
        if case .bytes(let bytes) = chunk {
          continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
        } else {
          continuation.resume(returning: nil)
        }
      }
    }
  }

  private func listen() async -> JournalListener {
    let listener = journal.listen { Array($0.request.target.utf8) }
    #expect(await next(listener)?.hasPrefix(":") == true)
    return listener
  }

  @Test func `exchanges come as events, waiting ones together`() async {
    happen("/before")
    let listener = await listen()
    happen("/1")
    happen("/2")
    #expect(
      await next(listener) == "event: exchange\nid: 2\ndata: /1\n\nevent: exchange\nid: 3\ndata: /2\n\n")
    let seen = Mutex<String?>(nil)
    let text = await withCheckedContinuation { continuation in
      listener.next { chunk in
        guard case .bytes(let bytes) = chunk else { return continuation.resume(returning: "") }
        seen.withLock { $0 = String(decoding: bytes, as: UTF8.self) }
        continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
      }
      #expect(seen.withLock { $0 } == nil)
      happen("/3")
    }
    #expect(text.contains("data: /3"))
  }

  @Test func `a slow reader loses the oldest events and learns how many`() async {
    let listener = await listen()
    for number in 0..<300 { happen("/\(number)") }
    let text = await next(listener) ?? ""
    #expect(text.hasPrefix("event: lost\ndata: {\"count\":44}\n\n"))
    #expect(text.split(separator: "\n").count { $0.hasPrefix("id: ") } == 256)
  }

  @Test func `a stream ends when its journal closes, and when too many listen`() async {
    let first = await listen()
    let second = await listen()
    let third = await listen()
    #expect(await next(first) == nil)
    happen("/1")
    #expect(await next(second)?.contains("/1") == true)
    journal.finishListeners()
    #expect(await next(third) == nil)
    second.cancel()
    #expect(await next(second) == nil)
  }
}
