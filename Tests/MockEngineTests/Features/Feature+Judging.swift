/// Points 7, 8 and 9: logins and seeds, references, and checks.
extension Feature {
  static let judging: [Feature] = [
    Feature(
      7, "a login whose token lets its caller in",
      """
      "credentials": { "session": { "in": "bearer", "environment": "TOKEN" } },
      "personas": { "ada": { "credentials": { "session": "ada-token" }, "login": { "user": "ada" } } },
      "failures": { "unknown": { "status": 401 } },
      "endpoints": {
        "login": { "summary": "x", "request": "POST /login", "source": "x", "body": { "type": "object" },
          "success": { "200": { "body": { "type": "object", "required": ["token"], "properties": {
            "token": { "type": "string" } } } } }, "failures": ["unknown"],
          "state": { "action": "login", "set": { "/token": "credential.session" } } },
        "me": { "summary": "x", "request": "GET /me", "source": "x", "authentication": ["session"],
          "success": { "204": {} }, "failures": ["unknown"] } }
      """,
      asks: [
        Ask("GET /me", 401), Ask("POST /login", 401, sending: #"{ "user": "bob" }"#),
        Ask("POST /login", 200, #"{ "token": "ada-session-1" }"#, sending: #"{ "user": "ada" }"#),
        Ask("GET /me", 204, with: ["Authorization": "Bearer ada-session-1"]),
      ],
      mistake: #", "set": { "/token": "credential.session" }"#, "",
      says:
        #"contract.json:6:3: login issues a token in "token" that doesn't work: no persona has it as the credential "#
        + #"session, so the mock rejects callers that use it; add "set": { "/token": "credential.session" } "#
        + #"to the "state" of login, or record "ada-token", which is ada's, instead."#),
    Feature(
      7, "a seed that leads to a recording",
      """
      "collections": { "boxes": { "item": { "type": "object" }, "seed": "boxes.get/one" } },
      "endpoints": { "boxes.get": { "summary": "x", "request": "GET /box", "source": "x",
        "success": { "200": { "body": { "type": "object", "additionalProperties": true } } },
        "state": { "action": "read", "collection": "boxes" } } }
      """,
      files: [
        "boxes.get/one.json": """
        { "provenance": { "kind": "authored", "on": "2026-11-23" }, "request": { "method": "GET", "path": "/box" },
          "response": { "status": 200, "body": { "id": 1 } } }
        """
      ],
      asks: [Ask("GET /box", 200, #"{ "id": 1 }"#)],
      mistake: #""boxes.get/one""#, #""boxes.get/won""#,
      says:
        #"contract.json:2:67: The resource "boxes" starts with "boxes.get/won", which isn't a recording; did you "#
        + #"mean "boxes.get/one"?"#),
    Feature(
      7, "a seed while nothing is recorded",
      """
      "collections": { "boxes": { "item": { "type": "object", "additionalProperties": true }, "seed": [{ "id": 1 }] } },
      "endpoints": { "boxes.get": { "summary": "x", "request": "GET /box", "source": "x",
        "success": { "200": { "body": { "type": "object", "additionalProperties": true } } },
        "state": { "action": "read", "collection": "boxes" } } }
      """,
      asks: [Ask("GET /box", 200, #"{ "id": 1 }"#)],
      mistake: #"[{ "id": 1 }]"#, #""boxes.get/one""#,
      says:
        #"contract.json:2:97: The resource "boxes" starts with "boxes.get/one", which isn't a recording: nothing "#
        + #"is recorded; write the items into "seed" as [{ … }], or remove it to start empty."#),
    Feature(
      8, "a schema of another file, and a $schema wherever it lies",
      """
      "$schema": "../../elsewhere/contract.schema.json",
      "schemas": { "Box": { "type": "object", "required": ["id"], "properties": { "id": { "const": 1 } } } }
      """,
      files: [
        "boxes.json": """
        { "endpoints": { "boxes.get": { "summary": "x", "request": "GET /box", "source": "x",
          "success": { "200": { "body": { "$ref": "contract.json#/schemas/Box" } } } } } }
        """
      ],
      asks: [Ask("GET /box", 200, #"{ "id": 1 }"#)],
      mistake: "contract.json#/schemas/Box", "#/schemas/Box",
      says:
        #"boxes.json:2:43: '$ref' to '#/schemas/Box' leads nowhere: the document has no 'schemas', only "#
        + #"'endpoints'; did you mean "contract.json#/schemas/Box"?"#),
    Feature(
      9, "a discriminator that is an enum of one value",
      """
      "schemas": { "Result": { "oneOf": [
        { "type": "object", "required": ["kind", "values"], "properties": { "kind": { "enum": ["vector"] },
          "values": { "type": "array" } } },
        { "type": "object", "required": ["kind", "value"], "properties": { "kind": { "enum": ["scalar"] },
          "value": { "type": "number" } } }] } },
      "endpoints": { "query": { "summary": "x", "request": "GET /query", "source": "x",
        "success": { "200": { "body": { "$ref": "#/schemas/Result" } } } } }
      """,
      files: [
        "query/one.json": """
        { "provenance": { "kind": "authored", "on": "2026-11-23" }, "request": { "method": "GET", "path": "/query" },
          "response": { "status": 200, "body": { "kind": "scalar", "value": 1 } } }
        """
      ],
      asks: [Ask("GET /query", 200, #"{ "kind": "scalar", "value": 1 }"#)],
      mistake: #""value": 1 }"#, #""value": "1" }"#,
      says: #"query/one: response.field.number-as-string at /response/body/value by contract.json:6:24"#),
    Feature(
      9, "a recording with a failure that is documented",
      """
      "failures": { "teapot": { "status": 418 } },
      "endpoints": { "tea": { "summary": "x", "request": "GET /tea/{kind}", "source": "x",
        "path": { "kind": { "type": "string" } }, "success": { "200": { "body": { "type": "string" } } },
        "failures": ["teapot"] } }
      """,
      files: [
        "tea/coffee.json": """
        { "provenance": { "kind": "authored", "on": "2026-11-23" }, "request": { "method": "GET", "path": "/tea/coffee" },
          "response": { "status": 418 }, "match": { "path.kind": { "const": "coffee" } } }
        """
      ],
      asks: [Ask("GET /tea/coffee", 418), Ask("GET /tea/green", 200)],
      mistake: #""failures": ["teapot"]"#, #""failures": []"#,
      says: #"tea/coffee: response.status.undocumented at /response/status by contract.json:3:16"#),
    Feature(
      9, "examples and defaults steer what is made",
      """
      "endpoints": { "price": { "summary": "x", "request": "GET /price", "source": "x",
        "success": { "200": { "body": { "type": "object", "required": ["amount", "currency"], "properties": {
          "amount": { "type": "number", "minimum": 0, "examples": [12.5] },
          "currency": { "enum": ["EUR", "SGD"], "default": "SGD" } } } } } } }
      """,
      asks: [Ask("GET /price", 200, #"{ "amount": 12.5, "currency": "SGD" }"#)],
      mistake: #""examples": [12.5]"#, #""examples": [-12.5]"#,
      says:
        #"contract.json:4:62: warning: This example doesn't match the schema around it: expected a number "#
        + #"that is at least 0, found -12.5."#),
  ]
}
