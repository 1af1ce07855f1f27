import PlumblineJSONTree
import PlumblineMockEngine
import Testing

/// Answers that are made of a schema, where nothing is recorded.
@Suite struct MadeAnswerTests {
  private static let error = #""error": { "oneOf": [{ "type": "object", "required": ["code"] }, { "type": "null" }] }"#

  @Test(arguments: [
    (#""required": ["data"], "#, #"{"data":1}"#), (#""required": ["data", "error"], "#, #"{"error":null,"data":1}"#),
  ])
  func `a success doesn't say that something went wrong`(required: String, body: String) throws {
    let bench = try Bench(
      """
      "endpoints": { "a": { "summary": "x", "request": "GET /a", "source": "x", "success": { "200": { "body": {
        "type": "object", \(required)"properties": { \(Self.error), "data": { "const": 1 } } } } } } }
      """)
    let seen = bench.send(.get, "/a")
    #expect(seen.status == 200 && seen.text == body, "\(seen)")
  }
}
