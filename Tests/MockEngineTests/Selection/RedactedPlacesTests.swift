import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineRecordings
import Testing

@Suite struct RedactedPlacesTests {
  private static func provenance(_ places: String) -> String {
    #"{ "kind": "recorded", "on": "2026-11-20", "from": "http://api.test", "note": "Replaced: \#(places)." }"#
  }

  private func put(_ name: String, _ secret: String, _ more: String = "", status: Int, noted: Bool = true) throws
    -> Recording
  {
    try Shop.recording(
      "items.put", name,
      request: #"{ "method": "PUT", "path": "/items/7", "body": { "name": "\#(secret)"\#(more) } }"#, status: status,
      body: status == 200 ? #"{ "ok": true, "data": { "id": 7, "name": "Seven" } }"# : Shop.failure("CONFLICT"),
      provenance: noted ? Self.provenance("/request/body/name, /response/headers/x") : Self.provenance("/response/x"))
  }

  private let asked = #"{ "name": "the secret itself", "size": "S" }"#

  @Test func `a request is answered by its recording though its secret was replaced there`() throws {
    let recorded = try put("conflict", "aaaa", #", "size": "S""#, status: 409)
    #expect(try Shop.session([recorded]).send(.put, "/items/7", body: asked).status == 409)
    let other = try Shop.session([recorded]).send(.put, "/items/7", body: #"{ "name": "x", "size": "L" }"#)
    #expect(other.status != 409, "what wasn't replaced counts: \(other)")
    let lacking = try Shop.session([recorded]).send(.put, "/items/7", body: #"{ "size": "S" }"#)
    #expect(lacking.status == 422, "what was replaced has to be there: \(lacking)")
    let plain = try put("conflict", "aaaa", #", "size": "S""#, status: 409, noted: false)
    #expect(try Shop.session([plain]).send(.put, "/items/7", body: asked).status != 409, "it was sent as it stands")
  }

  @Test func `the same text comes first, and of two that differ only in a secret the success`() throws {
    let refused = try put("a-conflict", "aaaa", #", "size": "S""#, status: 409)
    let taken = try put("success", "bbbb", #", "size": "S""#, status: 200)
    let session = try Shop.session([refused, taken])
    #expect(session.send(.put, "/items/7", body: asked).status == 200)
    #expect(session.send(.put, "/items/7", body: #"{ "name": "aaaa", "size": "S" }"#).status == 409)
    #expect(session.send(.put, "/items/7", body: #"{ "name": "bbbb", "size": "S" }"#).status == 200)
  }

  @Test func `a replaced parameter and a replaced field don't tell requests apart either`() throws {
    let recorded = try Shop.recording(
      "items.list", "invalid",
      request: #"{ "method": "GET", "path": "/items", "query": { "q": "aaaa" }, "headers": { "x-trail": "bbbb" } }"#,
      status: 422, body: Shop.failure("INVALID", "No such cursor."),
      provenance: Self.provenance("/request/query/q, /request/headers/x-trail"))
    let session = try Shop.session([recorded])
    let seen = session.send(.get, "/items?q=what+was+sent", headers: ["X-Trail": "this"])
    #expect(seen.status == 422 && seen.message == "No such cursor.", "\(seen)")
    #expect(session.send(.get, "/items", headers: ["X-Trail": "this"]).status == 200)
  }
}
