import PlumblineHTTPMessages
import PlumblineVerification
import Synchronization
import Testing

/// Streams that a run leaves before their end. Their progress is reported, and they prove nothing.
struct LeftStreamTests {
  private static let events: HeaderFields = ["Content-Type": "text/event-stream"]

  /// Returns the sentence about a stream that was left, and its body.
  private func left(
    _ headers: HeaderFields = LeftStreamTests.events, length: Int? = nil, limit: Int = 1000,
    _ work: (BodyPipe, WholeResponse) -> Void
  ) throws -> (message: String?, body: String?) {
    let seen = Mutex<[(Exchange.Outcome, TransportFailure?)]>([])
    let pipe = BodyPipe(length: length) {}
    let answer = WholeResponse(
      Response(status: 200, headers: headers), pipe, from: "api.example", limit: limit
    ) { outcome, left in seen.withLock { $0.append((outcome, left)) } }
    answer.read()
    work(pipe, answer)
    let (outcome, left) = try #require(seen.withLock { $0.first })
    guard case .response(let response) = outcome else { return (left?.message, nil) }
    return (left?.message, response.body.bytes.map { String(decoding: $0, as: UTF8.self) })
  }

  @Test func `a stream that goes on is left with how far it came`() throws {
    let (message, body) = try left { pipe, answer in
      pipe.push(Array("data: a\n\ndata: b\n\nda".utf8))
      answer.timeIsUp()
    }
    #expect(message?.hasPrefix("The stream was closed after 2 events (20 bytes in ") == true, "\(message ?? "none")")
    #expect(body == "data: a\n\ndata: b\n\n")
  }

  @Test(arguments: [nil, 5000] as [Int?]) func `a stream that is larger than is kept is left, and fails nothing`(
    length: Int?
  ) throws {
    let (message, body) = try left(["Content-Type": "application/x-ndjson"], length: length, limit: 6) { pipe, _ in
      pipe.push(Array("{}\n{}\n{}\n".utf8))
      #expect(pipe.isCancelled)
    }
    #expect(message?.hasPrefix("The stream was closed after 3 lines (9 bytes in ") == true, "\(message ?? "none")")
    #expect(body == "{}\n{}\n{}\n")
  }

  @Test func `what is left of a stream doesn't say how long all of it is`() async throws {
    let upstream = ScriptedUpstream { _ in
      let pipe = BodyPipe(length: 5000) {}
      pipe.push(Array("data: a\n\n".utf8))
      let headers: HeaderFields = ["Content-Type": "text/event-stream", "Content-Length": "5000"]
      return OutgoingResponse(Response(status: 200, headers: headers, body: .stream(pipe)))
    }
    let whole = WholeResponseResponder(upstream, from: "api.example", limit: 6, deadline: .seconds(3600))
    let answer = await whole.answer(to: Request(method: .get, target: "/events"))
    #expect(answer.response.body.bytes == Array("data: a\n\n".utf8))
    #expect(!answer.response.headers.contains("content-length"))
  }

  @Test func `of a stream that ends nothing is said`() throws {
    let (message, body) = try left { pipe, answer in
      pipe.push(Array("data: a\n\n".utf8))
      pipe.finish(.end(trailers: [:]))
      answer.timeIsUp()
    }
    #expect(message == nil)
    #expect(body == "data: a\n\n")
  }

  @Test func `an observer of the taken answer knows that it was left`() async throws {
    let upstream = ScriptedUpstream { _ in
      let pipe = BodyPipe(length: nil) {}
      pipe.push(Array("data: a\n\n".utf8))
      return OutgoingResponse(Response(status: 200, headers: Self.events, body: .stream(pipe)))
    }
    let whole = WholeResponseResponder(upstream, from: "api.example", limit: 100, deadline: .zero)
    let seen = Mutex<[Exchange]>([])
    let observed = ObservingResponder(whole) { exchange in seen.withLock { $0.append(exchange) } }
    let answer = await observed.answer(to: Request(method: .get, target: "/events"))
    #expect(answer.left != nil)
    #expect(seen.withLock { $0.first?.fragment?.reason } == answer.left)
    #expect(seen.withLock { $0.first?.response?.body.bytes } == answer.response.body.bytes)
  }

  @Test func `a probe leaves a stream at once, and its exchange says so`() async {
    let pipe = BodyPipe(length: nil) {}
    let exchange = Exchange(
      request: Request(method: .get, target: "/events"),
      response: Response(status: 200, headers: Self.events, body: .stream(pipe)))
    let taken = await WholeResponse.take(exchange, from: "api.example", limit: 100, within: .seconds(3600))
    #expect(taken.fragment?.reason.message.hasPrefix("The stream was closed after 0 events") == true)
  }

  @Test(arguments: [false, true]) func `a call whose answer was read in part passes and proves nothing`(isLeft: Bool)
    throws
  {
    let request = Request(
      method: .get, target: "/notes/7", headers: ["x-key": "k", "authorization": "Bearer owner-token"])
    var exchange = Exchange(request: request, response: Notes.response(200, Notes.note))
    if isLeft {
      let reason = TransportFailure(kind: .cancelled, message: "The stream was closed after 3 events.")
      exchange.fragment = BodyFragment(bytes: [], reason: reason)
    }
    let outcome = CallJudge(contract: Notes.contract).judge(
      .reading(), of: try Notes.endpoint("notes.get"), exchanges: [exchange], result: .returned, milliseconds: 1)
    #expect(outcome.line.outcome == .passed)
    #expect(outcome.line.isProof == !isLeft)
    #expect(outcome.isVerified == !isLeft)
    #expect(outcome.line.reason == (isLeft ? "the stream was closed after 3 events" : nil))
  }
}
