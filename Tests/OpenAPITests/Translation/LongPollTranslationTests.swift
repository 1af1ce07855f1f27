import PlumblineJSONTree
import Testing

/// Query parameters that specify how long a server waits for an event.
struct LongPollTranslationTests {
  private static let matrix =
    "The maximum time to wait, in milliseconds, before returning this request. If no events (or other data) become "
    + "available before this time elapses, the server will return a response with empty fields."

  private func parameter(
    _ name: String, _ description: String, _ schema: String = #"{ "type": "integer" }"#, method: String = "get"
  ) throws -> (schema: JSON?, notes: [String]) {
    let document = try TranslatedDocument(
      """
      "paths": { "/sync": { "\(method)": { "operationId": "sync",
        "parameters": [{ "name": "\(name)", "in": "query", "description": "\(description)", "schema": \(schema) }],
        "responses": { "200": { "description": "" } } } } }
      """)
    _ = try document.contract()
    return (try document.endpoint("sync")["query"]?[name], document.notes)
  }

  @Test(arguments: [
    ("timeout", matrix), ("timeout", "Timeout in seconds for long polling. Defaults to 0, i.e. usual short polling."),
    ("poll_interval", "Long-poll: how long the request stays open."),
    ("wait", "How many seconds the server holds the request until a new message arrives."),
  ])
  func `a description that says that the server waits makes a long poll`(name: String, description: String) throws {
    let (schema, notes) = try parameter(name, description)
    #expect(schema?["x-long-poll"] == 0, "\(schema?.text ?? "")")
    #expect(notes.count { $0.contains("\(name) is how long the server waits for news (a long poll)") } == 1, "\(notes)")
  }

  @Test(arguments: [
    ("timeout", "Wait for operation commit timeout in seconds. If timeout is reached, request returns with an error."),
    ("timeout", "Seconds until the job is cancelled where no event arrives; waits before it returns."),
    ("timeout", "How long the new job may take."), ("since", matrix),
  ])
  func `other times are none`(name: String, description: String) throws {
    let (schema, notes) = try parameter(name, description)
    #expect(schema?["x-long-poll"] == nil && notes.isEmpty, "\(schema?.text ?? "") \(notes)")
  }

  @Test func `its least value is sent, where there is one`() throws {
    #expect(
      try parameter("timeout", Self.matrix, #"{ "type": "integer", "minimum": 5 }"#).schema?["x-long-poll"] == 5)
    #expect(
      try parameter("timeout", Self.matrix, #"{ "type": "string" }"#).schema?["x-long-poll"] == nil)
    #expect(
      try parameter("timeout", Self.matrix, #"{ "type": "integer", "enum": [5, 9] }"#).schema?["x-long-poll"] == nil)
    #expect(try parameter("timeout", Self.matrix, method: "post").schema?["x-long-poll"] == nil)
  }

  @Test func `a document may say it for sure`() throws {
    let (schema, notes) = try parameter("hold", "Some time.", #"{ "type": "integer", "x-long-poll": 1 }"#)
    #expect(schema?["x-long-poll"] == 1)
    #expect(notes.isEmpty)
  }
}
