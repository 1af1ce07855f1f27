import PlumblineHTTPMessages
import Synchronization
import Testing

/// Bodies that are forwarded as they arrive, because they exceed the limit for whole bodies.
@Suite struct StreamedBodyTests {
  private static let limits: HTTPLimits = {
    var limits = HTTPLimits()
    limits.streamed = 4
    limits.body = 6
    return limits
  }()

  @Test(arguments: [
    "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n0123456789",
    "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n01234567\r\n2;x\r\n89\r\n0\r\nT: 1\r\n\r\n",
  ])
  func `a large request is opened, and its pieces are its body wherever they are split`(text: String) {
    let next = "GET /b HTTP/1.1\r\nHost: a\r\n\r\nPUT /c HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nabcd"
    let bytes = Array((text + next).utf8)
    for split in 0...bytes.count {
      let outcome = Outcome(parsing: [Array(bytes[..<split]), Array(bytes[split...])], limits: Self.limits)
      // A body that has arrived completely before its size is known isn't streamed.
      let isOpened = !outcome.opened.isEmpty
      #expect(isOpened || text.contains("chunked"))
      #expect(outcome.refusal == nil, "\(split)")
      let whole = isOpened ? outcome.opened[0].request : outcome.incoming[0].request
      #expect(whole.path == "/a")
      #expect(whole.method == .post)
      #expect(isOpened ? outcome.streamed == Array("0123456789".utf8) : whole.body.bytes == Array("0123456789".utf8))
      #expect(outcome.ends == (isOpened ? 1 : 0), "\(split)")
      #expect(outcome.incoming.suffix(2).map(\.request.path) == ["/b", "/c"], "\(split)")
    }
    let alone = Outcome(parsing: bytes.map { [$0] }, limits: Self.limits)
    #expect(alone.opened.count == 1)
    #expect(alone.streamed == Array("0123456789".utf8))
    #expect(alone.ends == 1)
  }

  @Test func `a waiting client is asked to send a large body`() {
    let head = "PUT /a HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n"
    let outcome = Outcome(parsing: [Array(head.utf8), Array("0123456789".utf8)], limits: Self.limits)
    #expect(outcome.continues == 1)
    #expect(outcome.streamed.count == 10)
    #expect(outcome.ends == 1)
  }

  @Test func `a chunk that is malformed in the middle of a large body is refused`() {
    let head = "PUT /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n"
    let outcome = Outcome(parsing: [Array(head.utf8), Array("x\r\n".utf8)], limits: Self.limits)
    #expect(outcome.opened.count == 1)
    #expect(outcome.ends == 0)
    #expect(outcome.refusal?.status == 400)
    #expect(outcome.isClosed)
  }

  @Test(
    arguments: [
      ("Content-Length: 10\r\n\r\n0123456789", 10, false), ("\r\n0123456789", nil, true),
      ("Transfer-Encoding: chunked\r\n\r\n8\r\n01234567\r\n2\r\n89\r\n0\r\nT: 1\r\n\r\n", nil, false),
    ] as [(String, Int?, Bool)])
  func `a large answer is opened once, and its pieces are its body`(rest: String, length: Int?, closes: Bool) {
    var parser = ResponseParser(method: .get, limits: Self.limits)
    var opened: [Int?] = []
    var body: [UInt8] = []
    var last: Response?
    func take(_ step: ResponseParser.Step) {
      switch step {
      case .needsMore:
        if let opening = parser.opening() {
          #expect(opening.response.status == 200)
          opened.append(opening.length)
        }
        body += parser.takeBody()
      case .response(let response): last = response
      case .failed(let failure): Issue.record("\(failure)")
      }
    }
    for byte in "HTTP/1.1 200 OK\r\n\(rest)".utf8 { take(parser.feed([byte])) }
    if closes { take(parser.finish()) }
    #expect(opened == [length])
    #expect(body + (last?.body.bytes ?? []) == Array("0123456789".utf8))
    #expect(last?.trailers["t"] == (rest.contains("T: 1") ? "1" : nil))
  }

  @Test func `a small answer is never opened`() {
    var parser = ResponseParser(method: .get, limits: Self.limits)
    _ = parser.feed(Array("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab".utf8))
    #expect(parser.opening() == nil)
    #expect(parser.takeBody().isEmpty)
    guard case .response(let response) = parser.feed(Array("cd".utf8)) else {
      Issue.record("no answer")
      return
    }
    #expect(response.body.bytes == Array("abcd".utf8))
  }
}

/// The pipe between the producer and the consumer of a body.
@Suite struct BodyPipeTests {
  /// The results of the requests for pieces, in order.
  private final class Asked: Sendable {
    private let seen = Mutex<[String]>([])

    var texts: [String] { seen.withLock { $0 } }

    func next(_ pipe: BodyPipe) {
      pipe.next { chunk in
        let text: String
        switch chunk {
        case .bytes(let bytes): text = String(decoding: bytes, as: UTF8.self)
        case .end(let trailers): text = "end \(trailers.map(\.name).joined())"
        case .failed(let failure): text = failure.message
        }
        self.seen.withLock { $0.append(text) }
      }
    }
  }

  @Test func `bytes wait to be asked for, or go at once to who asks, and the end comes last`() {
    let pipe = BodyPipe(length: 5, resume: {})
    let asked = Asked()
    pipe.push(Array("ab".utf8))
    pipe.push(Array("c".utf8))
    asked.next(pipe)
    asked.next(pipe)
    #expect(asked.texts == ["abc"])
    pipe.push(Array("de".utf8))
    pipe.finish(.end(trailers: ["T": "1"]))
    pipe.push(Array("late".utf8))
    pipe.finish(.failed(TransportFailure(kind: .other, message: "late")))
    for _ in 0..<2 { asked.next(pipe) }
    #expect(asked.texts == ["abc", "de", "end T", "end T"])
  }

  @Test func `who brings more than there is room for waits until it is asked for`() {
    let resumed = Atomic<Int>(0)
    let pipe = BodyPipe(length: nil, room: 4) { resumed.add(1, ordering: .relaxed) }
    let asked = Asked()
    pipe.push([1, 2, 3])
    #expect(!pipe.isFull)
    pipe.push([4])
    #expect(pipe.isFull)
    #expect(resumed.load(ordering: .relaxed) == 0)
    asked.next(pipe)
    #expect(!pipe.isFull)
    #expect(resumed.load(ordering: .relaxed) == 1)
    pipe.push([5])
    asked.next(pipe)
    #expect(resumed.load(ordering: .relaxed) == 1, "there was room all the time")
  }

  @Test func `unwanted input is dropped, and its source is notified once`() {
    let resumed = Atomic<Int>(0)
    let pipe = BodyPipe(length: nil, room: 4) { resumed.add(1, ordering: .relaxed) }
    pipe.push([1, 2, 3, 4, 5])
    pipe.cancel()
    pipe.cancel()
    pipe.push([6, 7, 8, 9])
    #expect(pipe.isCancelled)
    #expect(!pipe.isFull)
    #expect(resumed.load(ordering: .relaxed) == 1)
  }
}
