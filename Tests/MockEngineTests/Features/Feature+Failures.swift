/// Point 2: failures.
extension Feature {
  private static let parcels = """
    "endpoints": {
      "boxes.get": { "summary": "Read", "request": "GET /boxes/{id}", "source": "Page 1",
        "path": { "id": { "type": "integer" } }, "failures": ["missing"],
        "success": { "200": { "body": { "type": "object" } } },
        "state": { "action": "read", "collection": "boxes", "key": "path.id" } } },
    "collections": { "boxes": { "item": { "type": "object" }, "key": "/id", "seed": [{ "id": 1 }] } }
    """

  static let failures: [Feature] = [
    Feature(
      2, "a body of its own without an envelope, and the place of its codes",
      """
      "failures": { "missing": { "status": 404, "codes": ["NO_BOX"], "code": "/error", "body": { "type": "object",
        "required": ["error", "text"], "properties": { "error": { "type": "string" }, "text": { "type": "string" } } } } },
      \(parcels)
      """,
      asks: [Ask("GET /boxes/9", 404, #"{ "error": "NO_BOX" }"#)],
      mistake: #""code": "/error""#, #""code": "/eror""#,
      says: #"contract.json:2:72: This error's "body" describes no "eror"; did you mean "error"?"#),
    Feature(
      2, "problem+json, in an API with an envelope",
      """
      "envelope": { "flag": "ok", "payload": "data" },
      "failures": { "missing": { "status": 404, "codes": ["urn:no-box"], "code": "/type",
        "content": { "application/problem+json": { "schema": { "type": "object", "required": ["type"],
          "properties": { "type": { "type": "string" } } } } } } },
      \(parcels)
      """,
      asks: [
        Ask(
          "GET /boxes/9", 404, #"{ "type": "urn:no-box" }"#, shows: ["Content-Type": "application/problem+json"])
      ],
      mistake: #" "code": "/type","#, "",
      says:
        #"contract.json:3:52: This error has its own body, so Plumbline can't tell where its codes are. "#
        + #"Give the location in "code", for example "/error"."#),
    Feature(
      2, "plain text, no body at all, and headers",
      """
      "failures": { "missing": { "status": 404, "content": { "text/plain": {} } },
        "busy": { "status": 503, "body": false, "headers": { "Retry-After": { "required": true,
          "schema": { "type": "integer", "examples": [30] } } } } },
      "commonFailures": ["busy"],
      \(parcels)
      """,
      asks: [
        Ask("GET /boxes/9", 404, shows: ["Content-Type": "text/plain"]),
        Ask("GET /boxes/1", 503, with: ["Prefer": "code=503"], shows: ["Retry-After": "30"]),
      ],
      mistake: #""body": false, "#, #""body": false, "content": {}, "#,
      says:
        #"contract.json:3:43: An error can't have both "body" and "content"; put "#
        + #"application/json into "content"."#),
    Feature(
      2, "`for` and the credential that is missing",
      """
      "credentials": { "key": { "in": "header", "name": "X-Key", "environment": "KEY" },
        "session": { "in": "bearer", "environment": "TOKEN" } },
      "authentication": ["key", "session"],
      "personas": { "ada": { "credentials": { "key": "k", "session": "s" } } },
      "failures": { "noKey": { "status": 403, "for": "unauthenticated", "credential": "key" },
        "noSession": { "status": 401, "for": "unauthenticated" } },
      "endpoints": { "boxes.newest": { "summary": "Read", "request": "GET /newest", "source": "Page 1",
        "success": { "204": {} }, "failures": ["noKey", "noSession"] } }
      """,
      asks: [
        Ask("GET /newest", 204, with: ["X-Key": "k", "Authorization": "Bearer s"]),
        Ask("GET /newest", 403, with: ["Authorization": "Bearer s"]),
        Ask("GET /newest", 401, with: ["X-Key": "k"], shows: ["WWW-Authenticate": "Bearer"]),
      ],
      mistake: #""credential": "key""#, #""credential": "kye""#,
      says: #"contract.json:6:81: Unknown credential "kye"; did you mean "key"?"#),
    Feature(
      2, "what can't be read is another failure than what isn't right",
      """
      "failures": { "unreadable": { "status": 400 }, "wrong": { "status": 422 } },
      "endpoints": { "boxes.make": { "summary": "Make", "request": "POST /boxes", "source": "Page 1",
        "body": { "type": "object", "required": ["size"], "properties": { "size": { "type": "integer" } } },
        "success": { "201": {} }, "failures": ["unreadable", "wrong"] } }
      """,
      asks: [
        Ask("POST /boxes", 201, sending: #"{ "size": 1 }"#), Ask("POST /boxes", 400, sending: "{ size }"),
        Ask("POST /boxes", 422, sending: #"{ "size": "L" }"#),
      ],
      mistake: #"{ "status": 422 }"#, #"{ "status": 422, "for": "malfromed" }"#,
      says: #"contract.json:2:81: "malfromed" is not allowed here; did you mean "malformed"?"#),
    Feature(
      2, "statuses that are ranges",
      """
      "failures": { "missing": { "status": "4XX", "for": "missing" }, "rest": { "status": "default" } },
      "commonFailures": ["rest"],
      \(parcels)
      """,
      asks: [Ask("GET /boxes/9", 404), Ask("GET /boxes/1", 500, with: ["Prefer": "code=500"])],
      mistake: #""4XX""#, #""4xx""#,
      says:
        #"contract.json:2:38: "4xx" isn't valid here. The HTTP status; 4XX or 5XX for a "#
        + #"whole class, or default for every status that no other error covers."#),
  ]
}
