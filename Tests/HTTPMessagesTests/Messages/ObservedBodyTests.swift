import PlumblineHTTPMessages
import Synchronization
import Testing

/// Bodies that are forwarded as they arrive while an observer receives the complete body.
@Suite struct ObservedBodyTests {
  /// A clock that a test advances.
  private final class TurnedClock: Sendable {
    private let instant = Mutex(ContinuousClock.now)

    var now: ContinuousClock.Instant { instant.withLock { $0 } }

    func pass(_ time: Duration) { instant.withLock { $0 = $0.advanced(by: time) } }
  }

  /// A record of the bytes that an observer saw and a client received.
  private final class Log: Sendable {
    let observed = Mutex<[ObservedBody.Observation]>([])
    let got = Mutex<[String]>([])

    func take(_ chunk: BodyChunk) {
      let text: String
      switch chunk {
      case .bytes(let bytes): text = String(decoding: bytes, as: UTF8.self)
      case .end: text = "end"
      case .failed(let failure): text = failure.message
      }
      got.withLock { $0.append(text) }
    }
  }

  private func body(_ pipe: BodyPipe, limit: Int = 100, _ clock: TurnedClock, _ log: Log) -> ObservedBody {
    ObservedBody(pipe, limit: limit, now: { clock.now }) { came in log.observed.withLock { $0.append(came) } }
  }

  @Test func `each piece goes on at once, and the observer has the whole with the time of each`() throws {
    let (clock, log, pipe) = (TurnedClock(), Log(), BodyPipe(length: nil, resume: {}))
    let body = body(pipe, clock, log)
    for (text, pause) in [("one\n", 5), ("two\n", 0), ("three\n", 40)] {
      body.next { log.take($0) }
      clock.pass(.milliseconds(pause))
      pipe.push(Array(text.utf8))
      #expect(log.got.withLock { $0.last } == text)
      #expect(log.observed.withLock { $0.isEmpty })
    }
    body.next { log.take($0) }
    pipe.finish(.end(trailers: ["T": "1"]))
    let came = try #require(log.observed.withLock { $0.first })
    #expect(String(decoding: came.bytes, as: UTF8.self) == "one\ntwo\nthree\n")
    // Pieces that arrive at the same moment count as one.
    let parts: [BodyTiming.Part] = [.init(end: 8, time: .milliseconds(5)), .init(end: 14, time: .milliseconds(45))]
    #expect(came.timing == BodyTiming(parts))
    guard case .whole(let trailers) = came.ending else {
      Issue.record("\(came.ending)")
      return
    }
    #expect(trailers["t"] == "1")
    body.cancel()
    #expect(log.observed.withLock { $0.count } == 1)
    #expect(log.got.withLock { $0 } == ["one\n", "two\n", "three\n", "end"])
  }

  @Test func `what is larger than is kept goes on, and the observer hears of it at once and once`() throws {
    let (clock, log, pipe) = (TurnedClock(), Log(), BodyPipe(length: nil, resume: {}))
    let body = body(pipe, limit: 5, clock, log)
    for text in ["12345", "6", "789"] {
      body.next { log.take($0) }
      pipe.push(Array(text.utf8))
    }
    let came = try #require(log.observed.withLock { $0.first })
    #expect(came.bytes.isEmpty)
    guard case .tooLarge = came.ending else {
      Issue.record("\(came.ending)")
      return
    }
    body.next { log.take($0) }
    pipe.finish(.end(trailers: HeaderFields()))
    #expect(log.got.withLock { $0 } == ["12345", "6", "789", "end"])
    #expect(log.observed.withLock { $0.count } == 1)
  }

  @Test func `the observer gets the received part of a body that breaks off or is dropped, and why`() throws {
    for isCancelled in [true, false] {
      let (clock, log, pipe) = (TurnedClock(), Log(), BodyPipe(length: nil, resume: {}))
      let body = body(pipe, clock, log)
      body.next { log.take($0) }
      pipe.push(Array("data: 1\n\n".utf8))
      if isCancelled {
        body.cancel()
        #expect(pipe.isCancelled)
      } else {
        body.next { log.take($0) }
        pipe.finish(.failed(TransportFailure(kind: .connectionReset, message: "Gone.")))
      }
      let came = try #require(log.observed.withLock { $0.first })
      #expect(String(decoding: came.bytes, as: UTF8.self) == "data: 1\n\n")
      guard case .brokenOff(let reason) = came.ending else {
        Issue.record("\(came.ending)")
        return
      }
      #expect(reason.kind == (isCancelled ? .cancelled : .connectionReset))
    }
  }

