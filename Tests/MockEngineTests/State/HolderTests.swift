import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

/// Callers that are items: who is let in once accounts or keys come and go.
@Suite struct HolderTests {
  /// Keys that travel by themselves.
  private static let keys = """
    "credentials": { "key": { "in": "header", "name": "X-Key", "environment": "K",
      "holders": { "collection": "keys", "secret": "/value", "persona": "ada" } } },
    "authentication": ["key"],
    "personas": { "ada": { "id": 1, "credentials": { "key": "one" } }, "root": { "id": 0, "credentials": { "key": "none" } } },
    "failures": { "nobody": { "status": 401 }, "missing": { "status": 404 }, "wrong": { "status": 422 } },
    "commonFailures": ["nobody"],
    "collections": { "keys": { "item": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" },
      "value": { "type": "string" } } }, "key": "/id", "seed": [{ "id": 5, "value": "one" }] } },
    "endpoints": {
      "keys.make": { "summary": "x", "request": "POST /keys", "source": "x", "body": { "type": "object" },
        "success": { "201": { "body": true } }, "failures": ["wrong"], "state": { "action": "create", "collection": "keys" } },
      "keys.change": { "summary": "x", "request": "PUT /keys/{id}", "source": "x", "path": { "id": { "type": "integer" } },
        "body": { "type": "object" }, "success": { "200": { "body": true } }, "failures": ["missing", "wrong"],
        "state": { "action": "update", "collection": "keys", "key": "path.id" } },
      "keys.drop": { "summary": "x", "request": "DELETE /keys/{id}", "source": "x", "path": { "id": { "type": "integer" } },
        "success": { "204": {} }, "failures": ["missing"],
        "state": { "action": "delete", "collection": "keys", "key": "path.id" } },
      "me": { "summary": "x", "request": "GET /me", "source": "x", "success": { "200": { "body": { "type": "object",
        "required": ["id"], "properties": { "id": { "type": "integer" } } } } },
        "state": { "action": "read", "collection": "who", "set": { "/id": "persona.id" } } } }
    """

  private func keys() throws -> Bench {
    try Bench(
      Self.keys.replacing(
        #""collections": {"#, with: #""collections": { "who": { "item": { "type": "object" }, "seed": [{ "id": 0 }] },"#
      ))
  }

  private func me(_ bench: Bench, _ key: String) -> (status: Int, id: Int?) {
    let seen = bench.send(.get, "/me", headers: ["X-Key": key])
    return (seen.status, seen.json?["id"]?.int)
  }

  @Test func `a key that is made lets in, one that is deleted or changed doesn't`() throws {
    let bench = try keys()
    #expect(bench.problems == [])
    #expect(me(bench, "one") == (200, 1) && me(bench, "two").status == 401)
    #expect(bench.send(.post, "/keys", #"{ "value": "two" }"#, headers: ["X-Key": "one"]).status == 201)
    #expect(me(bench, "two") == (200, 6))
    #expect(bench.send(.put, "/keys/6", #"{ "value": "three" }"#, headers: ["X-Key": "one"]).status == 200)
    #expect(me(bench, "two").status == 401 && me(bench, "three") == (200, 6))
    #expect(bench.send(.delete, "/keys/6", headers: ["X-Key": "three"]).status == 204)
    #expect(me(bench, "three").status == 401)
    #expect(bench.send(.delete, "/keys/5", headers: ["X-Key": "one"]).status == 204)
    #expect(me(bench, "one").status == 401)
    // Whose key no item ever was stays who they are.
    #expect(me(bench, "none") == (200, 0))
    bench.session.reset()
    #expect(me(bench, "one") == (200, 1) && me(bench, "three").status == 401)
  }

  @Test func `a persona keeps its item through another secret`() throws {
    let bench = try keys()
    #expect(bench.send(.put, "/keys/5", #"{ "value": "new" }"#, headers: ["X-Key": "one"]).status == 200)
    #expect(me(bench, "one").status == 401 && me(bench, "new") == (200, 1))
  }

  @Test func `a password that is told again replaces the one before, and a key that is given again has none`() throws {
    let bench = try Bench(
      """
      "credentials": { "login": { "in": "basic", "environment": "L", "holders": { "collection": "users", "secret": "/pass" } } },
      "authentication": ["login"],
      "personas": { "ada": { "id": "user:ada", "credentials": { "login": "ada:one" } } },
      "failures": { "nobody": { "status": 401 }, "missing": { "status": 404 }, "wrong": { "status": 422 } },
      "commonFailures": ["nobody"],
      "collections": { "users": { "item": { "type": "object", "required": ["id"], "properties": { "id": { "type": "string" },
        "pass": { "type": "string" } } }, "key": "/id", "seed": [{ "id": "ada" }] } },
      "endpoints": {
        "users.put": { "summary": "x", "request": "PUT /users/{id}", "source": "x", "path": { "id": { "type": "string" } },
          "authentication": [], "body": { "type": "object" }, "failures": ["wrong"],
          "success": { "200": { "body": true }, "201": { "body": true } },
          "state": { "action": "update", "collection": "users", "key": "path.id", "missing": "create",
            "set": { "/pass": { "const": "hash" } } } },
        "users.drop": { "summary": "x", "request": "DELETE /users/{id}", "source": "x", "path": { "id": { "type": "string" } },
          "authentication": [], "success": { "204": {} }, "failures": ["missing"],
          "state": { "action": "delete", "collection": "users", "key": "path.id" } },
        "me": { "summary": "x", "request": "GET /me", "source": "x", "success": { "204": {} } } }
      """)
    #expect(bench.problems == [])
    func me(_ login: String) -> Int {
      bench.send(.get, "/me", headers: ["Authorization": "Basic \(Base64.encode(login.utf8))"]).status
    }
    #expect(me("ada:one") == 204 && me("ada:hash") == 401 && me("ada") == 401)
    #expect(bench.send(.put, "/users/ada", #"{ "pass": "two" }"#).status == 200)
    #expect(me("ada:one") == 401 && me("ada:two") == 204 && me("ada:hash") == 401)
    #expect(bench.send(.put, "/users/ada", "{}").status == 200 && me("ada:two") == 204)
    #expect(bench.send(.delete, "/users/ada").status == 204 && me("ada:two") == 401)
    #expect(bench.send(.put, "/users/ada", #"{ "pass": "six" }"#).status == 201 && me("ada:two") == 401)
    #expect(me("ada:six") == 204)
    // Nobody is like a persona where none is named.
    #expect(bench.send(.put, "/users/eve", #"{ "pass": "x" }"#).status == 201 && me("eve:x") == 401)
  }
}
