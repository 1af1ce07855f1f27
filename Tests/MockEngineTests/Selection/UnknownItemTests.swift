import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineRecordings
import Testing

/// Requests without a recording, which must not get the content of a different recording if it would be wrong.
@Suite struct UnknownItemTests {
  private static let captured = #"{ "kind": "recorded", "on": "2026-11-20", "from": "http://127.0.0.1:5000" }"#
  private static let endpoints = """
    "blobs.get": { "summary": "Reads", "request": "GET /blobs/{digest}", "source": "Handbook",
      "path": { "digest": { "type": "string" } }, "query": { "of": { "type": "string" } },
      "success": { "200": { "payload": { "type": "object" } } } },
    "blobs.put": { "summary": "Writes", "request": "PUT /blobs/{digest}", "source": "Handbook",
      "path": { "digest": { "type": "string" } }, "success": { "200": { "payload": { "type": "object" } } } }
    """

  private func recording(
    _ endpoint: String, _ name: String, _ target: String, status: Int = 200, body: String? = nil,
    provenance: String = captured, more: String = "", method: String = "GET", query: String = ""
  ) throws -> Recording {
    let own = status < 400 ? #"{ "ok": true, "data": { "id": 7, "name": "Seven" } }"# : Shop.failure("NOT_FOUND")
    return try Shop.recording(
      endpoint, name, request: #"{ "method": "\#(method)", "path": "\#(target)"\#(query) }"#, status: status,
      body: body ?? own, more: more, provenance: provenance)
  }

  private static func digest(_ digit: Character) -> String { "sha256:" + String(repeating: digit, count: 64) }

  @Test func `where a server said 404 to what it hasn't, an item that nothing mentions gets that`() throws {
    let items = #"{ "ok": true, "data": [{ "id": 7, "name": "Seven" }, { "id": 8, "name": "Eight" }], "pages": 1 }"#
    let session = try Shop.session([
      recording("items.get", "success", "/items/7"), recording("items.get", "missing", "/items/404", status: 404),
      recording("items.list", "success", "/items", body: items),
    ])
    let unknown = session.send(.get, "/items/77")
    #expect((unknown.status, unknown.from) == (404, "items.get/missing"), "\(unknown)")
    #expect(unknown["Plumbline-Nearest"]?.hasPrefix("items.get/success: path.id is 77, not 7") == true)
    #expect(session.send(.get, "/items/7").from == "items.get/success")
    let listed = session.send(.get, "/items/8")
    #expect(listed.from == "items.get/success", "a list shows that it exists")
    #expect(listed["Plumbline-Nearest"] == "items.get/success: path.id is 8, not 7")
  }

