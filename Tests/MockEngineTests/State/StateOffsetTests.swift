import PlumblineContractModel
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

/// Lists whose requests have the number of items to skip.
@Suite struct StateOffsetTests {
  private static let text = """
    { "plumbline": 1, "service": "crates", "title": "Crates", "envelope": null, "failures": {},
      "schemas": { "Crate": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } } },
      "collections": { "crates": { "item": { "$ref": "#/schemas/Crate" }, "key": "/id",
        "seed": [{ "id": 1 }, { "id": 2 }, { "id": 3 }, { "id": 4 }, { "id": 5 }] } },
      "endpoints": {
        "crates.list": { "summary": "x", "request": "GET /crates", "source": "x",
          "query": { "offset": { "type": "integer" }, "limit": { "type": "integer" } },
          "success": { "200": { "body": { "type": "object", "required": ["crates"], "properties": {
            "crates": { "type": "array", "items": { "$ref": "#/schemas/Crate" } },
            "offset": { "type": "integer", "x-paging": "offset" }, "total": { "type": "integer", "x-paging": "total" },
            "page": { "type": "integer", "x-paging": "page" }, "more": { "type": "boolean", "x-paging": "more" },
            "next": { "type": "integer", "x-paging": "next" }, "previous": { "type": "integer", "x-paging": "previous" },
            "url": { "type": "string", "format": "uri-reference", "x-paging": "next" } } } } },
          "state": { "action": "list", "collection": "crates", "at": "/crates", "offset": "query.offset",
            "size": "query.limit" } } } }
    """

  private func session(_ text: String = Self.text) throws -> MockSession {
    let file = ContractLoader.File(name: "contract.json", path: "crates/contract.json", bytes: Array(text.utf8))
    let result = ContractLoader.load([file])
    #expect(result.problems.filter { $0.level == .error } == [])
    return MockSession(
      library: MockLibrary(contract: try #require(result.contract), recordings: []), clock: .fixed(Desk.noon))
  }

  private func ids(_ session: MockSession, _ query: String) -> [Int?] {
    session.ask(.get, "/crates\(query)").json?["crates"]?.elements.map { $0["id"]?.int } ?? []
  }

  @Test func `an offset skips items, with a size and without`() throws {
    let session = try session()
    #expect(ids(session, "") == [1, 2, 3, 4, 5])
    #expect(ids(session, "?limit=2") == [1, 2])
    #expect(ids(session, "?limit=2&offset=2") == [3, 4])
    // No page of two begins here.
    #expect(ids(session, "?limit=2&offset=1") == [2, 3])
    #expect(ids(session, "?limit=2&offset=4") == [5])
    #expect(ids(session, "?offset=3") == [4, 5])
    #expect(ids(session, "?offset=-3&limit=1") == [1])
  }

  @Test func `a part says where it begins, and where the next and the previous one do`() throws {
    let session = try session()
    let first = session.ask(.get, "/crates?limit=2").json
    #expect(first?["offset"] == 0)
    #expect(first?["next"] == 2)
    #expect(first?["previous"] == nil)
    #expect(first?["url"] == "/crates?limit=2&offset=2")
    let second = session.ask(.get, "/crates?limit=2&offset=3").json
    #expect(second?["offset"] == 3)
    #expect(second?["page"] == 2)
    #expect(second?["total"] == 5)
    #expect(second?["more"] == false)
    #expect(second?["next"] == nil)
    #expect(second?["previous"] == 1)
    #expect(session.ask(.get, "/crates?limit=2&offset=1").json?["previous"] == 0)
    #expect(session.ask(.get, "/crates?limit=2&offset=2").json?["more"] == true)
  }

  @Test(arguments: ["5", "9223372036854775807", "99999999999999999999"])
  func `behind the last item there is an empty part`(offset: String) throws {
    let seen = try session().ask(.get, "/crates?limit=1&offset=\(offset)").json
    #expect(seen?["crates"] == [])
    #expect(seen?["offset"]?.text == offset)
    #expect(seen?["more"] == false)
    #expect(seen?["next"] == nil)
  }

  @Test(arguments: [#", "minimum": 1"#, #", "default": 1"#])
  func `positions are counted from 1 if the schema begins there`(keyword: String) throws {
    let session = try session(
      Self.text.replacing(#""offset": { "type": "integer" }"#, with: #""offset": { "type": "integer"\#(keyword) }"#))
    #expect(ids(session, "?limit=2") == [1, 2])
    #expect(ids(session, "?limit=2&offset=1") == [1, 2])
    let next = session.ask(.get, "/crates?limit=2&offset=3").json
    #expect(next?["crates"]?.elements.map { $0["id"] } == [3, 4])
    #expect(next?["next"] == 5)
    #expect(next?["previous"] == 1)
    #expect(next?["offset"] == 3)
  }
}
