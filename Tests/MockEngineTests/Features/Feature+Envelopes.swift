/// Point 1: the envelope.
extension Feature {
  private static let item = """
    "schemas": { "Box": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } } },
    "collections": { "boxes": { "item": { "$ref": "#/schemas/Box" }, "key": "/id", "seed": [{ "id": 1 }] } },
    "endpoints": {
      "boxes.get": { "summary": "Read", "request": "GET /boxes/{id}", "source": "Page 1",
        "path": { "id": { "type": "integer" } }, "failures": ["missing"],
        "success": { "200": { "payload": { "$ref": "#/schemas/Box" } } },
        "state": { "action": "read", "collection": "boxes", "key": "path.id" } } }
    """

  static let envelopes: [Feature] = [
    Feature(
      1, "its members lie at JSON Pointers, and a flag has words",
      """
      "envelope": { "flag": { "at": "status", "success": ["success"], "failure": ["error", "fail"] },
        "payload": "/result/data", "errorCode": "/problem/code", "message": "/problem/text" },
      "failures": { "missing": { "status": 404, "codes": [4] } },
      \(item)
      """,
      asks: [
        Ask("GET /boxes/1", 200, #"{ "status": "success", "result": { "data": { "id": 1 } } }"#),
        Ask("GET /boxes/9", 404, #"{ "status": "error", "problem": { "code": 4 } }"#),
      ],
      mistake: #""errorCode": "/problem/code""#, #""errorCode": "/status/code""#,
      says:
        #"contract.json:3:43: "/status/code" is inside "status", which is the envelope's flag and a single value; move one of the two."#
    ),
    Feature(
      1, "without a flag the status decides, and a code may be a number beside its sentence",
      """
      "envelope": { "payload": "data", "errorCode": "error", "message": "text" },
      "failures": { "missing": { "status": 404, "codes": [4] } },
      \(item)
      """,
      asks: [
        Ask("GET /boxes/1", 200, #"{ "data": { "id": 1 } }"#), Ask("GET /boxes/9", 404, #"{ "error": 4 }"#),
      ],
      mistake: #""payload": "data", "#, "",
      says:
        #"contract.json:9:27: A "payload" is part of the envelope, but contract.json has no "payload" in its "#
        + #"envelope; write "body" for bare JSON."#),
    Feature(
      1, "a flag that is 0 on success is the code otherwise",
      """
      "envelope": { "flag": { "at": "code", "success": [0] }, "errorCode": "code", "payload": "data" },
      "failures": { "missing": { "status": 404, "codes": [44] } },
      \(item)
      """,
      asks: [
        Ask("GET /boxes/1", 200, #"{ "code": 0, "data": { "id": 1 } }"#), Ask("GET /boxes/9", 404, #"{ "code": 44 }"#),
      ],
      mistake: #""errorCode": "code""#, #""errorCode": "kode""#,
      says:
        #"contract.json:2:23: The flag has no values for errors; add "failure": [ … ], or use the same member "#
        + #"as "errorCode"."#),
    Feature(
      1, "what is recorded shows a flag that is no boolean",
      """
      "envelope": { "flag": { "at": "status", "success": ["ok"], "failure": ["error"] }, "payload": "data" },
      "endpoints": {
        "boxes.newest": { "summary": "Read", "request": "GET /newest", "source": "Page 1",
          "success": { "200": { "payload": { "type": "object" } } } } }
      """,
      files: [
        "boxes.newest/one.json": """
        { "provenance": { "kind": "authored", "on": "2026-11-23" },
          "request": { "method": "GET", "path": "/newest" },
          "response": { "status": 200, "body": { "status": "ok", "data": {} } } }
        """
      ],
      asks: [Ask("GET /newest", 200, #"{ "status": "ok", "data": {} }"#)],
      mistake: #"{ "at": "status", "success": ["ok"], "failure": ["error"] }"#, #""status""#,
      says:
        #"contract.json:2:23: The flag "status" is "ok" in boxes.newest/one, and no recording has a documented "#
        + #"value; declare its values: "flag": { "at": "status", "success": ["ok"], "failure": […] }."#,
      #"boxes.newest/one: response.envelope.flag-type at /response/body/status by contract.json:2:1"#),
  ]
}
