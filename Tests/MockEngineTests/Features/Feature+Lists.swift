/// Point 6: lists of the mock's stored items.
extension Feature {
  private static let boxes = """
    "schemas": { "Box": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } } },
    "collections": { "boxes": { "item": { "$ref": "#/schemas/Box" }, "key": "/id",
      "seed": [{ "id": 1 }, { "id": 2 }, { "id": 3 }] } }
    """

  static let lists: [Feature] = [
    Feature(
      6, "pages that fill what an answer has to hold",
      """
      \(boxes),
      "endpoints": { "boxes.list": { "summary": "x", "request": "GET /boxes", "source": "x",
        "query": { "page": { "type": "integer" }, "size": { "type": "integer", "default": 2 } },
        "success": { "200": { "body": { "type": "object", "required": ["items", "total", "pages", "more"], "properties": {
          "items": { "type": "array", "items": { "$ref": "#/schemas/Box" } },
          "total": { "type": "integer", "x-paging": "total" }, "pages": { "type": "integer", "x-paging": "pages" },
          "more": { "type": "boolean", "x-paging": "more" } } } } },
        "state": { "action": "list", "collection": "boxes", "at": "/items", "page": "query.page", "size": "query.size" } } }
      """,
      asks: [
        Ask("GET /boxes", 200, #"{ "items": [{ "id": 1 }, { "id": 2 }], "total": 3, "pages": 2, "more": true }"#),
        Ask("GET /boxes?page=2", 200, #"{ "items": [{ "id": 3 }], "total": 3, "pages": 2, "more": false }"#),
      ],
      mistake: #", "x-paging": "total""#, "",
      says:
        #"contract.json:9:14: boxes.list must respond with /total next to the items, but the mock has no "#
        + #"value for it; add "x-paging": "total" to its schema, or give it a "const", a "default" "#
        + #"or "examples"."#),
    Feature(
      6, "the envelope's others count a list too",
      """
      "envelope": { "payload": "data", "message": "text", "others": { "paging": { "type": "object", "required": ["total"],
        "properties": { "total": { "type": "integer", "x-paging": "total" } } } } },
      \(boxes),
      "endpoints": { "boxes.list": { "summary": "x", "request": "GET /boxes", "source": "x",
        "success": { "200": { "payload": { "type": "array" }, "others": ["paging"] } },
        "state": { "action": "list", "collection": "boxes" } } }
      """,
      asks: [Ask("GET /boxes", 200, #"{ "data": [{ "id": 1 }, { "id": 2 }, { "id": 3 }], "paging": { "total": 3 } }"#)],
      mistake: #""x-paging""#, #""x-pagging""#,
      says: #"contract.json:3:49: "x-pagging" isn't one of Plumbline's keywords; did you mean "x-paging"?"#),
    Feature(
      6, "a cursor in the body, and a Link header",
      """
      \(boxes),
      "endpoints": { "boxes.list": { "summary": "x", "request": "GET /boxes", "source": "x",
        "query": { "after": { "type": "string" }, "size": { "type": "integer", "default": 3 } },
        "success": { "200": { "body": { "type": "object", "required": ["items", "next"], "properties": {
          "items": { "type": "array" }, "next": { "type": ["string", "null"], "x-paging": "next" } } },
          "headers": { "Link": { "schema": { "type": "string", "x-paging": "next" } } } } },
        "state": { "action": "list", "collection": "boxes", "at": "/items", "cursor": "query.after", "size": "query.size" } } }
      """,
      asks: [
        Ask(
          "GET /boxes", 200, #"{ "items": [{ "id": 1 }, { "id": 2 }, { "id": 3 }], "next": null }"#,
          shows: ["Link": ""])
      ],
      mistake: #", "size": "query.size""#, "",
      says:
        #"contract.json:10:71: Without a "size", a list has a single page, so "cursor" has no effect: "#
        + #"add the address of the page size."#),
  ]
}
