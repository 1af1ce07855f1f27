import PlumblineContractModel
import PlumblineHTTPMessages

/// Point 6: batches of requests, and callers that are items themselves.
extension Feature {
  private static let boxes = """
    "failures": { "missing": { "status": 404 }, "wrong": { "status": 422 } },
    "schemas": {
      "Box": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" },
        "name": { "type": "string" } } },
      "Ask": { "type": "object", "properties": { "id": { "type": "string" }, "method": { "type": "string" },
        "url": { "type": "string" }, "body": {} } },
      "Said": { "type": "object", "required": ["code"], "properties": { "id": { "type": "string" },
        "code": { "type": "integer" }, "url": { "type": "string" }, "body": {} } } },
    "collections": { "boxes": { "item": { "$ref": "#/schemas/Box" }, "key": "/id", "seed": [{ "id": 7 }] } }
    """

  static let callers: [Feature] = [
    Feature(
      6, "several requests in one body, of which each sees what those before it did",
      """
      "servers": { "here": { "url": "https://box.test/v1" } },
      \(boxes),
      "endpoints": {
        "boxes.get": { "summary": "x", "request": "GET /boxes/{id}", "source": "x", "path": { "id": { "type": "integer" } },
          "success": { "200": { "body": { "$ref": "#/schemas/Box" } } }, "failures": ["missing"],
          "state": { "action": "read", "collection": "boxes", "key": "path.id" } },
        "boxes.make": { "summary": "x", "request": "POST /boxes", "source": "x", "body": { "$ref": "#/schemas/Box" },
          "success": { "201": { "body": { "$ref": "#/schemas/Box" } } }, "failures": ["wrong"],
          "state": { "action": "create", "collection": "boxes" } },
        "batch": { "summary": "x", "request": "POST /batch", "source": "x", "failures": ["wrong"],
          "body": { "type": "object", "required": ["ask"], "properties": {
            "usual": { "$ref": "#/schemas/Ask" },
            "ask": { "type": "array", "maxItems": 3, "items": { "$ref": "#/schemas/Ask" } } } },
          "success": { "200": { "body": { "type": "object", "required": ["said"], "properties": {
            "said": { "type": "array", "items": { "$ref": "#/schemas/Said" } } } } } },
          "batch": { "requests": "body#/ask", "defaults": "body#/usual", "answers": "/said",
            "request": { "method": "/method", "path": "/url", "body": "/body", "id": "/id" },
            "answer": { "status": "/code", "path": "/url", "body": "/body", "id": "/id" } } } }
      """,
      asks: [
        Ask(
          "POST /batch", 200,
          #"""
          { "said": [{ "code": 201, "url": "/v1/boxes", "body": { "id": 8, "name": "VIII" } },
            { "id": "b", "code": 200, "url": "/v1/boxes/8", "body": { "name": "VIII" } }, { "code": 404 }] }
          """#,
          sending: #"""
            { "usual": { "method": "GET" }, "ask": [
              { "method": "POST", "url": "/v1/boxes", "body": { "id": 8, "name": "VIII" } },
              { "id": "b", "url": "/boxes/8" }, { "url": "/boxes/9" }] }
            """#, shows: ["Plumbline-Recording": "batch"]),
        Ask("GET /boxes/8", 200, #"{ "name": "VIII" }"#),
        Ask(
          "POST /batch", 422,
          sending:
            #"{ "ask": [{ "method": "POST", "url": "/boxes", "body": { "id": 9 } }, { "method": "POST", "url": "/batch" }] }"#
        ),
        Ask("POST /batch", 422, sending: #"{ "ask": [{}] }"#),
        Ask(
          "POST /batch", 422, sending: #"{ "ask": [{ "url": "/" }, { "url": "/" }, { "url": "/" }, { "url": "/" }] }"#),
        Ask("GET /boxes/9", 404),
      ],
      mistake: #""path": "/url", "body""#, #""path": "/ulr", "body""#,
      says: #"contract.json:26:49: A request in body#/ask has no "ulr", where its path should be; did you mean "url"?"#),
    Feature(
      6, "accounts as callers, who come and go",
      """
      "credentials": { "login": { "in": "basic", "environment": "LOGIN",
        "holders": { "collection": "accounts", "secret": "/password", "persona": "ada" } } },
      "authentication": ["login"],
      "personas": { "ada": { "id": "account:ada", "credentials": { "login": "ada:one" } },
        "ben": { "id": "account:ben", "credentials": { "login": "ben:two" } } },
      "failures": { "nobody": { "status": 401 }, "wrong": { "status": 422 } },
      "commonFailures": ["nobody"],
      "schemas": { "Account": { "type": "object", "required": ["id", "password"], "properties": {
        "id": { "type": "string" }, "password": { "type": "string" } } } },
      "collections": { "accounts": { "item": { "$ref": "#/schemas/Account" }, "key": "/id",
        "seed": [{ "id": "ada", "password": "hashed" }, { "id": "ben", "password": "hashed" }] } },
      "endpoints": {
        "accounts.open": { "summary": "x", "request": "POST /accounts", "source": "x", "authentication": [],
          "body": { "$ref": "#/schemas/Account" }, "success": { "201": { "body": { "$ref": "#/schemas/Account" } } },
          "failures": ["wrong"],
          "state": { "action": "create", "collection": "accounts", "set": { "/password": { "const": "hashed" } } } },
        "accounts.close": { "summary": "x", "request": "DELETE /account", "source": "x", "success": { "204": {} },
          "state": { "action": "clear", "collection": "accounts", "filter": { "persona.name": "/id" } } },
        "me": { "summary": "x", "request": "GET /me", "source": "x", "success": { "200": { "body": { "type": "array" } } },
          "state": { "action": "list", "collection": "accounts", "filter": { "persona.name": "/id" } } } }
      """,
      asks: [
        Ask("GET /me", 200, #"[{ "id": "ben" }]"#, with: basic("ben:two")),
        Ask("GET /me", 401, with: basic("ben:hashed")),
        Ask("DELETE /account", 204, with: basic("ben:two")), Ask("GET /me", 401, with: basic("ben:two")),
        Ask("GET /me", 401, with: basic("cleo:three")),
        Ask("POST /accounts", 201, #"{ "password": "hashed" }"#, sending: #"{ "id": "cleo", "password": "three" }"#),
        Ask("GET /me", 200, #"[{ "id": "cleo" }]"#, with: basic("cleo:three")),
        Ask("GET /me", 401, with: basic("cleo:hashed")), Ask("GET /me", 200, with: basic("ada:one")),
      ],
      mistake: #"[{ "id": "ada","#, #"[{ "id": "adda","#,
      says:
        #"contract.json:3:30: warning: ada sends "ada" as login, but the seed of "accounts" has no such item, so the "#
        + #"mock rejects it; add one to the "seed"; did you mean "adda"?"#),
  ]

  private static func basic(_ login: String) -> HeaderFields {
    ["Authorization": "Basic \(Base64.encode(login.utf8))"]
  }
}
