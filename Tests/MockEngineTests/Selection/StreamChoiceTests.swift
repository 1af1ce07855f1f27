import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineRecordings
import Testing

/// The choice between a stream and a whole body, which the request's own body makes.
@Suite struct StreamChoiceTests {
  private static let asks = #"{"text":"Hi","stream":true}"#
  private static let declines = #"{"text":"Hi","stream":false}"#
  private static let says = #"{"text":"Hi"}"#

  private func kind(
    _ body: String, accept: String? = nil, _ recordings: [Recording] = [], stream: String = #"{ "type": "boolean" }"#,
    content: String = "\(Chat.wholeContent), \(Chat.streamContent)"
  ) throws -> String? {
    let session = try Chat.session(recordings, contract: try Chat.contract(stream: stream, content: content))
    return session.answer(to: Chat.request(body, accept: accept)).response.mediaType
  }

  private static let json = "application/json"
  private static let events = "text/event-stream"

  @Test(
    arguments: [
      (asks, nil, events), (declines, nil, json), (says, nil, json), (asks, "*/*", events), (says, "*/*", json),
      (asks, "application/json", events), (says, "application/json", json),
      (asks, "application/json, text/event-stream", events), (says, "text/event-stream, application/json", json),
      (says, "text/event-stream", events), (declines, "text/event-stream", events),
      (asks, "text/event-stream;q=0.1, application/json", json), (asks, "text/event-stream, */*;q=0.5", events),
    ] as [(String, String?, String)])
  func `the body decides where Accept doesn't want one more`(_ body: String, _ accept: String?, _ type: String) throws {
    #expect(try kind(body, accept: accept) == type)
    let turned = "\(Chat.streamContent), \(Chat.wholeContent)"
    #expect(try kind(body, accept: accept, content: turned) == type)
    let recordings = [try Chat.recording(), try Chat.wholeRecording()]
    #expect(try kind(body, accept: accept, recordings) == type)
  }

  @Test func `what isn't recorded as it is asked for is made`() throws {
    let streams = try Chat.session([try Chat.recording()])
    #expect(Seen(streams.answer(to: Chat.request(Self.asks))).from == "chat.create/stream")
    #expect(Seen(streams.answer(to: Chat.request(Self.says))).from == "synthesised")
    let others = try Chat.session([try Chat.wholeRecording()])
    #expect(Seen(others.answer(to: Chat.request(Self.says))).from == "chat.create/whole")
    #expect(Seen(others.answer(to: Chat.request(Self.asks))).from == "synthesised")
  }

  @Test func `the schema's default counts where the body says nothing`() throws {
    let stream = #"{ "type": ["boolean", "null"], "default": true }"#
    #expect(try kind(Self.says, stream: stream) == Self.events)
    #expect(try kind(Self.declines, stream: stream) == Self.json)
  }

  @Test func `a member that is no Boolean value decides nothing`() throws {
    let stream = #"{ "enum": [true, "fast"] }"#
    #expect(try kind(Self.asks, stream: stream) == Self.json)
    let turned = "\(Chat.streamContent), \(Chat.wholeContent)"
    #expect(try kind(Self.says, stream: stream, content: turned) == Self.events)
  }

  @Test func `where there is but one kind the body decides nothing`() throws {
    #expect(try kind(Self.asks, content: Chat.wholeContent) == Self.json)
    #expect(try kind(Self.says, content: Chat.streamContent) == Self.events)
  }
}
