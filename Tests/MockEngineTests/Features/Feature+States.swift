/// Point 6: the mock's state for single items.
extension Feature {
  private static let deep = """
    "failures": { "missing": { "status": 404 }, "stale": { "status": 412 }, "media": { "status": 415 } },
    "schemas": {
      "Box": { "type": "object", "required": ["data"], "properties": { "data": { "type": "object",
        "required": ["id", "changed"], "properties": { "id": { "type": "integer" }, "name": { "type": "string" },
          "changed": { "type": "integer", "x-time": "milliseconds" } } } } },
      "Body": { "type": "object", "properties": { "data": { "type": "object", "properties": {
        "name": { "type": ["string", "null"] } } } } } },
    "collections": { "boxes": { "item": { "$ref": "#/schemas/Box" }, "key": "/data/id", "touch": ["/data/changed"],
      "seed": [{ "data": { "id": 7, "name": "Seven", "changed": 1700000000000 } }] } }
    """

  private static func box(_ id: String, _ request: String, _ more: String, _ state: String) -> String {
    """
    "\(id)": { "summary": "x", "request": "\(request)", "source": "x", "path": { "id": { "type": "integer" } }, \(more),
          "state": { \(state), "collection": "boxes", "key": "path.id" } }
    """
  }

  private static let body = ##""body": { "$ref": "#/schemas/Body" }"##
  private static let ok = ##""200": { "body": { "$ref": "#/schemas/Box" } }"##
  private static let get = box(
    "boxes.get", "GET /boxes/{id}", #""success": { \#(ok) }, "failures": ["missing"]"#, #""action": "read""#)
  private static let noon = #"{ "data": { "changed": 1795227300000 } }"#

  static let states: [Feature] = [
    Feature(
      6, "ids at any depth, and times as numbers",
      """
      \(deep),
      "endpoints": { \(get),
        \(box("boxes.edit", "PUT /boxes/{id}", #""success": { \#(ok) }, "failures": ["missing"], \#(body)"#, #""action": "update", "merge": "deep""#)) }
      """,
      asks: [
        Ask("GET /boxes/7", 200, #"{ "data": { "id": 7, "name": "Seven" } }"#),
        Ask("PUT /boxes/7", 200, noon, sending: #"{ "data": { "name": "Sept" } }"#),
        Ask("GET /boxes/7", 200, #"{ "data": { "name": "Sept" } }"#), Ask("GET /boxes/8", 404),
      ],
      mistake: #""key": "/data/id""#, #""key": "/data/ids""#,
      says:
        #"contract.json:9:73: An item of "boxes" has no "ids", so nothing is stored at /data/ids; did "#
        + #"you mean "id"?"#,
      #"contract.json:10:12: An item of the resource "boxes" must have its key at /data/ids, but this one has none."#),
    Feature(
      6, "times as texts",
      """
      "collections": { "clock": { "item": { "$ref": "#/schemas/Clock" }, "touch": ["/seconds", "/day", "/moment"],
        "seed": [{ "seconds": "1700000000", "day": "2023-11-14", "moment": "2023-11-14T22:13:20Z" }] } },
      "schemas": { "Clock": { "type": "object", "required": ["seconds"], "properties": {
        "seconds": { "type": "string", "x-time": "seconds" }, "day": { "type": "string", "format": "date" },
        "moment": { "type": "string", "format": "date-time" } } } },
      "endpoints": { "clock.wind": { "summary": "x", "request": "POST /clock", "source": "x",
        "success": { "200": { "body": { "$ref": "#/schemas/Clock" } } },
        "state": { "action": "update", "collection": "clock" } } }
      """,
      asks: [
        Ask("POST /clock", 200, #"{ "seconds": "1795227300", "day": "2026-11-21", "moment": "2026-11-21T02:15:00Z" }"#)
      ],
      mistake: #""x-time": "seconds""#, #""x-time": "second""#,
      says: #"contract.json:5:44: "second" isn't a unit of x-time; expected "seconds" or "milliseconds" (since 1970)."#),
    Feature(
      6, "a PUT that makes and replaces",
      """
      \(deep),
      "endpoints": { \(get),
        \(box("boxes.put", "PUT /boxes/{id}", #""success": { \#(ok), "201": { "body": true } }, \#(body)"#, #""action": "update", "merge": "replace", "missing": "create""#)) }
      """,
      asks: [
        Ask("PUT /boxes/8", 201, #"{ "data": { "id": 8 } }"#, sending: #"{ "data": {} }"#),
        Ask(
          "PUT /boxes/8", 200, #"{ "data": { "id": 8, "name": "VIII" } }"#, sending: #"{ "data": { "name": "VIII" } }"#),
        Ask("GET /boxes/8", 200, #"{ "data": { "name": "VIII" } }"#),
      ],
      mistake: #""merge": "replace""#, #""merge": "replaced""#,
      says: #"contract.json:14:47: "replaced" is not allowed here; did you mean "replace"?"#),
    Feature(
      6, "a merge patch, where null takes a member away",
      """
      \(deep),
      "endpoints": { \(get),
        \(box("boxes.patch", "PATCH /boxes/{id}", #""success": { \#(ok) }, "failures": ["missing"], \#(body)"#, #""action": "update", "merge": "patch""#)) }
      """,
      asks: [
        Ask("PATCH /boxes/7", 200, noon, sending: #"{ "data": { "name": null } }"#),
        Ask("GET /boxes/7", 200, #"{ "data": { "id": 7, "changed": 1795227300000 } }"#),
      ],
      mistake: #""action": "update", "merge": "patch""#, #""action": "read", "merge": "patch""#,
      says:
        #"contract.json:14:36: "merge" has no effect for the action read; it applies to create and update. "#
        + #"Remove it."#),
    Feature(
      6, "entity tags and the requests that go by them",
      """
      \(deep),
      "endpoints": {
        \(box("boxes.get", "GET /boxes/{id}", ##""headers": { "If-None-Match": { "type": "string" } }, "success": { "200": { "body": { "$ref": "#/schemas/Box" }, "headers": { "ETag": { "required": true, "schema": { "type": "string" } } } }, "304": {} }, "failures": ["missing"]"##, #""action": "read""#)),
        \(box("boxes.edit", "PUT /boxes/{id}", #""headers": { "If-Match": { "type": "string" } }, "success": { \#(ok) }, "failures": ["missing", "stale"], \#(body)"#, #""action": "update", "merge": "deep""#)) }
      """,
      asks: [
        Ask("GET /boxes/7", 304, with: ["If-None-Match": "*"]),
        Ask("PUT /boxes/7", 412, sending: #"{ "data": {} }"#, with: ["If-Match": "\"old\""]),
        Ask("PUT /boxes/7", 200, sending: #"{ "data": {} }"#, with: ["If-Match": "*"]),
      ],
      mistake: #", "304": {} }"#, " }",
      says:
        #"contract.json:12:133: A request with If-None-Match may get a 304, but this endpoint has "#
        + #"no such response: add "304": {} to "success"."#),
    Feature(
      6, "tombstones, and a list that shows them",
      """
      "failures": { "missing": { "status": 404 } },
      "schemas": { "Box": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } },
        "Gone": { "type": "object", "required": ["id", "deleted"], "properties": { "id": { "type": "integer" },
          "deleted": { "const": true } } } },
      "collections": { "boxes": { "item": { "$ref": "#/schemas/Box" }, "key": "/id", "seed": [{ "id": 7 }, { "id": 8 }],
        "tombstone": { "$ref": "#/schemas/Gone" } } },
      "endpoints": {
        \(box("boxes.delete", "DELETE /boxes/{id}", ##""success": { "200": { "body": { "$ref": "#/schemas/Gone" } } }, "failures": ["missing"]"##, #""action": "delete""#)),
        "boxes.list": { "summary": "x", "request": "GET /boxes", "source": "x", "query": { "all": { "type": "boolean" } },
          "success": { "200": { "body": { "type": "array" } } },
          "state": { "action": "list", "collection": "boxes", "tombstones": "query.all" } } }
      """,
      asks: [
        Ask("DELETE /boxes/7", 200, #"{ "id": 7, "deleted": true }"#), Ask("GET /boxes", 200, #"[{ "id": 8 }]"#),
        Ask("GET /boxes?all=true", 200, #"[{ "id": 8 }, { "id": 7, "deleted": true }]"#),
      ],
      mistake: ##""tombstone": { "$ref": "#/schemas/Gone" }"##, #""x-gone": true"#,
      says:
        #"contract.json:13:57: Deleted items of "boxes" leave nothing behind: give the resource a "tombstone"."#),
    Feature(
      6, "a recorded refusal answers on an endpoint with state, whose standing is told",
      """
      \(deep),
      "endpoints": { \(get),
        \(box("boxes.edit", "PUT /boxes/{id}", #""success": { \#(ok) }, "failures": ["missing", "media"], \#(body)"#, #""action": "update", "merge": "deep", "standing": "assumed""#)) }
      """,
      files: [
        "boxes.edit/text.json": """
        { "provenance": { "kind": "authored", "on": "2026-11-23" },
          "request": { "method": "PUT", "path": "/boxes/7", "headers": { "content-type": "text/plain" }, "body": "x",
            "encoding": "text" },
          "response": { "status": 415 } }
        """
      ],
      asks: [Ask("PUT /boxes/7", 415, sending: "x", with: ["Content-Type": "text/plain"])],
      mistake: #""standing": "assumed""#, #""standing": "asumed""#,
      says: #"contract.json:14:67: "asumed" is not allowed here; did you mean "assumed"?"#),
    Feature(
      6, "a recording and a seed that agree about an item",
      """
      \(deep),
      "endpoints": { \(get) }
      """,
      files: [
        "boxes.get/seven.json": """
        { "provenance": { "kind": "authored", "on": "2026-11-23" },
          "request": { "method": "GET", "path": "/boxes/7" },
          "response": { "status": 200, "body": { "data": { "id": 7, "name": "Seven", "changed": 1700000000000 } } } }
        """
      ],
      asks: [Ask("GET /boxes/7", 200, #"{ "data": { "name": "Seven" } }"#)],
      mistake: #""body": { "data": { "id": 7, "name": "Seven""#, #""body": { "data": { "id": 7, "name": "Sept""#,
      says:
        #"boxes.get/seven.json:3:69: warning: /data/name of 7 in "boxes" is "Sept" here, but "Seven" in "#
        + #"the seed (contract.json:10:41), with which the mock starts; make them agree."#),
    Feature(
      6, "seeds written where items lie in bodies, or as they are",
      """
      "failures": { "missing": { "status": 404 } },
      "schemas": {
        "Note": { "type": "object", "required": ["id"], "properties": { "id": { "type": "string" },
          "acl": { "type": "array" } } },
        "Shown": { "type": "object", "required": ["data"], "properties": { "data": { "type": "object" },
          "permissions": { "type": "array" } } } },
      "collections": { "notes": { "item": { "$ref": "#/schemas/Note" }, "key": "/id", "at": "/data",
        "beside": { "/permissions": "/acl" },
        "seed": [{ "data": { "id": "a" }, "permissions": [7] }, { "data": [{ "id": "b" }] }, { "id": "c" }] } },
      "endpoints": { "notes.get": { "summary": "x", "request": "GET /notes/{id}", "source": "x",
        "path": { "id": { "type": "string" } }, "failures": ["missing"],
        "success": { "200": { "body": { "$ref": "#/schemas/Shown" } } },
        "state": { "action": "read", "collection": "notes", "key": "path.id" } } }
      """,
      asks: [
        Ask("GET /notes/a", 200, #"{ "data": { "id": "a" }, "permissions": [7] }"#),
        Ask("GET /notes/b", 200, #"{ "data": { "id": "b" } }"#),
        Ask("GET /notes/c", 200, #"{ "data": { "id": "c" } }"#),
        Ask("GET /notes/d", 404),
      ],
      mistake: #"[{ "id": "b" }]"#, #"[{ "id": 7 }]"#,
      says: #"contract.json:10:78: This isn't an item of the resource "notes": Expected string, found number 7."#),
  ]
}
