import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

/// Lists that start with the newest item and continue after the item whose key the request has, soft deletion, and
/// tokens in forms.
@Suite struct StateContinuingTests {
  private static let list = """
    { "type": "object", "required": ["has_more", "data"], "properties": {
      "has_more": { "type": "boolean", "x-paging": "more" },
      "data": { "type": "array", "items": { "$ref": "#/schemas/Order" } } } }
    """

  private static let text = """
    { "plumbline": 1, "service": "loft", "title": "The Loft", "envelope": null,
      "credentials": { "access": { "in": "bearer", "lifetime": "PT1H", "environment": "LOFT_TOKEN" },
        "refresh": { "in": "body", "at": "/refresh_token", "environment": "LOFT_REFRESH" } },
      "authentication": ["access"],
      "personas": { "ines": { "id": 1, "credentials": { "access": "a", "refresh": "r" },
        "login": { "grant_type": "password", "username": "ines", "password": "demo" } } },
      "failures": { "invalid": { "status": 400 }, "missing": { "status": 404 }, "refused": { "status": 401 } },
      "commonFailures": ["invalid", "missing", "refused"],
      "schemas": {
        "Order": { "type": "object", "required": ["id", "status", "updated"], "properties": {
          "id": { "type": "string", "pattern": "^ord_[a-z]+$" }, "status": { "enum": ["draft", "open"] },
          "updated": { "type": "integer" } } },
        "Gone": { "type": "object", "required": ["id", "deleted"], "properties": {
          "id": { "type": "string" }, "deleted": { "const": true } } },
        "Tokens": { "type": "object", "required": ["access_token", "refresh_token"], "properties": {
          "access_token": { "type": "string" }, "refresh_token": { "type": "string" } } } },
      "collections": { "orders": { "item": { "$ref": "#/schemas/Order" }, "key": "/id", "touch": ["/updated"],
        "tombstone": { "$ref": "#/schemas/Gone" },
        "seed": [{ "id": "ord_a", "status": "open", "updated": 1 }, { "id": "ord_b", "status": "draft", "updated": 2 },
          { "id": "ord_c", "status": "open", "updated": 3 }, { "id": "ord_d", "status": "draft", "updated": 4 }] } },
      "endpoints": {
        "orders.list": { "summary": "x", "request": "GET /orders", "source": "x",
          "query": { "limit": { "type": "integer", "default": 10 }, "starting_after": { "type": "string" },
            "status": { "type": "string" } },
          "success": { "200": { "body": \(list) } },
          "state": { "action": "list", "collection": "orders", "at": "/data", "newest": "first",
            "cursor": "query.starting_after", "size": "query.limit", "filter": { "query.status": "/status" } } },
        "orders.put": { "summary": "x", "request": "PUT /orders/{id}", "source": "x", "path": { "id": { "type": "string" } },
          "body": { "type": "object" }, "success": { "200": { "body": { "$ref": "#/schemas/Order" } } },
          "state": { "action": "update", "collection": "orders", "key": "path.id", "missing": "create" } },
        "orders.delete": { "summary": "x", "request": "DELETE /orders/{id}", "source": "x",
          "path": { "id": { "type": "string" } }, "success": { "200": { "body": { "$ref": "#/schemas/Gone" } } },
          "state": { "action": "delete", "collection": "orders", "key": "path.id" } },
        "tokens.make": { "summary": "x", "request": "POST /oauth/token", "source": "x",
          "authentication": [["refresh"], []], "required": { "body": true },
          "content": { "application/x-www-form-urlencoded": { "schema": { "type": "object", "required": ["grant_type"],
            "properties": { "grant_type": { "enum": ["password", "refresh_token"] }, "username": { "type": "string" },
              "password": { "type": "string" }, "refresh_token": { "type": "string" } } } } },
          "success": { "200": { "body": { "$ref": "#/schemas/Tokens" } } },
          "state": [
            { "when": { "body#/grant_type": { "const": "refresh_token" } }, "action": "refresh",
              "set": { "/access_token": "credential.access", "/refresh_token": "credential.refresh" },
              "also": [{ "action": "logout" }] },
            { "action": "login", "set": { "/access_token": "credential.access", "/refresh_token": "credential.refresh" } }] },
        "tokens.revoke": { "summary": "x", "request": "POST /oauth/revoke", "source": "x", "authentication": [],
          "content": { "application/x-www-form-urlencoded": { "schema": { "type": "object", "required": ["token"],
            "properties": { "token": { "type": "string" } } } } },
          "success": { "200": {} }, "state": { "action": "logout", "key": "body#/token" } }
      } }
    """

  private func session(_ text: String = Self.text) throws -> MockSession {
    return try Desk.session(of: text, folder: "loft", problems: nil)
  }

  private static let caller: HeaderFields = ["Authorization": "Bearer a"]
  private static let form: HeaderFields = ["Content-Type": "application/x-www-form-urlencoded"]

