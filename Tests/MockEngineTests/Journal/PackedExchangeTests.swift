import PlumblineHTTPMessages
import Testing

@testable import PlumblineMockEngine

@Suite struct PackedExchangeTests {
  private let recorded = RenderedResponse(
    Response(status: 201, headers: ["Content-Type": "application/json", "X-A": "b"], body: Body("{}")))

  private func parsed(_ text: String) throws -> Request {
    var parser = RequestParser()
    var offset = 0
    let step = parser.next(Array(text.utf8), &offset)
    guard case .request(let incoming) = step else { throw Unparsed() }
    return incoming.request
  }

  private struct Unparsed: Error {}

  private func post(_ body: String, to path: String = "/a?b=c") throws -> Request {
    try parsed("POST \(path) HTTP/1.1\r\nHost: a\r\nX-Mark: 7\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
  }

  private func check(_ entry: JournalEntry, _ request: Request, _ answer: OutgoingResponse) {
    #expect(entry.request.isAlike(request))
    #expect(entry.request.target == request.target)
    #expect(entry.request.body.bytes == request.body.bytes)
    #expect(entry.answer.response.status == answer.response.status)
    #expect(entry.answer.response.headers == answer.response.headers)
    #expect(entry.answer.response.body.bytes == answer.response.body.bytes)
    #expect(entry.isWhole)
  }

  @Test func `an exchange comes out as it went in, whatever was in its place before`() throws {
    let journal = Journal(limits: .init(count: 2), clock: { 5 })
    let answers = [
      OutgoingResponse(rendered: recorded),
      OutgoingResponse(rendered: RenderedResponse(recorded, body: Array("{\"own\":1}".utf8))),
      OutgoingResponse(Response(status: 404, headers: ["X-C": "d"], body: Body("none"))),
      OutgoingResponse(Response(status: 204)),
    ]
    var last: (Request, OutgoingResponse)?
    for round in 0..<3 {
      for (index, answer) in answers.enumerated() {
        let request = try post(String(repeating: "x", count: (round * 7 + index * 5) % 11), to: "/\(round)/\(index)?q")
        let written = try #require(journal.entry(of: request, answer))
        let entries = journal.entries
        check(try #require(entries.last), request, answer)
        #expect(entries.last?.id == written.id)
        #expect(entries.last?.time == 5)
        if let last { check(try #require(entries.first), last.0, last.1) }
        last = (request, answer)
      }
    }
    #expect(journal.entries.count == 2)
  }

  @Test func `only usual exchanges with a body are packed`() throws {
    func isPacked(_ request: Request, _ answer: OutgoingResponse) -> Bool {
      var packed = PackedExchange()
      return packed.pack(id: 1, time: 2, request, answer, largestBody: 100_000) != nil
    }
    #expect(try isPacked(post("{}"), OutgoingResponse(rendered: recorded)))
    #expect(try isPacked(post(""), OutgoingResponse(Response(status: 200, body: Body("own")))))
    #expect(try !isPacked(post(""), OutgoingResponse(rendered: recorded)), "there is nothing to copy")
    #expect(
      try !isPacked(post("{}"), OutgoingResponse(failure: TransportFailure(kind: .connectionReset, message: "gone"))))
    #expect(try !isPacked(post("{}"), OutgoingResponse(rendered: recorded, delivery: Delivery(close: true))))
    #expect(try !isPacked(post("{}"), OutgoingResponse(rendered: recorded, delivery: Delivery(delay: .seconds(1)))))
    #expect(try !isPacked(post(String(repeating: "x", count: 9000)), OutgoingResponse(rendered: recorded)))
    let large = Response(status: 200, body: .bytes([UInt8](repeating: 0, count: 9000)))
    #expect(try !isPacked(post("{}"), OutgoingResponse(large)))
    #expect(!isPacked(Request(method: .post, target: "/", body: Body("{}")), OutgoingResponse(rendered: recorded)))
  }

  @Test func `packed exchanges keep within the bytes that a journal may hold`() throws {
    let journal = Journal(limits: .init(count: 100, bytes: 20_000), clock: { 0 })
    for _ in 0..<50 {
      journal.append(try post(String(repeating: "x", count: 3000)), OutgoingResponse(rendered: recorded))
    }
    #expect((2...5).contains(journal.entries.count))
    for _ in 0..<50 { journal.append(try post("{}"), OutgoingResponse(rendered: recorded)) }
    #expect(journal.entries.count > 15)
    #expect(journal.entries.map(\.id) == journal.entries.map(\.id).sorted())
  }
}
