import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

/// Callers that are items. Access depends on accounts and keys that are created and deleted.
@Suite struct HolderTests {
  /// A contract whose callers have API keys.
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

  @Test func `a new key admits its caller, a deleted or changed one doesn't`() throws {
    let bench = try keys()
    #expect(bench.problems.allSatisfy { $0.description.contains("warning: root isn't an item of \"keys\"") })
    #expect(me(bench, "one") == (200, 1))
    #expect(me(bench, "two").status == 401)
    #expect(bench.send(.post, "/keys", #"{ "value": "two" }"#, headers: ["X-Key": "one"]).status == 201)
    #expect(me(bench, "two") == (200, 6))
    #expect(bench.send(.put, "/keys/6", #"{ "value": "three" }"#, headers: ["X-Key": "one"]).status == 200)
    #expect(me(bench, "two").status == 401)
    #expect(me(bench, "three") == (200, 6))
    #expect(bench.send(.delete, "/keys/6", headers: ["X-Key": "three"]).status == 204)
    #expect(me(bench, "three").status == 401)
    #expect(bench.send(.delete, "/keys/5", headers: ["X-Key": "one"]).status == 204)
    #expect(me(bench, "one").status == 401)
    // A caller whose key never belonged to an item keeps their identity.
    #expect(me(bench, "none") == (200, 0))
    bench.session.reset()
    #expect(me(bench, "one") == (200, 1))
    #expect(me(bench, "three").status == 401)
  }

  @Test func `a persona keeps its item through another secret`() throws {
    let bench = try keys()
    #expect(bench.send(.put, "/keys/5", #"{ "value": "new" }"#, headers: ["X-Key": "one"]).status == 200)
    #expect(me(bench, "one").status == 401)
    #expect(me(bench, "new") == (200, 1))
  }

  @Test func `a new password replaces the one before, and a new item with the same key has none`() throws {
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
    #expect(me("ada:one") == 204)
    #expect(me("ada:hash") == 401)
    #expect(me("ada") == 401)
    #expect(bench.send(.put, "/users/ada", #"{ "pass": "two" }"#).status == 200)
    #expect(me("ada:one") == 401)
    #expect(me("ada:two") == 204)
    #expect(me("ada:hash") == 401)
    #expect(bench.send(.put, "/users/ada", "{}").status == 200)
    #expect(me("ada:two") == 204)
    #expect(bench.send(.delete, "/users/ada").status == 204)
    #expect(me("ada:two") == 401)
    #expect(bench.send(.put, "/users/ada", #"{ "pass": "six" }"#).status == 201)
    #expect(me("ada:two") == 401)
    #expect(me("ada:six") == 204)
    // Without a named persona, new users are treated like unknown callers.
    #expect(bench.send(.put, "/users/eve", #"{ "pass": "x" }"#).status == 201)
    #expect(me("eve:x") == 401)
  }

  /// Callers with two credentials each, and requests that change them in every way.
  private static let tokens = """
    "credentials": {
      "key": { "in": "header", "name": "X-Key", "environment": "K",
        "holders": { "collection": "users", "secret": "/key", "persona": "ada" } },
      "token": { "in": "bearer", "environment": "T",
        "holders": { "collection": "users", "secret": "/token", "persona": "ada" } } },
    "authentication": [["key"], ["token"]],
    "personas": { "ada": { "id": 1, "credentials": { "key": "k1", "token": "t1" } } },
    "failures": { "nobody": { "status": 401 }, "missing": { "status": 404 }, "wrong": { "status": 422 } },
    "commonFailures": ["nobody"],
    "collections": { "users": { "item": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" },
      "key": { "type": ["string", "null"] }, "token": { "type": "string" } } }, "key": "/id",
      "seed": [{ "id": 1, "key": "k1", "token": "t1" }, { "id": 2, "key": "k2", "token": "t2" }] } },
    "endpoints": {
      "users.make": { "summary": "x", "request": "POST /users", "source": "x", "body": { "type": "object" },
        "authentication": [], "success": { "201": { "body": true } }, "failures": ["wrong"],
        "state": { "action": "create", "collection": "users" } },
      "users.put": { "summary": "x", "request": "PUT /users/{id}", "source": "x", "path": { "id": { "type": "integer" } },
        "authentication": [], "body": { "type": "object" }, "success": { "200": { "body": true } },
        "failures": ["missing", "wrong"], "state": { "action": "update", "collection": "users", "key": "path.id" } },
      "users.steps": { "summary": "x", "request": "PATCH /users/{id}", "source": "x", "authentication": [],
        "path": { "id": { "type": "integer" } },
        "content": { "application/json-patch+json": { "schema": { "type": "array" } } },
        "success": { "200": { "body": true } }, "failures": ["missing", "wrong"],
        "state": { "action": "update", "collection": "users", "key": "path.id", "merge": "operations" } },
      "users.turn": { "summary": "x", "request": "POST /users/{id}/turn", "source": "x", "authentication": [],
        "path": { "id": { "type": "integer" } }, "body": { "type": "object", "properties": { "new": { "type": "string" } } },
        "success": { "200": { "body": true } }, "failures": ["missing", "wrong"],
        "state": { "action": "update", "collection": "users", "key": "path.id", "merge": false,
          "set": { "/key": "body#/new" } } },
      "users.revoke": { "summary": "x", "request": "POST /users/{id}/revoke", "source": "x", "authentication": [],
        "path": { "id": { "type": "integer" } }, "success": { "200": { "body": true } }, "failures": ["missing"],
        "state": { "action": "update", "collection": "users", "key": "path.id", "merge": false,
          "set": { "/key": { "const": null } } } },
      "users.patch": { "summary": "x", "request": "POST /users/{id}/patch", "source": "x", "authentication": [],
        "path": { "id": { "type": "integer" } }, "body": { "type": "object" }, "success": { "200": { "body": true } },
        "failures": ["missing", "wrong"],
        "state": { "action": "update", "collection": "users", "key": "path.id", "merge": "patch" } },
      "users.drop": { "summary": "x", "request": "DELETE /users/{id}", "source": "x", "path": { "id": { "type": "integer" } },
        "authentication": [], "success": { "204": {} }, "failures": ["missing"],
        "state": { "action": "delete", "collection": "users", "key": "path.id" } },
      "me": { "summary": "x", "request": "GET /me", "source": "x", "success": { "200": { "body": { "type": "array" } } },
        "state": { "action": "list", "collection": "users", "filter": { "persona.id": "/id" } } } }
    """

