import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineRecordings
import Testing

/// The times at which the events of a recorded or generated stream are sent.
@Suite struct StreamPacingTests {
  private func pace(
    _ pace: StreamPace, _ recordings: [Recording], _ request: Request = Chat.request()
  ) throws -> Delivery.Pace? {
    try Chat.session(recordings, pace: pace).answer(to: request).delivery.pace
  }

  private func timed(_ ends: [Int], _ times: [Duration]) -> Delivery.Pace {
    .timed(BodyTiming(zip(ends, times).map { BodyTiming.Part(end: $0, time: $1) }))
  }

  @Test func `a recorded stream goes out as it came, at once, or event by event`() throws {
    let recordings = [try Chat.recording()]
    #expect(
      try pace(.recorded, recordings) == timed(Chat.ends, [.seconds(1), .seconds(2), .seconds(3)]))
    #expect(try pace(.immediate, recordings) == nil)
    #expect(
      try pace(.every(.milliseconds(50)), recordings)
        == timed(Chat.ends, [.zero, .milliseconds(50), .milliseconds(100)]))
  }

  @Test func `the mock sends streams at once by default`() throws {
    #expect(MockOptions().pace == .immediate)
    let session = MockSession(library: MockLibrary(contract: try Chat.contract(), recordings: [try Chat.recording()]))
    #expect(session.answer(to: Chat.request()).isImmediate)
  }

  @Test func `a recording without times goes out at once, or line by line`() throws {
    let request = Request(method: .get, target: "/log")
    let recordings = [try Chat.log()]
    #expect(try pace(.recorded, recordings, request) == nil)
    #expect(try pace(.every(.seconds(1)), recordings, request) == timed([8, 17], [.zero, .seconds(1)]))
  }

  @Test func `a made stream is paced as a recorded one`() throws {
    let made = try Chat.session(pace: .every(.seconds(1))).answer(to: Chat.request())
    #expect(Seen(made).from == "synthesised")
    #expect(Seen(made).text == "data: made\n\ndata: end\n\n")
    #expect(made.delivery.pace == timed([12, 23], [.zero, .seconds(1)]))
    #expect(try pace(.recorded, []) == nil)
  }

  @Test func `an answer that is no stream isn't paced`() throws {
    let request = Request(method: .get, target: "/model")
    #expect(try pace(.every(.seconds(1)), [], request) == nil)
    #expect(try pace(.every(.seconds(1)), [], Chat.request(#"{"text":"Hi"}"#)) == nil)
  }

  @Test func `the answer is paced each time, also where it is kept`() throws {
    let session = try Chat.session([try Chat.log()], pace: .every(.seconds(1)))
    for _ in 0..<4 {
      let answer = session.answer(to: Request(method: .get, target: "/log"))
      #expect(answer.delivery.pace == timed([8, 17], [.zero, .seconds(1)]))
    }
  }

  @Test func `another pace holds at once, until the reset, and for what is loaded anew`() throws {
    let session = try Chat.session([try Chat.log()], pace: .every(.seconds(1)))
    let request = Request(method: .get, target: "/log")
    for _ in 0..<3 { _ = session.answer(to: request) }
    session.setPace(.immediate)
    #expect(session.answer(to: request).isImmediate)
    let next = session.successor(library: session.library, options: MockOptions(pace: .every(.seconds(1))))
    #expect(next.answer(to: request).isImmediate)
    session.reset()
    #expect(session.answer(to: request).delivery.pace == timed([8, 17], [.zero, .seconds(1)]))
    for pace in [StreamPace.recorded, .immediate, .every(.milliseconds(50)), .every(.zero), .every(.seconds(600))] {
      session.setPace(pace)
      #expect(session.pace == pace)
    }
  }

  @Test func `what is added to the answer for a preference leaves its pace`() throws {
    var request = Chat.request()
    request.headers["Prefer"] = "code=200, wait=2"
    let answer = try Chat.session([try Chat.recording()], pace: .recorded).answer(to: request)
    #expect(answer.delivery.delay == .seconds(2))
    #expect(answer.delivery.pace == timed(Chat.ends, [.seconds(1), .seconds(2), .seconds(3)]))
  }

  @Test func `an override keeps the pace too`() throws {
    let session = try Chat.session([try Chat.recording()], pace: .recorded)
    session.add(Override(endpoint: "chat.create", plays: .recording("stream")))
    let answer = session.answer(to: Chat.request(#"{"text":"Other"}"#))
    #expect(answer.delivery.pace == timed(Chat.ends, [.seconds(1), .seconds(2), .seconds(3)]))
  }

  @Test func `an event stream of which the contract says nothing is a stream of one event`() throws {
    let contract = try Chat.contract(content: #""text/event-stream": {}"#)
    let answer = try Chat.session(contract: contract).answer(to: Chat.request())
    #expect(Seen(answer).text == "data: synthesized\n\n")
  }
}
