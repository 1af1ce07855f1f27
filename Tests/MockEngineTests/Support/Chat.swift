import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineRecordings
import Testing

/// A chat API that responds with a stream or with a whole body. Its contract and recordings are used by tests of
/// streams.
enum Chat {
  /// The offsets at which the events end.
  static let ends = [22, 43, 57]

  /// - Parameters:
  ///   - stream: The schema of the request's `stream` member.
  ///   - content: The contents of the response, as members.
  static func contract(
    stream: String = #"{ "type": "boolean" }"#, content: String = "\(wholeContent), \(streamContent)"
  ) throws -> Contract {
    let text = """
      { "plumbline": 1, "service": "chat", "title": "Chat", "envelope": null, "endpoints": {
        "chat.create": { "summary": "Answers", "request": "POST /chat", "source": "1",
          "body": { "type": "object", "required": ["text"], "properties": {
            "text": { "type": "string" }, "stream": \(stream) } },
          "success": { "200": { "content": { \(content) } } } },
        "log.read": { "summary": "Reads", "request": "GET /log", "source": "1",
          "success": { "200": { "content": { "application/x-ndjson": {} } } } },
        "model.get": { "summary": "Reads", "request": "GET /model", "source": "1",
          "success": { "200": { "body": { "type": "object" } } } } } }
      """
    return try ContractLoader.contract(text, folder: "chat")
  }

  static let wholeContent = #""application/json": { "schema": { "const": { "made": true } } }"#
  static let streamContent =
    #""text/event-stream": { "schema": { "type": "string", "examples": ["data: made\n\ndata: end\n\n"] } }"#

  /// Returns a recorded stream of ``events`` at intervals of one second.
  static func recording() throws -> Recording {
    let request = #"{ "method": "POST", "path": "/chat", "body": { "text": "Hi", "stream": true } }"#
    return try Shop.recording(
      "chat.create", "stream", request: request,
      body: #"""
        [{ "at": 1000, "data": { "text": "Hel" } }, { "at": 2000, "data": { "text": "lo" } },
          { "at": 3000, "data": "[DONE]" }], "encoding": "events"
        """#, headers: #"{ "content-type": "text/event-stream" }"#)
  }

  /// Returns a recording of the same response as a whole body.
  static func wholeRecording() throws -> Recording {
    try Shop.recording(
      "chat.create", "whole", request: #"{ "method": "POST", "path": "/chat", "body": { "text": "Hi" } }"#,
      body: #"{ "text": "Hello" }"#)
  }

  /// Returns a recorded log of two lines without times.
  static func log() throws -> Recording {
    try Shop.recording(
      "log.read", "success", request: #"{ "method": "GET", "path": "/log" }"#,
      body: #""{\"a\":1}\n{\"a\":22}\n", "encoding": "text""#, headers: #"{ "content-type": "application/x-ndjson" }"#)
  }

  static func session(
    _ recordings: [Recording] = [], pace: StreamPace = .immediate, contract: Contract? = nil
  ) throws -> MockSession {
    MockSession(
      library: MockLibrary(contract: try contract ?? Chat.contract(), recordings: recordings),
      options: MockOptions(pace: pace))
  }

  /// Returns a request for a reply.
  static func request(_ body: String = #"{"text":"Hi","stream":true}"#, accept: String? = nil) -> Request {
    var headers: HeaderFields = ["Content-Type": "application/json"]
    if let accept { headers["Accept"] = accept }
    return Request(method: .post, target: "/chat", headers: headers, body: Body(body))
  }
}
