import Testing

/// Contracts that use many different ways of expressing the same things.
enum ContractShapes {
  struct Shape: Sendable, CustomTestStringConvertible {
    let name: String
    let files: [String: String]

    var testDescription: String { name }
  }

  private static func shape(
    _ name: String, _ endpoints: String, _ members: String = "", beside files: [String: String] = [:]
  ) -> Shape {
    let text = """
      { "plumbline": 1, "service": "shop", \(members.isEmpty ? "" : members + ",") "endpoints": { \(endpoints) } }
      """
    return Shape(name: name, files: files.merging(["contract.json": text]) { own, _ in own })
  }

  /// Returns an endpoint with this identifier, request line and additional members.
  private static func endpoint(_ id: String, _ request: String, _ members: String = #""success": { "200": {} }"#)
    -> String
  {
    #""\#(id)": { "summary": "S", "request": "\#(request)", "source": "Page 1", \#(members) }"#
  }

  static let all: [Shape] = [
    manyWords, rivals, methods, paths, schemas, bodies, answers, envelope, failures, recordings, notes, files,
    shape("nothing said", endpoint("a", "GET /a")),
    shape(
      "everything empty", endpoint("a", "GET /a", #""success": { "200": {} }, "failures": [], "authentication": []"#),
      """
      "servers": {}, "credentials": {}, "personas": {}, "failures": {}, "schemas": {}, "authentication": [],
      "commonFailures": [], "envelope": null, "description": ""
      """),
  ]

  static let manyWords = shape(
    "many words",
    endpoint(
      "books.get", "GET /books/{id}",
      """
      "path": { "id": { "type": "integer" } }, "query": { "b": { "enum": ["x"] }, "a": { "type": "boolean" } },
      "headers": { "X-A": { "type": "string" } }, "cookies": { "lang": { "type": "string" } },
      "required": { "query": ["a"], "headers": ["X-A"] }, "standing": "assumed", "features": ["1"],
      "requires": ["may_read", { "persona.type": { "const": "STAFF" } }], "alternatives": ["GET /book/{id}"],
      "success": { "200": { "body": { "$ref": "#/schemas/Book" }, "standing": "unconfirmed" }, "304": {} },
      "failures": ["gone"], "deprecated": { "since": "2", "sunset": "2027-01-01", "successor": "books.add" },
      "state": { "action": "read", "collection": "books", "key": "path.id" }
      """) + ","
      + endpoint(
        "books.add", "POST /books",
        """
        "body": { "$ref": "#/schemas/Book" }, "authentication": [["key"], []], "safe": true,
        "success": { "201": { "body": { "$ref": "#/schemas/Book" }, "description": "Made" } }, "deprecated": {}
        """),
    """
    "title": "Shop", "description": "Words", "servers": { "one": { "url": "http://a.example/v1", "writes": "never" } },
    "credentials": {
      "key": { "in": "header", "name": "X-Key", "environment": "KEY", "description": "K", "lifetime": "P1D" },
      "login": { "in": "basic", "environment": "LOGIN" }, "pin": { "in": "body", "at": "/pin", "environment": "PIN" }, "sid": { "in": "cookie", "name": "sid", "environment": "SID" },
      "sig": { "in": "query", "name": "sig", "environment": "SIG" }, "token": { "in": "bearer", "environment": "TOKEN" }
    },
    "authentication": ["key"],
    "personas": { "ada": { "id": 1, "type": "STAFF", "credentials": { "key": "demo" }, "permissions": ["may_read"] } },
    "features": { "Chapter": { "1": "Read" } },
    "failures": { "noKey": { "status": 401 }, "gone": { "status": 410, "for": "missing", "description": "Gone." } },
    "commonFailures": ["noKey"],
    "schemas": {
      "Book": { "type": "object", "required": ["id"],
        "properties": { "title": { "type": "string" }, "id": { "type": "integer", "x-standing": "assumed" } } }
    },
    "collections": { "books": { "item": { "$ref": "#/schemas/Book" }, "key": "/id", "seed": [{ "id": 1 }] } }
    """)

  static let rivals = shape(
    "several endpoints on one path",
    [
      endpoint(
        "rpc.b", "POST /rpc", #""when": { "header.X-Op": { "const": "b" } }, "body": {}, "success": { "200": {} }"#),
      endpoint("rpc.a", "POST /rpc", #""when": { "query.op": { "const": "a" } }, "success": { "200": {} }"#),
      endpoint("rpc.other", "POST /rpc"),
      endpoint("items.get", "GET /items/{id}", #""path": { "id": { "type": "integer" } }, "success": { "200": {} }"#),
      endpoint(
        "items.new", "PUT /items/{name}", #""path": { "name": { "type": "string" } }, "success": { "200": {} }"#),
      endpoint(
        "said", "GET /said",
        #""when": { "query.q": { "const": "1" } }, "query": { "q": { "type": "string" } }, "success": { "200": {} }"#),
    ].joined(separator: ","))

  static let methods = shape(
    "methods of all kinds",
    ["QUERY", "LINK", "TRACE", "HEAD", "OPTIONS", "get", "PATCH"].map { endpoint("m.\($0)", "\($0) /m") }
      .joined(separator: ",") + "," + endpoint("other", "GET /other") + "," + endpoint("again", "GET /m"))

  static let paths = shape(
    "paths of all kinds",
    [
      endpoint("files", "GET /files/{+path}", #""path": { "path": { "type": "string" } }, "success": { "200": {} }"#),
      endpoint(
        "part", "GET /a/{name}.{format}",
        #""path": { "name": { "type": "string" }, "format": { "type": "string" } }, "success": { "200": {} }"#),
      endpoint(
        "styled", "GET /s/{ids}/{rule}",
        """
        "path": { "ids": { "type": "array" }, "rule": { "type": "object" } },
        "query": { "where": { "type": "object" }, "tags": { "type": "array" }, "near": { "type": "object" } },
        "styles": {
          "path": { "ids": { "style": "matrix", "explode": true }, "rule": { "contentType": "application/json" } },
          "query": { "where": { "contentType": "application/json" }, "tags": { "explode": false },
            "near": { "style": "deepObject" } }
        }, "success": { "200": {} }
        """),
    ].joined(separator: ","))

  static let schemas = shape(
    "schemas of all names",
    endpoint(
      "a", "POST /a",
      """
      "body": { "allOf": [{ "$ref": "#/schemas/A%20b" }, { "$ref": "other.json#/schemas/Same/properties/x" }] },
      "query": { "default": { "$ref": "#/schemas/No" } },
      "success": { "200": { "body": { "properties": { "enum": { "$ref": "#/schemas/Same" } },
        "examples": [{ "$ref": "#/schemas/Same" }] } } }
      """),
    """
    "schemas": { "A b": { "type": "object" }, "Same": true, "No": false, "same": { "$ref": "contract.json#/schemas/Same" } }
    """,
    beside: [
      "other.json": """
      { "$schema": "x", "description": "Others", "schemas": {
          "Same": { "properties": { "x": { "$ref": "contract.json#/schemas/Same" } } },
          "Own": { "items": { "$ref": "other.json#/schemas/Same" } } } }
      """
    ])

  static let bodies = shape(
    "bodies of all kinds",
    [
      endpoint("both", "POST /both", #""body": {}, "content": { "text/plain": {} }, "success": { "204": {} }"#),
      endpoint(
        "alone", "POST /alone", #""content": { "application/json": { "schema": {} } }, "success": { "204": {} }"#),
      endpoint(
        "form", "POST /form",
        """
        "content": {
          "multipart/form-data": { "schema": { "type": "object", "properties": { "f": { "type": "string" } } },
            "encoding": { "f": { "contentType": "image/png", "headers": { "X-W": { "type": "integer" } }, "x-n": 1 } } },
          "application/x-www-form-urlencoded": { "schema": { "type": "object", "properties": { "t": { "type": "array" } } },
            "encoding": { "t": { "style": "form", "explode": false } }, "x-note": "n" }
        }, "required": { "body": false }, "success": { "204": {} }
        """),
      endpoint("any", "POST /any", #""body": true, "required": { "body": true }, "success": { "204": {} }"#),
    ].joined(separator: ","))

  static let answers = shape(
    "answers of all kinds",
    endpoint(
      "a", "GET /a",
      """
      "query": { "format": { "enum": ["csv", "json"] } },
      "success": {
        "2XX": { "description": "Success", "content": { "text/csv": { "schema": { "type": "string" } }, "image/png": {} } },
        "200": [
          { "when": { "query.format": { "const": "csv" } }, "content": { "text/csv": {} }, "headers": { "X-A": {} } },
          { "body": { "type": "object" }, "description": "JSON", "headers": { "X-A": { "required": true } } }
        ],
        "201": { "body": false, "description": "Created" },
        "303": { "headers": { "Location": { "required": true, "schema": { "type": "string" }, "description": "D", "x-n": 1 } } }
      }
      """))

  static let envelope = shape(
    "an envelope of many parts",
    [
      endpoint("a", "GET /a", #""success": { "200": { "payload": { "type": "array" }, "others": ["/meta/took"] } }"#),
      endpoint(
        "b", "GET /b", #""success": { "200": { "payload": false }, "201": { "payload": {}, "others": ["more"] } }"#),
      endpoint(
        "c", "GET /c", #""success": { "200": { "body": { "type": "object" } }, "204": {}, "202": { "payload": true } }"#
      ),
      endpoint(
        "d", "GET /d", #""success": { "200": { "payload": {} } }, "failures": ["bad", "worse", "bare", "none"]"#),
    ].joined(separator: ","),
    """
    "envelope": {
      "flag": { "at": "/status/kind", "success": ["ok"], "failure": ["error", "fail"] },
      "payload": "/result/data", "errorCode": "/errors/0/code", "message": "/errors/0/text", "details": "fields",
      "others": { "/meta/took": { "type": "integer" }, "more": { "type": "boolean" } }, "standing": "assumed", "x-n": 1
    },
    "failures": {
      "bad": { "status": 400, "codes": ["A", 2] }, "worse": { "status": 400, "codes": ["B"], "for": [] },
      "bare": { "status": 404, "body": { "type": "object" } }, "none": { "status": "5XX" }
    }
    """)

  static let failures = shape(
    "failures of all kinds",
    endpoint(
      "a", "GET /a",
      #""success": { "200": {} }, "failures": ["other", "two", "one", "coded", "text", "quiet", "common"]"#)
      + "," + endpoint("b", "GET /b"),
    """
    "credentials": { "key": { "in": "header", "name": "X-Key", "environment": "KEY" } },
    "failures": {
      "common": { "status": 401, "for": "unauthenticated", "credential": "key" },
      "one": { "status": 404, "content": { "application/problem+json": { "schema": { "type": "object" } } },
        "headers": { "X-A": { "required": true, "schema": { "type": "string" } } } },
      "two": { "status": 404, "content": { "application/problem+json": { "schema": { "type": "string" } } } },
      "coded": { "status": 422, "codes": ["x"], "code": "/type", "body": { "type": "object", "properties": { "type": {} } } },
      "text": { "status": "4XX", "content": { "text/plain": {} }, "description": "Client Error", "standing": "assumed" },
      "quiet": { "status": "5XX", "body": false, "for": [] }, "other": { "status": "default", "body": {} }
    },
    "commonFailures": ["common"]
    """)

  static let recordings = shape(
    "recordings of all kinds",
    endpoint(
      "a", "POST /a",
      """
      "body": { "type": "object" }, "failures": ["bad"],
      "success": { "200": { "body": { "type": "object" } }, "201": { "content": { "text/plain": {}, "image/png": {} } },
        "204": {}, "3XX": { "body": {} } }
      """),
    #""failures": { "bad": { "status": 400, "body": {} } }, "personas": { "ada": {} }"#,
    beside: [
      "a/json.json": recording(
        #""body": { "n": 1 }, "persona": "ada""#, #""status": 200, "body": { "ok": [1.0, null] }"#,
        """
        "match": { "body#/n": { "type": "integer" } }, "bind": { "/response/body/ok": "body#/n" }, "delay": 5,
        "sequence": { "name": "s", "step": 1, "cycle": true }, "x-note": "n"
        """),
      "a/null.json": recording(#""body": null, "persona": null"#, #""status": 200, "body": null"#),
      "a/text.json": recording(
        #""body": "a=b", "encoding": "text", "headers": { "content-type": "application/x-www-form-urlencoded" }"#,
        #""status": 201, "body": "text", "encoding": "text", "headers": { "content-type": "text/plain; charset=utf-8" }"#
      ),
      "a/bytes.json": recording(
        "", #""status": 201, "body": "AAEC", "encoding": "base64", "headers": { "content-type": ["image/png"] }"#),
      "a/none.json": recording("", #""status": 204"#), "a/range.json": recording("", #""status": 302, "body": 1"#),
      "a/refused.json": recording(#""body": { "n": 2 }"#, #""status": 400, "body": { "no": true }"#),
      "a/other.json": recording("", #""status": 500, "body": { "no": true }"#),
      "a/type.json": recording("", #""status": 200, "body": "x", "encoding": "text""#),
    ])

  private static func recording(_ request: String, _ response: String, _ members: String = "") -> String {
    """
    { "$schema": "x", "provenance": { "kind": "recorded", "on": "2026-11-01", "from": "http://a.example", "note": "N" },
      "request": { "method": "POST", "path": "/a"\(request.isEmpty ? "" : ", ") \(request) },
      "response": { \(response) }\(members.isEmpty ? "" : ",") \(members) }
    """
  }

  static let notes = shape(
    "notes everywhere",
    endpoint(
      "a", "GET /a",
      """
      "x-one": { "$ref": "#/none" }, "x-plumbline-note": 1, "failures": ["bad"],
      "success": { "200": { "x-two": null, "body": { "x-three": [], "type": "object" } } }
      """),
    """
    "x-root": [1], "failures": { "bad": { "status": 400, "x-f": "f" } },
    "servers": { "one": { "url": "http://a.example", "x-s": "s" } },
    "credentials": { "key": { "in": "bearer", "environment": "KEY", "x-c": "c" } }
    """)

  static let files = shape(
    "files of their own order", endpoint("z.main", "GET /z"), #""collections": { "c": { "item": {} } }"#,
    beside: [
      "b.json": """
      { "endpoints": { \(endpoint("b.two", "POST /z")), \(endpoint("b.one", "GET /b")) },
        "failures": { "here": { "status": 400 } }, "collections": { "d": { "item": { "$ref": "#/schemas/D" } } },
        "schemas": { "D": { "type": "object" } }, "x-note": "n" }
      """,
      "a.json": "{ \"endpoints\": { \(endpoint("a.one", "DELETE /z")), \(endpoint("a.two", "GET /a/b")) } }",
      "deep-links.json": """
      { "$schema": "x", "description": "Links",
        "links": { "l": { "summary": "S", "form": "shop://{id}", "source": "P", "made": {
          "one": { "given": { "id": "1" }, "link": "shop://1" } } } } }
      """,
    ])
}
