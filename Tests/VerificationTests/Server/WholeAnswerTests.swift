import PlumblineHTTPMessages
import PlumblineVerification
import Synchronization
import Testing

/// Responses that a server forwards as they arrive, and streams that never end.
struct WholeAnswerTests {
  private static let events: HeaderFields = ["Content-Type": "text/event-stream"]
  private static let json: HeaderFields = ["Content-Type": "application/json"]

  /// Returns the outcome of a response after work on its body and its retrieval.
  private func outcome(
    _ headers: HeaderFields, length: Int? = nil, limit: Int = 100, _ work: (BodyPipe, WholeResponse) -> Void
  ) throws -> Exchange.Outcome {
    let seen = Mutex<[Exchange.Outcome]>([])
    let pipe = BodyPipe(length: length) {}
    let answer = WholeResponse(
      Response(status: 200, headers: headers), pipe, from: "api.example", limit: limit
    ) { outcome, _ in seen.withLock { $0.append(outcome) } }
    answer.read()
    work(pipe, answer)
    let all = seen.withLock { $0 }
    #expect(all.count == 1, "once and for all")
    return try #require(all.first)
  }

  private func body(_ outcome: Exchange.Outcome) -> String? {
    guard case .response(let response) = outcome else { return nil }
    return response.body.bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  private func failure(_ outcome: Exchange.Outcome) -> TransportFailure? {
    guard case .failure(let failure) = outcome else { return nil }
    return failure
  }

  @Test func `a body that ends is whole`() throws {
    let outcome = try outcome(Self.json) { pipe, answer in
      pipe.push(Array("{\"a\":".utf8))
      pipe.push(Array(" 1}".utf8))
      pipe.finish(.end(trailers: [:]))
      answer.timeIsUp()
    }
    #expect(body(outcome) == "{\"a\": 1}")
  }

  @Test(
    arguments: [
      ("text/event-stream", "data: a\n\ndata: b\n\ndata: half", "data: a\n\ndata: b\n\n"),
      ("text/event-stream", "data: a\n\n", "data: a\n\n"), ("text/event-stream", "data: a\n", nil),
      ("application/x-ndjson", "{}\n{\"a\"", "{}\n"),
    ] as [(String, String, String?)])
  func `a stream that goes on ends behind its last whole part`(type: String, came: String, kept: String?) throws {
    let outcome = try outcome(["Content-Type": type]) { pipe, answer in
      pipe.push(Array(came.utf8))
      answer.timeIsUp()
      #expect(pipe.isCancelled)
      pipe.push(Array("data: late\n\n".utf8))
    }
    #expect(body(outcome) == kept ?? ": no event arrived in time\n\n")
  }

  @Test func `a stream that falls silent is one that goes on`() throws {
    let outcome = try outcome(Self.events) { pipe, _ in
      pipe.push(Array("data: a\n\n".utf8))
      pipe.finish(.failed(TransportFailure(kind: .timeout, message: "It sent no more.")))
    }
    #expect(body(outcome) == "data: a\n\n")
  }

  @Test func `any other body that goes on is a failure`() throws {
    let outcome = try outcome(Self.json) { pipe, answer in
      pipe.push(Array("[1,".utf8))
      answer.timeIsUp()
    }
    #expect(failure(outcome) == TransportFailure(kind: .timeout, message: "api.example didn't respond in time."))
  }

  @Test func `a stream that breaks off is a failure`() throws {
    let reset = TransportFailure(kind: .connectionReset, message: "It hung up.")
    let outcome = try outcome(Self.events) { pipe, _ in
      pipe.push(Array("data: a\n\n".utf8))
      pipe.finish(.failed(reset))
    }
    #expect(failure(outcome) == reset)
  }

  @Test(arguments: [nil, 101] as [Int?])
  func `a body that is too large is left`(length: Int?) throws {
    let outcome = try outcome(Self.json, length: length) { pipe, _ in
      if length == nil { pipe.push(Array(repeating: 0x20, count: 101)) }
      #expect(pipe.isCancelled)
    }
    #expect(failure(outcome)?.kind == .tooLarge)
    #expect(failure(outcome)?.message.contains("--limit answer=SIZE") == true)
  }

  @Test func `streams are opened before they are whole, and nothing else is`() {
    for type in ["text/event-stream", "application/x-ndjson", "application/json-seq"] {
      #expect(OpenResponses.streams.include(type), "\(type)")
    }
    for type in ["application/json", "application/octet-stream", nil] as [String?] {
      #expect(!OpenResponses.streams.include(type), "\(type ?? "none")")
    }
  }

  @Test func `an answer that is all there goes through at once`() async throws {
    let upstream = ScriptedUpstream { _ in OutgoingResponse(Response(status: 200, body: Body("fine"))) }
    let responder = WholeResponseResponder(upstream, from: "api.example", limit: 1, deadline: .seconds(3600))
    let answer = await responder.answer(to: Request(method: .get, target: "/"))
    #expect(answer.response.body.bytes == Array("fine".utf8))
  }

  @Test func `a server's streamed answer is given whole`() async throws {
    let upstream = ScriptedUpstream { _ in
      let pipe = BodyPipe(length: nil) {}
      pipe.push(Array("data: a\n\n".utf8))
      pipe.finish(.end(trailers: [:]))
      return OutgoingResponse(Response(status: 200, headers: Self.events, body: .stream(pipe)))
    }
    let responder = WholeResponseResponder(upstream, from: "api.example", limit: 100, deadline: .seconds(3600))
    let answer = await responder.answer(to: Request(method: .get, target: "/"))
    #expect(answer.response.body.bytes == Array("data: a\n\n".utf8))
  }
}