  /// Returns the identifier of a credential's caller, or `nil` if the credential isn't accepted.
  private func caller(_ bench: Bench, key: String) -> Int? {
    bench.send(.get, "/me", headers: ["X-Key": key]).json?[0]?["id"]?.int
  }

  private func caller(_ bench: Bench, token: String) -> Int? {
    bench.send(.get, "/me", headers: ["Authorization": "Bearer \(token)"]).json?[0]?["id"]?.int
  }

  @Test func `a secret counts however a request changes it`() throws {
    let bench = try Bench(Self.tokens)
    #expect(bench.problems == [])
    let steps: HeaderFields = ["Content-Type": "application/json-patch+json"]
    #expect(caller(bench, key: "k1") == 1)
    #expect(caller(bench, key: "k2") == 2)
    let step = #"[{ "op": "replace", "path": "/key", "value": "k3" }]"#
    #expect(bench.send(.patch, "/users/2", step, headers: steps).status == 200)
    #expect(caller(bench, key: "k2") == nil)
    #expect(caller(bench, key: "k3") == 2)
    #expect(bench.send(.post, "/users/2/turn", #"{ "new": "k4" }"#).status == 200)
    #expect(caller(bench, key: "k3") == nil)
    #expect(caller(bench, key: "k4") == 2)
    #expect(bench.send(.post, "/users/2/patch", #"{ "key": null }"#).status == 200)
    #expect(caller(bench, key: "k4") == nil)
    #expect(caller(bench, key: "k2") == nil)
    #expect(caller(bench, token: "t2") == 2)
    #expect(bench.send(.post, "/users/1/revoke").status == 200)
    #expect(caller(bench, key: "k1") == nil)
    #expect(caller(bench, token: "t1") == 1)
    #expect(bench.send(.put, "/users/1", #"{ "key": "k5" }"#).status == 200)
    #expect(caller(bench, key: "k5") == 1)
    let removal = #"[{ "op": "remove", "path": "/key" }]"#
    #expect(bench.send(.patch, "/users/1", removal, headers: steps).status == 200)
    #expect(caller(bench, key: "k5") == nil)
    bench.session.reset()
    #expect(caller(bench, key: "k1") == 1)
    #expect(caller(bench, key: "k2") == 2)
  }

  @Test func `each of two credentials of one item is kept`() throws {
    let bench = try Bench(Self.tokens)
    #expect(bench.send(.post, "/users", #"{ "id": 3, "key": "k3", "token": "t3" }"#).status == 201)
    #expect(caller(bench, key: "k3") == 3)
    #expect(caller(bench, token: "t3") == 3)
    #expect(caller(bench, key: "t3") == nil)
    #expect(caller(bench, token: "k3") == nil)
    #expect(bench.send(.put, "/users/3", #"{ "token": "t4" }"#).status == 200)
    #expect(caller(bench, key: "k3") == 3)
    #expect(caller(bench, token: "t3") == nil)
    #expect(caller(bench, token: "t4") == 3)
    #expect(bench.send(.delete, "/users/3").status == 204)
    #expect(caller(bench, key: "k3") == nil)
    #expect(caller(bench, token: "t4") == nil)
    // A new item that reuses an earlier item's key doesn't get its secrets.
    #expect(bench.send(.delete, "/users/2").status == 204)
    #expect(bench.send(.post, "/users", #"{ "id": 2, "token": "t5" }"#).status == 201)
    #expect(caller(bench, key: "k2") == nil)
    #expect(caller(bench, token: "t2") == nil)
    #expect(caller(bench, token: "t5") == 2)
  }

  @Test func `of two items with one secret the one that stays is admitted`() throws {
    let bench = try Bench(Self.tokens)
    for id in [3, 4] { #expect(bench.send(.post, "/users", #"{ "id": \#(id), "key": "same" }"#).status == 201) }
    #expect(caller(bench, key: "same") == 3)
    #expect(bench.send(.put, "/users/3", #"{ "key": "other" }"#).status == 200)
    #expect(caller(bench, key: "same") == 4)
    #expect(caller(bench, key: "other") == 3)
    #expect(bench.send(.put, "/users/3", #"{ "key": "same" }"#).status == 200)
    #expect(caller(bench, key: "same") == 4)
    #expect(bench.send(.delete, "/users/4").status == 204)
    #expect(caller(bench, key: "same") == 3)
    // A credential from the seeds behaves the same.
    #expect(bench.send(.put, "/users/3", #"{ "key": "k2" }"#).status == 200)
    #expect(caller(bench, key: "k2") == 3)
    #expect(bench.send(.delete, "/users/3").status == 204)
    #expect(caller(bench, key: "k2") == 2)
  }
}
