import PlumblineContractModel
import PlumblineJSONTree
import PlumblineOpenAPI
import PlumblineRecordings
import Testing

/// Examples of a response that is sent as a stream or as a whole body, with the request that leads to each of them.
struct StreamExampleRequestTests {
  private static func document(asked: String, stream: String) -> String {
    """
    "paths": { "/chat": { "post": { "operationId": "chat.create",
      "requestBody": { "required": true, "content": { "application/json": {
        "schema": { "type": "object", "required": ["text"], "properties": {
          "text": { "type": "string" }, "stream": \(stream) } }, "example": \(asked) } } },
      "responses": { "200": { "description": "", "content": {
        "application/json": { "schema": { "type": "object" }, "example": { "text": "Hello" } },
        "text/event-stream": { "schema": { "type": "string" }, "example": "data: Hel\\n\\ndata: lo\\n\\n" } } } } } } }
    """
  }

  /// Returns the bodies of the requests, by the media type of their content.
  private func asked(_ asked: String, stream: String = #"{ "type": "boolean" }"#) throws -> [String: String] {
    let document = try TranslatedDocument(Self.document(asked: asked, stream: stream))
    let contract = try document.contract()
    let examples = ExampleRecordings(
      document.translation.examples, of: contract, path: "api.json", today: "2026-11-27")
    #expect(examples.recordings.count == 2, "\(examples.notes)")
    #expect(RecordingLint.problems(in: examples.recordings, contract: contract).isEmpty)
    var bodies: [String: String] = [:]
    for recording in examples.recordings {
      let body = try JSON.parse(try #require(recording.request.body.bytes))
      #expect(recording.requestBody == body)
      bodies[recording.response.mediaType ?? ""] = body["stream"]?.text ?? "nothing"
    }
    return bodies
  }

  @Test(arguments: [
    (#"{ "text": "Hi", "stream": true }"#, "false", "true"), (#"{ "text": "Hi", "stream": false }"#, "false", "true"),
    (#"{ "text": "Hi" }"#, "nothing", "true"),
  ])
  func `each example goes with the request that gets it`(body: String, whole: String, events: String) throws {
    #expect(try asked(body) == ["application/json": whole, "text/event-stream": events])
  }

  @Test func `what the contract takes for usual needn't be said`() throws {
    let usual = try asked(#"{ "text": "Hi" }"#, stream: #"{ "type": "boolean", "default": true }"#)
    #expect(usual == ["application/json": "false", "text/event-stream": "nothing"])
  }

  @Test func `a member of another kind is left as it is`() throws {
    let kept = try asked(#"{ "text": "Hi", "stream": "all" }"#, stream: #"{ "type": "string" }"#)
    #expect(kept == ["application/json": #""all""#, "text/event-stream": #""all""#])
  }
}
