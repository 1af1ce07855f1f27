import PlumblineHTTPMessages
import PlumblineRecordings
import Testing

/// Conditional header fields, which belong to a recording only if the response depends on them. A client's cache adds
/// others on its own.
@Suite struct ConditionFieldTests {
  private func get(_ headers: HeaderFields, _ status: Int, _ answer: String = #"{ "ok": true, "data": {} }"#) -> Capture
  {
    var headers = headers
    headers["X-Key"] = "demo-key"
    headers["Authorization"] = "Bearer agent-token"
    return Shop.exchange(.get, "/items/7", headers, status: status, answer: answer)
  }

  private func conditions(_ captures: [Capture]) throws -> [HeaderFields] {
    try Shop.plan(captures) { $0.isOnePerAnswer = false }.files.map { $0.recording.request.headers }
  }

  @Test func `a 412 keeps its condition, and is no step after the request without it`() throws {
    let plan = try Shop.plan([get([:], 200), get(["If-Match": #""1""#], 412, "{}"), get([:], 200)]) {
      $0.isOnePerAnswer = false
    }
    #expect(plan.files.map { $0.recording.request.headers["if-match"] } == [nil, #""1""#], "\(plan.skips)")
    #expect(plan.files.map(\.recording.step) == [nil, nil])
    #expect(plan.files.map(\.times) == [2, 1])
  }

  @Test func `a 400 keeps the condition that it names, and no other`() throws {
    let refused = #"{ "ok": false, "error": "BAD", "message": "If-None-Match isn't a number." }"#
    let kept = try conditions([get(["If-None-Match": "abc", "If-Modified-Since": "now"], 400, refused)])
    #expect(kept == [["if-none-match": "abc"]])
    let other = #"{ "ok": false, "error": "BAD", "message": "The id isn't a number." }"#
    #expect(try conditions([get(["If-None-Match": "abc"], 400, other)]) == [[:]])
  }

  @Test func `a condition that holds is left out`() throws {
    #expect(try conditions([get(["If-None-Match": #""1""#], 200)]) == [[:]])
  }
}
