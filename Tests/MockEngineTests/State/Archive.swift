import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineRecordings
import Testing

/// A small contract whose shelves and papers come with permissions, which specify who may read and change them.
enum Archive {
  private static let rights = ##""beside": { "/rights": "/acl" }, "at": "/data", "key": "/id""##
  private static let times =
    ##""touch": ["/changed"], "etag": "/changed", "tombstone": { "$ref": "#/schemas/Gone" }"##

  private static let collections = """
    "shelves": { "item": { "$ref": "#/schemas/Kept" }, \(rights), \(times), "seed": [
      { "id": "ada", "changed": 1700000000000, "acl": { "write": ["ada"] } },
      { "id": "open", "changed": 1700000000001, "acl": { "write": ["ada"], "read": ["everyone"] } },
      { "id": "bo", "changed": 1700000000002, "acl": { "write": ["bo"] } }] },
    "papers": { "item": { "$ref": "#/schemas/Kept" }, \(rights), \(times), "per": ["path.shelf", "path.box"], "seeds": {
      "ada/one": [
        { "id": "x", "changed": 1700000001000, "rank": 1, "title": "Tea", "tags": ["hot"], "acl": { "write": ["ada"] } },
        { "id": "y", "changed": 1700000002000, "rank": 2, "title": "Iced Tea", "acl": { "write": ["ada"] } },
        { "id": "z", "changed": 1700000003000, "rank": 3, "title": "Rum", "acl": { "write": ["ada"] } }],
      "ada/two": [{ "id": "x", "changed": 1700000004000, "acl": { "write": ["ada"] } }],
      "bo/one": [{ "id": "x", "changed": 1700000005000, "acl": { "write": ["bo"] } }] } }
    """

  private static let schemas = """
    "Bare": { "type": "object", "required": ["id", "changed"], "additionalProperties": true, "properties": {
      "id": { "type": "string" }, "changed": { "type": "integer", "x-time": "milliseconds" },
      "anything": { "description": "Whatever." } } },
    "Kept": { "$ref": "#/schemas/Bare", "required": ["acl"], "properties": { "acl": { "$ref": "#/schemas/Rights" } } },
    "Rights": { "type": "object", "default": {}, "additionalProperties": { "type": "array" } },
    "Gone": { "type": "object", "required": ["id", "changed", "gone"], "properties": {
      "id": { "type": "string" }, "changed": { "type": "integer" }, "gone": { "const": true } } },
    "One": { "type": "object", "required": ["data", "rights"], "properties": {
      "data": { "$ref": "#/schemas/Bare" }, "rights": { "$ref": "#/schemas/Rights" } } },
    "Part": { "type": "object", "required": ["data"], "properties": { "data": { "type": "object" } } },
    "Many": { "type": "object", "required": ["data"], "properties": { "data": { "type": "array" } } }
    """

  private static let fields = """
    "headers": { "ETag": { "schema": { "type": "string" } }, "Last-Modified": { "schema": { "type": "string" } } }
    """
  private static let one = ##"{ "body": { "$ref": "#/schemas/One" }, \##(fields) }"##
  private static let part = ##"{ "body": { "$ref": "#/schemas/Part" }, \##(fields) }"##
  private static let many = ##"{ "body": { "$ref": "#/schemas/Many" }, \##(fields) }"##
  private static let body = #", "body": { "type": "object" }, "required": { "body": false }"#
  private static let signed = #""set": { "/acl/write": { "union": ["item#/acl/write", "persona.name"] } }"#

  private static func may(_ collection: String, _ parameter: String, _ rights: String) -> String {
    #"{ "some": "\#(collection)", "where": { "path.\#(parameter)": "/id", "persona.permissions": \#(rights) } }"#
  }

  private static func guards(_ tests: [String]) -> String {
    #""guards": [{ "any": [\#(tests.joined(separator: ", "))], "failure": "forbidden" }]"#
  }

  private static let readable = #"["/acl/read", "/acl/write"]"#

