import PlumblineMockEngine
import Testing

/// Items that an import assumed, and that no list of the state shows. An item that isn't known may exist.
@Suite struct UnlistedItemTests {
  private static func contract(_ list: String = "", failures: String = "") -> String {
    """
    "failures": { "missing": { "status": 404 } },
    "schemas": { "Run": { "type": "object", "required": ["id"], "properties": {
      "id": { "type": "string" }, "name": { "type": "string" } } } },
    "collections": { "runs": { "item": { "$ref": "#/schemas/Run" }, "key": "/id", "per": "path.team",
      "seeds": { "x": [{ "id": "a" }] } } },
    "endpoints": {
      "runs.list": { "summary": "x", "request": "GET /teams/{team}/runs", "source": "x", "path": { "team": { "type": "string" } },
        "success": { "200": { "body": { "type": "array", "items": { "$ref": "#/schemas/Run" } } } } \(list) },
      "runs.get": { "summary": "x", "request": "GET /teams/{team}/runs/{id}", "source": "x", "path": { "team": { "type": "string" }, "id": { "type": "string" } },
        "success": { "200": { "body": { "$ref": "#/schemas/Run" } } } \(failures),
        "state": { "action": "read", "collection": "runs", "key": "path.id", "standing": "assumed" } },
      "runs.delete": { "summary": "x", "request": "DELETE /teams/{team}/runs/{id}", "source": "x", "path": { "team": { "type": "string" }, "id": { "type": "string" } },
        "success": { "204": {} },
        "state": { "action": "delete", "collection": "runs", "key": "path.id", "standing": "assumed" } } }
    """
  }

  @Test func `an item that a made list may show is made as well, until one is taken away`() throws {
    let bench = try Bench(Self.contract())
    #expect(bench.send(.get, "/teams/x/runs/a").status == 200)
    #expect(bench.send(.get, "/teams/x/runs/1").status == 200)
    #expect(bench.send(.delete, "/teams/x/runs/a").status == 204)
    #expect(bench.send(.get, "/teams/x/runs/a").status == 404)
    #expect(bench.send(.get, "/teams/x/runs/1").status == 404)
  }

  @Test func `what the state lists, or a failure describes, is missing where it isn't known`() throws {
    let listed = try Bench(Self.contract(#", "state": { "action": "list", "collection": "runs" }"#))
    #expect(listed.send(.get, "/teams/x/runs/1").status == 404)
    let described = try Bench(Self.contract(failures: #", "failures": ["missing"]"#))
    #expect(described.send(.get, "/teams/x/runs/1").status == 404)
  }
}
