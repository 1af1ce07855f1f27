import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineRecordings
import Testing

/// Conditional requests for recorded resources, which depend on the entity tag (RFC 9110, section 13) or were recorded
/// as rejected.
struct RecordedConditionTests {
  private static let request = #"{ "method": "GET", "path": "/items/7", "persona": "owner" }"#

  private func session(_ more: [Recording] = []) throws -> MockSession {
    let tagged = try Shop.recording(
      "items.get", "success", request: Self.request,
      headers: ##"{ "etag": "\"v7\"", "cache-control": "no-cache", "x-count": "1" }"##)
    return try Shop.session([tagged] + more)
  }

  @Test(arguments: [#""v7""#, #"W/"v7""#, #""v6", "v7""#])
  func `a client that has the recorded state gets a 304 without a body`(tag: String) throws {
    let seen = try session().send(.get, "/items/7", headers: ["If-None-Match": tag])
    #expect(seen.response.status == 304 && seen.response.body.bytes?.isEmpty == true, "\(seen)")
    #expect(seen.from == "items.get/success")
    #expect(seen["etag"] == #""v7""# && seen["cache-control"] == "no-cache" && seen["x-count"] == nil, "\(seen)")
  }

  @Test func `a client that has another state gets the recorded one`() throws {
    let session = try session()
    for headers in [["If-None-Match": #""v6""#], ["If-None-Match": "v7"], [:]] as [HeaderFields] {
      let seen = session.send(.get, "/items/7", headers: headers)
      #expect(seen.response.status == 200, "\(headers) \(seen)")
    }
  }

  @Test func `a refused condition is refused again, and nothing else is`() throws {
    let refused = try Shop.recording(
      "items.get", "a-refusal",
      request:
        #"{ "method": "GET", "path": "/items/7", "persona": "owner", "headers": { "if-none-match": "abc" } }"#,
      status: 400, body: Shop.failure("MALFORMED"))
    let session = try session([refused])
    #expect(session.send(.get, "/items/7", headers: ["If-None-Match": "abc"]).from == "items.get/a-refusal")
    #expect(session.send(.get, "/items/7").from == "items.get/success")
    #expect(session.send(.get, "/items/7", headers: ["If-None-Match": "abd"]).from == "items.get/success")
  }
}