  /// A responder that sends a stream.
  private struct Streaming: Responder {
    let pipe: BodyPipe

    func respond(to request: Request, completion: Completion) -> Reply {
      .now(OutgoingResponse(Response(status: 200, headers: ["Content-Type": "text/event-stream"], body: .stream(pipe))))
    }
  }

  @Test func `an exchange is shown with its whole body when that is over, and at once where nothing is kept`()
    async throws
  {
    for limit in [Int?.none, 3, 100] {
      let pipe = BodyPipe(length: nil, resume: {})
      let seen = Mutex<[Exchange]>([])
      let responder = ObservingResponder(Streaming(pipe: pipe), keeping: limit) { exchange in
        seen.withLock { $0.append(exchange) }
      }
      let answer = await responder.answer(to: Request(method: .get, target: "/events"))
      guard case .stream(let stream) = answer.response.body else {
        Issue.record("it came whole")
        return
      }
      #expect(seen.withLock { $0.count } == (limit == nil ? 1 : 0))
      pipe.push(Array("data: 1\n\n".utf8))
      pipe.finish(.end(trailers: HeaderFields()))
      for _ in 0..<2 { stream.next { _ in } }
      let exchange = try #require(seen.withLock { $0.first })
      #expect(seen.withLock { $0.count } == 1)
      #expect(exchange.response?.body.bytes == (limit == 100 ? Array("data: 1\n\n".utf8) : nil))
      #expect((exchange.timing?.parts.last?.end == 9) == (limit == 100))
      #expect(exchange.fragment == nil)
    }
  }

  @Test func `an exchange whose stream breaks off has a body that isn't known, and a fragment`() async throws {
    let pipe = BodyPipe(length: nil, resume: {})
    let seen = Mutex<[Exchange]>([])
    let responder = ObservingResponder(Streaming(pipe: pipe), keeping: 100) { exchange in
      seen.withLock { $0.append(exchange) }
    }
    let answer = await responder.answer(to: Request(method: .get, target: "/events"))
    guard case .stream(let stream) = answer.response.body else {
      Issue.record("it came whole")
      return
    }
    pipe.push(Array("data: 1\n\nda".utf8))
    stream.next { _ in }
    stream.cancel()
    let exchange = try #require(seen.withLock { $0.first })
    #expect(exchange.response?.body.bytes == nil)
    #expect(exchange.fragment?.bytes == Array("data: 1\n\nda".utf8))
    #expect(exchange.fragment?.reason == ObservedBody.cancelled)
  }
}

/// Returns responses that are streamed because their length isn't stated.
@Suite struct UnknownLengthTests {
  private func opening(
    _ text: String, streamed: Int? = 1000, _ openAnswers: OpenResponses = .all
  ) -> (status: Int, length: Int?)? {
    var limits = HTTPLimits()
    limits.streamed = streamed
    var parser = ResponseParser(method: .get, limits: limits, opening: openAnswers)
    guard case .needsMore = parser.feed(Array(text.utf8)) else { return nil }
    return parser.opening().map { (status: $0.response.status, length: $0.length) }
  }

  @Test(arguments: [
    "Transfer-Encoding: chunked\r\n\r\n", "\r\n", "Transfer-Encoding: chunked\r\n\r\n8\r\ndata: 1\n\r\n",
  ])
  func `an answer of unknown length is opened with its head`(rest: String) {
    let opening = opening("HTTP/1.1 200 OK\r\n\(rest)")
    #expect(opening?.status == 200)
    #expect(opening?.length == nil)
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\ndata", "HTTP/1.1 500 Oh\r\nTransfer-Encoding: chunked\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n",
  ])
  func `one that says how long it is, a failure and a packed one are waited for`(text: String) {
    #expect(opening(text) == nil)
  }

  @Test func `an answer of another media type than is asked for is waited for, until it is too large to be kept`() {
    let events = OpenResponses { $0 == "text/event-stream" }
    let rest = "Transfer-Encoding: chunked\r\n\r\n8\r\ndata: 1\n\r\n"
    let stream = opening("HTTP/1.1 200 OK\r\nContent-Type: Text/Event-Stream; charset=utf-8\r\n\(rest)", events)
    #expect(stream?.status == 200)
    #expect(opening("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(rest)", events) == nil)
    #expect(opening("HTTP/1.1 200 OK\r\n\(rest)", events) == nil)
    let large = opening("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(rest)", streamed: 7, events)
    #expect(large?.status == 200)
  }

  @Test func `where bodies are always whole nothing is opened`() {
    #expect(opening("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", streamed: nil) == nil)
  }
}
