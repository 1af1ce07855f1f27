import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import Testing

/// Event streams that are recorded, and the limits on how much of them is recorded.
@Suite struct StreamCaptureTests {
  private static let agent: HeaderFields = ["X-Key": "demo-key", "Authorization": "Bearer agent-token"]

  private static func capture(
    _ body: String, _ times: [(end: Int, milliseconds: Int)] = [], type: String = "text/event-stream"
  ) -> Capture {
    var exchange = Shop.exchange(
      .get, "/items/7", agent, answer: body, fields: ["Content-Type": type]
    ).exchange
    if !times.isEmpty {
      exchange.timing = BodyTiming(times.map { .init(end: $0.end, time: .milliseconds($0.milliseconds)) })
    }
    return Capture(exchange)
  }

  private static func body(_ plan: RecordingPlan) throws -> JSON {
    let file = try #require(plan.files.first, "\(plan.skips)")
    return try #require(try JSON.parse(file.bytes)["response"]?["body"])
  }

  @Test func `a stream's events keep their times where texts of another length replace what is secret`() throws {
    let events = [
      "data: {\"token\":\"Tt-live-4711-a-long-one\",\"n\":1}\n\n", "data: {\"email\":\"somebody.real@corp.sg\"}\n\n",
      "data: [DONE]\n\n",
    ]
    let ends = [events[0].utf8.count, events[0].utf8.count + events[1].utf8.count]
    let plan = try Shop.plan([
      Self.capture(events.joined(), [(ends[0], 4), (ends[1], 90), (ends[1] + events[2].utf8.count, 91)])
    ])
    let body = try Self.body(plan)
    #expect(body.elements.map { $0["at"]?.int } == [4, 90, 91])
    #expect(body.elements.map { $0["raw"] == nil } == [true, true, true], "\(body.text)")
    #expect(body[0]?["data"]?["n"] == 1)
    #expect(body[2]?["data"] == "[DONE]")
    for secret in ["live-4711", "somebody.real"] { #expect(!plan.text.contains(secret), "\(plan.text)") }
    let replaced = plan.files.first?.replaced ?? []
    #expect(replaced.contains("/response/body/*/data/token"), "\(replaced)")
    #expect(replaced.contains("/response/body/*/data/email"), "\(replaced)")
    let read = try #require(plan.files.first?.recording)
    #expect(read.timing?.parts.map(\.time) == [.milliseconds(4), .milliseconds(90), .milliseconds(91)])
    #expect(read.timing?.parts.last?.end == read.response.body.length)
  }

  @Test func `times of an answer that is no stream say nothing`() throws {
    let answer = #"{ "ok": true, "data": { "id": 7 } }"#
    let plan = try Shop.plan([Self.capture(answer, [(answer.utf8.count, 3)], type: "application/json")])
    #expect(try Self.body(plan)["data"]?["id"] == 7)
    #expect(plan.files.first?.recording.timing == nil)
  }

  @Test func `why a stream is only a beginning is reported with its file, and one of which nothing came is left out`()
    throws
  {
    let reason = TransportFailure(kind: .cancelled, message: "The client closed the stream after 1 event.")
    var exchange = Self.capture("data: 1\n\n", [(9, 5)]).exchange
    exchange.fragment = BodyFragment(bytes: [], reason: reason)
    let plan = try Shop.plan([Capture(exchange)])
    #expect(plan.files.map(\.brokenOff) == [reason.message])
    if case .response(var response) = exchange.outcome {
      response.body = .uncaptured(Body("data"))
      exchange.outcome = .response(response)
    }
    let other = try Shop.plan([Capture(exchange)])
    #expect(other.files.isEmpty)
    #expect(other.skips.first?.reason.contains("the client closed the stream") ?? false, "\(other.skips)")
  }

  @Test func `the steps of a sequence keep their times`() throws {
    let plan = try Shop.plan([Self.capture("data: 1\n\n", [(9, 5)]), Self.capture("data: 2\n\n", [(9, 6)])]) {
      $0.isOnePerAnswer = false
    }
    #expect(plan.files.map(\.recording.step?.number) == [1, 2])
    #expect(plan.files.map { $0.recording.timing?.parts.first?.time } == [.milliseconds(5), .milliseconds(6)])
    for file in plan.files { #expect(String(decoding: file.bytes, as: UTF8.self).contains("\"at\"")) }
  }

  @Test func `answers that find no room are counted, with what is full`() throws {
    let requests = (1...1003).map { Shop.exchange(.get, "/items/\($0)", Self.agent) }
    let plan = try Shop.plan(requests) { $0.isOnePerAnswer = false }
    #expect(plan.files.count == 1000)
    #expect(plan.surplus.map(\.times) == [3])
    #expect(plan.surplus.first?.reason == "items.get has 1000 recordings")
    #expect(plan.likes.isEmpty)
    let answers = (1...102).map {
      Shop.exchange(.get, "/items/7", Self.agent, answer: #"{ "ok": true, "data": { "n": \#($0) } }"#)
    }
    let steps = try Shop.plan(answers) { $0.isOnePerAnswer = false }
    #expect(steps.files.count == 100)
    #expect(steps.surplus.map { "\($0.reason) \($0.times)" } == ["the sequence items.get/success has 100 steps 2"])
  }

  @Test func `a call over one path is named by what it calls`() throws {
    let bodies = [
      #"{"jsonrpc":"2.0","id":1,"method":"tell.status","params":["a"]}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"tell.all","params":["a"]}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"tell.status","params":["b"]}"#,
    ]
    let plan = try Shop.plan(
      bodies.map { Shop.exchange(.post, "/items/7/buy", Self.agent, $0, status: 201) }
    ) { $0.isOnePerAnswer = false }
    #expect(plan.ids == ["items.buy/success", "items.buy/success-tell-all", "items.buy/success-b"])
  }
}