  private static func endpoint(
    _ id: String, _ request: String, _ state: String, _ success: String, _ more: String = ""
  ) -> String {
    let names = ["shelf", "box", "id"].filter { request.contains("{\($0)}") }
    let path = names.map { #""\#($0)": { "type": "string" }"# }.joined(separator: ", ")
    return """
      "\(id)": { "summary": "x", "request": "\(request)", "source": "x"\(names.isEmpty ? "" : ", \"path\": { \(path) }"),
        "success": { \(success) }, "failures": ["forbidden", "missing", "invalid", "changed"]\(more), "state": \(state) }
      """
  }

  private static let query = """
    , "query": { "fields": { "type": "string" }, "not": { "type": "string" }, "in": { "type": "string" },
      "out": { "type": "string" }, "like": { "type": "string" }, "has": { "type": "boolean" }, "tag": { "type": "string" } }
    """
  private static let filter = """
    "filter": { "query.not": { "not": "/rank" }, "query.in": { "oneOf": "/rank" }, "query.out": { "noneOf": "/rank" },
      "query.like": { "like": "/title" }, "query.has": { "has": "/tags" }, "query.tag": "/tags" }
    """

  private static let endpoints = [
    endpoint(
      "shelves.list", "GET /shelves",
      #"{ "action": "list", "collection": "shelves", "filter": { "persona.permissions": \#(readable) } }"#,
      "\"200\": \(many)"),
    endpoint(
      "shelves.put", "PUT /shelves/{shelf}",
      """
      { "action": "update", "collection": "shelves", "key": "path.shelf", "merge": "replace", "missing": "create", \(signed),
        \(guards([#"{ "none": "shelves", "where": { "path.shelf": "/id" } }"#, may("shelves", "shelf", "\"/acl/write\"")])) }
      """, "\"200\": \(one), \"201\": \(one)", body),
    endpoint(
      "shelves.delete", "DELETE /shelves/{shelf}",
      """
      { "action": "delete", "collection": "shelves", "key": "path.shelf", "also": [{ "action": "clear", "collection": "papers" }],
        \(guards([may("shelves", "shelf", "\"/acl/write\"")])) }
      """, "\"200\": \(part)"),
    endpoint(
      "papers.list", "GET /shelves/{shelf}/{box}/papers",
      #"{ "action": "list", "collection": "papers", \#(filter), "fields": "query.fields" }"#, "\"200\": \(many)", query),
    endpoint(
      "papers.create", "POST /shelves/{shelf}/{box}/papers",
      #"{ "action": "create", "collection": "papers", "existing": "read", \#(signed) }"#,
      "\"200\": \(one), \"201\": \(one)", body),
    endpoint(
      "papers.clear", "DELETE /shelves/{shelf}/{box}/papers",
      #"{ "action": "clear", "collection": "papers", \#(filter) }"#, "\"200\": \(many)", query),
    endpoint(
      "papers.get", "GET /shelves/{shelf}/{box}/papers/{id}",
      """
      { "action": "read", "collection": "papers", "key": "path.id", "fields": "query.fields",
        "set": { "/acl": { "from": "papers", "where": { "path.id": "/id", "persona.permissions": "/acl/write" }, "member": "/acl" } },
        \(guards([may("shelves", "shelf", readable), may("papers", "id", readable)])) }
      """, "\"200\": \(one), \"304\": { \(fields) }",
      ##", "query": { "fields": { "type": "string" } }, "headers": { "If-None-Match": { "type": "string" }, "If-Match": { "type": "string" } }"##
    ),
    endpoint(
      "papers.patch", "PATCH /shelves/{shelf}/{box}/papers/{id}",
      """
      [{ "when": { "header.Show": { "const": "sent" } }, "action": "update", "collection": "papers", "key": "path.id", "show": "sent" },
       { "when": { "header.Show": { "const": "other" } }, "action": "update", "collection": "papers", "key": "path.id",
         "show": "differing", "set": { "/title": { "const": "Set" } } },
       { "when": { "header.Content-Type": { "pattern": "json-patch" } }, "action": "update", "collection": "papers",
         "key": "path.id", "merge": "operations" },
       { "action": "update", "collection": "papers", "key": "path.id", \(signed) }]
      """,
      ##""200": [{ "when": { "header.Show": {} }, "body": { "$ref": "#/schemas/Part" } }, \##(one)]"##,
      body + #", "headers": { "Show": { "type": "string" } }"#
        + #", "content": { "application/json-patch+json": { "schema": { "type": "array" } } }"#),
  ]

  static func contract(_ more: [String] = []) throws -> Contract {
    let text = """
      { "plumbline": 1, "service": "archive", "title": "The Archive", "envelope": null,
        "credentials": { "key": { "in": "header", "name": "X-Key", "environment": "ARCHIVE_KEY" } },
        "authentication": ["key"],
        "personas": { "ada": { "id": 1, "permissions": ["ada", "everyone"], "credentials": { "key": "a" } },
          "bo": { "id": 2, "permissions": ["bo", "everyone"], "credentials": { "key": "b" } } },
        "failures": { "forbidden": { "status": 403 }, "missing": { "status": 404 }, "invalid": { "status": 400 },
          "nobody": { "status": 401 }, "changed": { "status": 412, "headers": {
            "ETag": { "schema": { "type": "string" } }, "Last-Modified": { "schema": { "type": "string" } } } } },
        "commonFailures": ["nobody"], "schemas": { \(schemas) }, "collections": { \(collections) },
        "endpoints": { \((endpoints + more).joined(separator: ",\n")) } }
      """
    return try ContractLoader.contract(text, folder: "archive", problems: [])
  }

  static func session(_ recordings: [Recording] = []) throws -> MockSession {
    MockSession(library: MockLibrary(contract: try contract(), recordings: recordings), clock: .fixed(Desk.noon))
  }
}

extension MockSession {
  /// Sends a request to the archive, as Ada unless a different person's key is given.
  func file(
    _ method: HTTPMethod, _ target: String, key: String = "a", _ headers: HeaderFields = [:], body: String = ""
  ) -> Seen {
    var headers = headers
    headers["X-Key"] = key
    return ask(method, target, headers, body: body)
  }
}