  @Test(
    arguments: [
      (#""body": "data: {\"id\":\"71\"}\n\n", "encoding": "text""#, "text/event-stream"),
      (#""body": "{\"item_id\":\"71\"}\n", "encoding": "text""#, "application/x-ndjson"),
      (#""body": { "map": { "71": {} } }"#, "application/json"),
      (#""body": { "next": "http://x/items/71?page=2" }"#, "application/json"),
      (#""body": "<id>71</id>", "encoding": "text""#, "application/xml"),
    ])
  func `whatever form it has, what an answer mentions is there`(body: String, type: String) throws {
    let list = try Shop.recording(
      "items.list", "success", request: #"{ "method": "GET", "path": "/items" }"#, body: nil,
      more: "", headers: #"{ "content-type": "\#(type)" }, \#(body)"#, provenance: Self.captured)
    let session = try Shop.session([
      recording("items.get", "success", "/items/7"), recording("items.get", "missing", "/items/404", status: 404), list,
    ])
    #expect(session.send(.get, "/items/71").from == "items.get/success")
    #expect(session.send(.get, "/items/72").from == "items.get/missing")
  }

  @Test func `without a 404 that a server gave, the nearest item answers, and says so`() throws {
    let authored = #"{ "kind": "authored", "on": "2026-11-20" }"#
    for absence in [
      [], [try recording("items.get", "missing", "/items/404", status: 404, provenance: authored)],
    ] {
      let session = try Shop.session([try recording("items.get", "success", "/items/7")] + absence)
      let seen = session.send(.get, "/items/77")
      #expect(seen.from == "items.get/success")
      #expect(seen["Plumbline-Nearest"] == "items.get/success: path.id is 77, not 7")
      #expect(session.send(.get, "/items/7")["Plumbline-Nearest"] == nil)
    }
  }

  @Test func `an answer that is made of what came is for every item`() throws {
    let session = try Shop.session([
      recording(
        "items.get", "success", "/items/7", more: #", "bind": { "/response/body/data/id": "path.id" }"#),
      recording("items.get", "missing", "/items/404", status: 404),
    ])
    let seen = session.send(.get, "/items/77")
    #expect((seen.status, seen.from) == (200, "items.get/success"))
    #expect(seen.json?["data"]?["id"] == 77)
    #expect(seen["Plumbline-Nearest"] == nil)
  }

  @Test(arguments: [
    "/blobs/\(digest("b"))", "/blobs/\(String(repeating: "0a", count: 32))", "/blobs/\(digest("a"))?of=\(digest("c"))",
  ])
  func `no content answers for another digest`(target: String) throws {
    let session = try Shop.session(
      [recording("blobs.get", "success", "/blobs/\(Self.digest("a"))")], endpoints: Self.endpoints)
    let seen = session.send(.get, target)
    #expect((seen.status, seen.from) == (404, "built"), "\(seen)")
    #expect(seen["Plumbline-Nearest"]?.hasPrefix("blobs.get/success: ") == true)
    #expect(session.send(.get, "/blobs/\(Self.digest("a"))").from == "blobs.get/success")
  }

  @Test(arguments: [digest("b"), String(repeating: "0a", count: 32), String(repeating: "0a", count: 20)])
  func `what was written by hand answers for every digest`(id: String) throws {
    let authored = #"{ "kind": "authored", "on": "2026-11-20" }"#
    for own in [Self.digest("a"), String(repeating: "0b", count: 32), String(repeating: "0b", count: 20), "latest"] {
      let session = try Shop.session(
        [
          recording(
            "blobs.get", "success", "/blobs/\(own)", provenance: authored,
            query: #", "query": { "of": "\#(Self.digest("a"))" }"#)
        ], endpoints: Self.endpoints)
      #expect(session.send(.get, "/blobs/\(id)?of=\(Self.digest("c"))").from == "blobs.get/success")
    }
  }

  @Test(
    arguments: [
      ("latest", String(repeating: "0a", count: 20), true), (String(repeating: "0b", count: 32), "latest", true),
      (String(repeating: "0b", count: 32), String(repeating: "0a", count: 20), true),
      (String(repeating: "0b", count: 20), String(repeating: "0a", count: 20), false), ("latest", digest("b"), false),
    ] as [(String, String, Bool)])
  func `digits alone are a digest where a server answered to as many`(own: String, id: String, isAnswered: Bool) throws
  {
    let session = try Shop.session(
      [recording("blobs.get", "success", "/blobs/\(own)")], endpoints: Self.endpoints)
    let seen = session.send(.get, "/blobs/\(id)")
    #expect(seen.status == (isAnswered ? 200 : 404), "\(seen)")
    #expect(session.send(.get, "/blobs/\(own)").from == "blobs.get/success")
  }

  @Test func `what writes isn't refused for its digest, and a short name is none`() throws {
    let session = try Shop.session(
      [
        recording("blobs.get", "success", "/blobs/\(Self.digest("a"))"),
        recording("blobs.put", "success", "/blobs/\(Self.digest("a"))", method: "PUT"),
      ], endpoints: Self.endpoints)
    #expect(session.send(.put, "/blobs/\(Self.digest("b"))").from == "blobs.put/success")
    #expect(session.send(.get, "/blobs/deadbeef").from == "blobs.get/success")
  }

  @Test func `the recorded 404 is the one for an unknown digest, also where a sequence is recorded`() throws {
    let steps = try (1...2).map { number in
      try recording(
        "blobs.get", "s\(number)", "/blobs/\(Self.digest("a"))",
        more: #", "sequence": { "name": "poll", "step": \#(number) }"#)
    }
    let missing = try recording("blobs.get", "missing", "/blobs/\(Self.digest("e"))", status: 404)
    let session = try Shop.session(steps + [missing], endpoints: Self.endpoints)
    #expect(session.send(.get, "/blobs/\(Self.digest("b"))").from == "blobs.get/missing")
    #expect(session.send(.get, "/blobs/\(Self.digest("a"))").from == "blobs.get/s1", "no step was used up")
    let explained = session.explain(
      Request(
        method: .get, target: "/blobs/\(Self.digest("b"))",
        headers: ["X-Key": "k", "Authorization": "Bearer owner-token"]))
    #expect(
      explained == "blobs.get/missing: this item isn't recorded, and recordings of other items aren't used for it")
  }
}
