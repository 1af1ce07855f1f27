import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineRecordings
import Testing

/// Values of the request in the events and lines of a recorded or generated stream.
@Suite struct StreamBindingTests {
  private static let request =
    #"{ "method": "POST", "path": "/chat", "body": { "text": "Hi", "stream": true, "id": 1 } }"#

  private static func recording(
    _ parts: String, bind: String, type: String = "text/event-stream"
  ) throws -> Recording {
    try Shop.recording(
      "chat.create", "stream", request: request, body: "[\(parts)], \"encoding\": \"events\"",
      more: ", \"bind\": { \(bind) }", headers: "{ \"content-type\": \"\(type)\" }")
  }

  private static let parts =
    #"{ "at": 10, "data": { "id": 1, "text": "Hel" } }, { "at": 20, "data": { "n": 2 } }, { "at": 30, "data": "[DONE]" }"#
  private static let bind = #""/response/body/0/data/id": "body#/id", "/response/body/0/data/text": "body#/text""#

  @Test func `values go into an event, and each event keeps its time`() throws {
    let session = try Chat.session([try Self.recording(Self.parts, bind: Self.bind)], pace: .recorded)
    let answer = session.answer(to: Chat.request(#"{"text":"Hello","stream":true,"id":1234}"#))
    let events = ["data: {\"id\":1234,\"text\":\"Hello\"}\n\n", "data: {\"n\":2}\n\n", "data: [DONE]\n\n"]
    #expect(Seen(answer).text == events.joined())
    var ends: [Int] = []
    for event in events { ends.append((ends.last ?? 0) + event.utf8.count) }
    let times: [Duration] = [.milliseconds(10), .milliseconds(20), .milliseconds(30)]
    #expect(
      answer.delivery.pace == .timed(BodyTiming(zip(ends, times).map { BodyTiming.Part(end: $0, time: $1) })))
  }

  @Test func `places that grow as much as others shrink move what is between them`() throws {
    let parts = #"{ "at": 10, "data": { "id": 1 } }, { "at": 20, "data": { "text": "Hello" } }"#
    let bind = #""/response/body/0/data/id": "body#/id", "/response/body/1/data/text": "body#/text""#
    let session = try Chat.session([try Self.recording(parts, bind: bind)], pace: .recorded)
    let answer = session.answer(to: Chat.request(#"{"text":"Hi","stream":true,"id":1234}"#))
    #expect(Seen(answer).text == "data: {\"id\":1234}\n\ndata: {\"text\":\"Hi\"}\n\n")
    let timing = BodyTiming([.init(end: 19, time: .milliseconds(10)), .init(end: 40, time: .milliseconds(20))])
    #expect(answer.delivery.pace == .timed(timing))
  }

  @Test func `a request without the value gets the stream as it is recorded`() throws {
    let session = try Chat.session([try Self.recording(Self.parts, bind: Self.bind)])
    let answer = session.answer(to: Chat.request(#"{"text":"Hel","stream":true}"#))
    #expect(Seen(answer).text == "data: {\"id\":1,\"text\":\"Hel\"}\n\ndata: {\"n\":2}\n\ndata: [DONE]\n\n")
  }

  @Test func `an event that is written otherwise keeps all its other bytes`() throws {
    let raw = #"{ "raw": "event: message\r\ndata: {\"a\": 0,\r\ndata:  \"id\": 1}\r\n\r\n" }"#
    let session = try Chat.session([try Self.recording(raw, bind: #""/response/body/0/data/id": "body#/id""#)])
    let answer = session.answer(to: Chat.request(#"{"text":"Hi","stream":true,"id":77}"#))
    #expect(Seen(answer).text == "event: message\r\ndata: {\"a\": 0,\r\ndata:  \"id\": 77}\r\n\r\n")
  }

  @Test func `lines take values, too`() throws {
    let log = try Shop.recording(
      "log.read", "success", request: #"{ "method": "GET", "path": "/log", "query": { "n": "1" } }"#,
      body: #"[{ "data": { "a": 1 } }, { "data": { "a": 2 } }], "encoding": "events""#,
      more: #", "bind": { "/response/body/1/data/a": "query.n" }"#,
      headers: #"{ "content-type": "application/x-ndjson" }"#)
    let answer = try Chat.session([log]).answer(to: Request(method: .get, target: "/log?n=99"))
    #expect(Seen(answer).text == "{\"a\":1}\n{\"a\":99}\n")
  }

  private static func calls(_ content: String) throws -> MockSession {
    let text = """
      { "plumbline": 1, "service": "mcp", "title": "MCP", "envelope": null, "endpoints": {
        "mcp.call": { "summary": "Calls", "request": "POST /mcp", "source": "1",
          "body": { "type": "object", "properties": { "jsonrpc": { "const": "2.0" }, "id": {} } },
          "success": { "200": { "content": { \(content) } } } } } }
      """
    let contract = try ContractLoader.contract(text, folder: "mcp")
    return MockSession(library: MockLibrary(contract: contract, recordings: []))
  }

  private static func answer(_ session: MockSession, _ body: String) -> Seen {
    Seen(
      session.answer(
        to: Request(
          method: .post, target: "/mcp", headers: ["Content-Type": "application/json"], body: Body(body))))
  }

  @Test(arguments: [
    (#""application/json": { "schema": { "const": { "jsonrpc": "2.0", "id": 1, "result": 5 } } }"#, ""),
    (
      #""text/event-stream": { "schema": { "type": "string", "examples": ["data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":5}\n\n"] } }"#,
      "data: "
    ),
  ])
  func `a made answer to a call has the call's id, in JSON and in a stream`(content: String, before: String) throws {
    let session = try Self.calls(content)
    for id in ["41", "42"] {
      let seen = Self.answer(session, #"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#)
      #expect(seen.text.hasPrefix(before + #"{"jsonrpc":"2.0","id":\#(id),"result":5}"#), "\(seen)")
    }
    #expect(Self.answer(session, #"{"method":"ping"}"#).text.contains(#""id":1"#))
  }
}
