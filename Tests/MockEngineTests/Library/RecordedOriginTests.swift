import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineRecordings
import Testing

@Suite struct RecordedOriginTests {
  private static let from = #"{ "kind": "recorded", "on": "2026-11-20", "from": "http://api.test:81/v1" }"#

  private func session(_ url: String, from: String = from, more: String = "") throws -> MockSession {
    try Shop.session([
      try Shop.recording(
        "items.get", "success", request: #"{ "method": "GET", "path": "/items/7" }"#,
        body: #"{ "ok": true, "data": { "id": 7, "name": "Seven", "urls": ["\#(url)", { "self": "\#(url)" }] } }"#,
        more: more, headers: #"{ "next-page": "\#(url)", "x-other": "see \#(url)" }"#, provenance: from)
    ])
  }

  @Test(arguments: [
    ("http://api.test:81/v1/items?page=2", "http://here:9/v1/items?page=2"), ("http://api.test:81", "http://here:9"),
    ("http://api.test:8181/x", nil), ("https://api.test:81/x", nil), ("/v1/items", nil),
    ("http://api.test:81?x", "http://here:9?x"),
  ])
  func `what leads to the recorded server leads to the mock`(url: String, moved: String?) throws {
    let session = try session(url)
    for _ in 1...2 {
      let seen = session.send(.get, "/items/7", headers: ["Host": "here:9"])
      #expect(seen["Next-Page"] == moved ?? url && seen["X-Other"] == "see \(url)", "\(seen)")
      #expect(seen.json?.at("/data/urls/0")?.string == moved ?? url)
      #expect(seen.json?.at("/data/urls/1/self")?.string == moved ?? url)
    }
    // Clients that use a different host name get links with that name.
    let other = session.send(.get, "/items/7", headers: ["Host": "there:7"])
    #expect(other["Next-Page"] == (moved ?? url).replacing("here:9", with: "there:7"))
  }

  @Test func `a recording without such places is played as its bytes are`() throws {
    #expect(try session("https://elsewhere.test/").send(.get, "/items/7", headers: ["Host": "here"]).isRendered)
    let authored = try session(
      "http://api.test:81/x", from: #"{ "kind": "authored", "on": "2026-11-20", "from": "a.har" }"#)
    #expect(authored.send(.get, "/items/7", headers: ["Host": "here"]).isRendered)
  }

  @Test func `what is bound is bound all the same`() throws {
    let session = try session("http://api.test:81/x", more: #", "bind": { "/response/body/data/id": "path.id" }"#)
    let seen = session.send(.get, "/items/8", headers: ["Host": "here"])
    #expect(seen.json?.at("/data/id") == 8)
    #expect(seen.json?.at("/data/urls/0") == "http://here/x")
  }
}
