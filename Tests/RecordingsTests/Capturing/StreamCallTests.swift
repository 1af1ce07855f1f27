import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import Testing

/// JSON-RPC calls with a streamed response, which has the identifier of its call, regardless of its value.
@Suite struct StreamCallTests {
  private static let agent: HeaderFields = ["X-Key": "demo-key", "Authorization": "Bearer agent-token"]

  private static func call(_ answer: String, type: String = "text/event-stream") -> Capture {
    Shop.exchange(
      .post, "/items/7/buy", agent, #"{"jsonrpc":"2.0","id":3,"method":"tools/call"}"#, status: 201, answer: answer,
      fields: ["Content-Type": type])
  }

  /// Returns the bindings in the file that is created for an exchange, as JSON.
  private static func bind(_ capture: Capture) throws -> String? {
    let plan = try Shop.plan([capture]) { $0.isOnePerAnswer = false }
    let file = try #require(plan.files.first, "\(plan.skips)")
    return try JSON.parse(file.bytes)["bind"]?.text
  }

  private static let steps =
    "event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{}}\n\n"
    + "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"sampling/createMessage\"}\n\n"

  @Test func `the event that answers the call is bound, and what the server asks on the way isn't`() throws {
    let answer = "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}\n\n"
    #expect(try Self.bind(Self.call(Self.steps + answer)) == #"{"/response/body/2/data/id":"body#/id"}"#)
    #expect(try Self.bind(Self.call(Self.steps)) == nil)
  }

  @Test(arguments: [
    "event: message\r\ndata: {\"jsonrpc\": \"2.0\", \"id\": 3, \"result\": {}}\r\n\r\n",
    "data: {\"jsonrpc\":\"2.0\",\ndata: \"id\":3,\"result\":{}}\n\n",
    "data:{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}\n\n",
  ])
  func `however the event is written, it is bound`(answer: String) throws {
    #expect(try Self.bind(Self.call(answer)) == #"{"/response/body/0/data/id":"body#/id"}"#)
  }

  @Test func `the line of NDJSON that answers the call is bound`() throws {
    let lines = "{\"jsonrpc\":\"2.0\",\"method\":\"progress\"}\n{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":7}\n"
    #expect(
      try Self.bind(Self.call(lines, type: "application/x-ndjson")) == #"{"/response/body/1/data/id":"body#/id"}"#)
  }

  @Test(arguments: ["0/data/idd", "1/data/id", "2/data", "0"])
  func `what isn't there can't be bound in a stream`(place: String) throws {
    let text = RecordingFiles.text(
      response: #"""
        { "status": 200, "headers": { "content-type": "text/event-stream" }, "encoding": "events",
          "body": [{ "data": { "id": 1 } }, { "data": "[DONE]" }] }
        """#, more: ", \"bind\": { \"/response/body/\(place)\": \"path.id\" }")
    let result = RecordingLoader.load([RecordingFiles.file(text)])
    #expect(result.problems.count == 1, "\(result.problems)")
    #expect(
      result.problems.first?.message.contains("no single-line value at /response/body/\(place)") == true,
      "\(result.problems)")
  }
}