  private func page(_ session: MockSession, _ query: String) -> (ids: [JSON?], more: JSON?) {
    let seen = session.ask(.get, "/orders\(query)", Self.caller)
    return (seen.json?["data"]?.elements.map { $0["id"] } ?? [], seen.json?["has_more"])
  }

  @Test func `a list begins with the newest item, and goes on behind the one that a request names`() throws {
    let session = try session()
    let first = page(session, "?limit=2")
    #expect(first.ids == ["ord_d", "ord_c"])
    #expect(first.more == true)
    let second = page(session, "?limit=2&starting_after=ord_c")
    #expect(second.ids == ["ord_b", "ord_a"])
    #expect(second.more == false)
    #expect(page(session, "?limit=2&starting_after=ord_a").ids == [])
    session.ask(.put, "/orders/ord_e", Self.caller, body: #"{ "status": "open" }"#).expect(200)
    #expect(page(session, "?limit=2").ids == ["ord_e", "ord_d"])
    #expect(page(session, "?limit=2&starting_after=ord_d").ids == ["ord_c", "ord_b"])
  }

  @Test func `an item that the filter leaves out has its place all the same, and an unknown one has none`() throws {
    let session = try session()
    #expect(page(session, "?status=open").ids == ["ord_c", "ord_a"])
    #expect(page(session, "?status=open&starting_after=ord_b").ids == ["ord_a"])
    #expect(session.ask(.get, "/orders?starting_after=ord_z", Self.caller).status == 400)
  }

  @Test func `a cursor that is only assumed refuses no key`() throws {
    let session = try session(
      Self.text.replacing(#""newest": "first","#, with: #""newest": "first", "standing": "assumed","#))
    #expect(page(session, "?limit=1&starting_after=ord_z").ids == ["ord_d"])
    #expect(page(session, "?limit=1&starting_after=ord_d").ids == ["ord_c"])
  }

  @Test func `what stays of a deleted item has the members of a tombstone and no others`() throws {
    let session = try session()
    let gone = session.ask(.delete, "/orders/ord_b", Self.caller)
    #expect(gone.json == ["id": "ord_b", "deleted": true], "\(gone)")
    #expect(page(session, "").ids == ["ord_d", "ord_c", "ord_a"])
  }

  @Test func `a read shows what stays of a deleted item where the contract says so`() throws {
    let read = #"""
      "orders.get": { "summary": "x", "request": "GET /orders/{id}", "source": "x", "path": { "id": { "type": "string" } },
        "success": { "200": { "body": { "anyOf": [{ "$ref": "#/schemas/Order" }, { "$ref": "#/schemas/Gone" }] } } },
        "state": { "action": "read", "collection": "orders", "key": "path.id", "tombstones": true } },
      "orders.put": {
      """#
    let text = Self.text.replacing(#""orders.put": {"#, with: read)
    let session = try session(text)
    _ = session.ask(.delete, "/orders/ord_b", Self.caller)
    let gone = session.ask(.get, "/orders/ord_b", Self.caller)
    #expect(gone.status == 200)
    #expect(gone.json == ["id": "ord_b", "deleted": true], "\(gone)")
    #expect(session.ask(.get, "/orders/ord_a", Self.caller).json?["status"] == "open")
    #expect(session.ask(.get, "/orders/ord_z", Self.caller).status == 404)
    let other = try self.session(text.replacing(#", "tombstones": true"#, with: ""))
    _ = other.ask(.delete, "/orders/ord_b", Self.caller)
    #expect(other.ask(.get, "/orders/ord_b", Self.caller).status == 404)
  }

  @Test func `a login by a form hands out both tokens, and a refresh ends the ones before`() throws {
    let session = try session()
    let login = session.ask(.post, "/oauth/token", Self.form, body: "grant_type=password&username=ines&password=demo")
    let old = try #require(login.json?["refresh_token"]?.string)
    #expect(old != "r")
    func refresh(_ token: String) -> Seen {
      session.ask(.post, "/oauth/token", Self.form, body: "grant_type=refresh_token&refresh_token=\(token)")
    }
    let refreshed = refresh(old)
    #expect(refreshed.status == 200)
    #expect(refreshed.json?["refresh_token"]?.string != old)
    #expect(refresh(old).status == 401)
  }

  @Test(arguments: ["access_token", "refresh_token"])
  func `revoking either token ends the session, and an unknown token ends none`(kind: String) throws {
    let session = try session()
    let login = session.ask(.post, "/oauth/token", Self.form, body: "grant_type=password&username=ines&password=demo")
    let access = try #require(login.json?["access_token"]?.string)
    let token = try #require(login.json?[kind]?.string)
    session.ask(.post, "/oauth/revoke", Self.form, body: "token=nonsense").expect(200)
    #expect(session.ask(.get, "/orders", ["Authorization": "Bearer \(access)"]).status == 200)
    session.ask(.post, "/oauth/revoke", Self.form, body: "token=\(token)").expect(200)
    #expect(session.ask(.get, "/orders", ["Authorization": "Bearer \(access)"]).status == 401)
    #expect(session.ask(.get, "/orders", Self.caller).status == 200)
  }
}
