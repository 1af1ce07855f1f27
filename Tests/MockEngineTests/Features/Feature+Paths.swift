/// Points 3 and 4: paths, and endpoints that share a path.
extension Feature {
  private static func answering(_ id: String, _ request: String, _ path: String, _ more: String = "") -> String {
    """
    "\(id)": { "summary": "Read", "request": "\(request)", "source": "Page 1"\(path.isEmpty ? "" : ", \"path\": { \(path) }"),
        "success": { "200": { "body": { "const": "\(id)" } } }\(more) }
    """
  }

  static let paths: [Feature] = [
    Feature(
      3, "parameters in a segment and across slashes, the plainest form first",
      """
      "endpoints": {
      \(answering("across", "GET /{+path}", #""path": { "type": "string" }"#)),
      \(answering("whole", "GET /{name}", #""name": { "type": "string" }"#)),
      \(answering("part", "GET /{name}.json", #""name": { "type": "string" }"#)),
      \(answering("literal", "GET /newest.json", "")) }
      """,
      asks: [
        Ask("GET /newest.json", 200, #""literal""#), Ask("GET /a.b.json", 200, #""part""#),
        Ask("GET /a.b", 200, #""whole""#), Ask("GET /a/b.json", 200, #""across""#),
      ],
      mistake: "GET /{+path}", "GET /{path+}",
      says: #"contract.json:3:49: A parameter that spans slashes is written {+path}."#),
    Feature(
      3, "a verb behind a colon, and two values in one segment",
      """
      "endpoints": {
      \(answering("cancel", "POST /boxes/{id}:cancel", #""id": { "type": "integer" }"#)),
      \(answering("place", "GET /{lat},{lon}", #""lat": { "type": "number" }, "lon": { "type": "number" }"#)) }
      """,
      asks: [Ask("POST /boxes/7:cancel", 200, #""cancel""#), Ask("GET /1.25,-103.5", 200, #""place""#)],
      mistake: "{lat},{lon}", "{lat}{lon}",
      says:
        #"contract.json:5:53: Two parameters in one segment need text between them that shows where the "#
        + #"first ends, such as {a},{b}."#),
    Feature(
      3, "a server's URL with a path of its own",
      """
      "servers": { "production": { "url": "https://box.example/v1" } },
      "endpoints": {
      \(answering("newest", "GET /newest", "")) }
      """,
      asks: [Ask("GET /newest", 200, #""newest""#), Ask("GET /v1/newest", 200, #""newest""#)],
      mistake: "box.example/v1", "box.example/v1?x",
      says:
        #"contract.json:2:37: "https://box.example/v1?•••" has a query or a fragment; write a server "#
        + #"as https://api.example.com or http://127.0.0.1:8080."#),
    Feature(
      4, "operations by a header",
      """
      "endpoints": {
      \(answering("users", "POST /", "", #", "safe": true, "when": { "header.x-amz-target": { "const": "Box.Users" } }"#)),
      \(answering("roles", "POST /", "", #", "safe": true, "when": { "header.x-amz-target": { "const": "Box.Roles" } }"#)) }
      """,
      asks: [
        Ask("POST /", 200, #""users""#, with: ["X-Amz-Target": "Box.Users"]),
        Ask("POST /", 200, #""roles""#, with: ["X-Amz-Target": "Box.Roles"]),
      ],
      mistake: "Box.Roles", "Box.Users",
      says:
        #"contract.json:6:75: Whenever this applies, so does the "when" of users (contract.json:3:1), so roles "#
        + #"can't be reached; put roles before users, or change its condition."#),
    Feature(
      4, "operations by a query parameter, with one for the rest",
      """
      "endpoints": {
      \(answering("described", "GET /", "", #", "when": { "query.Action": { "const": "Describe" } }"#)),
      \(answering("rest", "GET /", "")) }
      """,
      asks: [Ask("GET /?Action=Describe", 200, #""described""#), Ask("GET /", 200, #""rest""#)],
      mistake: #"{ "const": "rest" } } }"#,
      #"{ "const": "rest" } } }, "when": { "query.Action": { "const": "Describe" } }"#,
      says:
        #"contract.json:6:60: Whenever this applies, so does the "when" of described (contract.json:3:1), so "#
        + #"rest can't be reached; put rest before described, or change its condition."#),
    Feature(
      4, "operations by a member of the body",
      """
      "endpoints": {
      \(answering("add", "POST /rpc", "", #", "body": { "type": "object" }, "when": { "body#/method": { "const": "add" } }"#)),
      \(answering("sub", "POST /rpc", "", #", "body": { "type": "object" }, "when": { "body#/method": { "enum": ["sub"] } }"#)) }
      """,
      asks: [
        Ask("POST /rpc", 200, #""sub""#, sending: #"{ "method": "sub" }"#),
        Ask("POST /rpc", 200, #""add""#, sending: #"{ "method": "add" }"#),
      ],
      mistake: #"{ "enum": ["sub"] }"#, #"{ "type": "string" }"#,
      says:
        #"contract.json:6:89: warning: A request may match both this and the "when" of add (contract.json:3:1), "#
        + #"and then goes to add: make both require different values at the same address, with "const" or "#
        + #""enum"."#),
    Feature(
      4, "any token is a method",
      """
      "endpoints": {
      \(answering("find", "QUERY /boxes", "")),
      \(answering("link", "LINK /boxes", "")),
      \(answering("trace", "TRACE /boxes", "")) }
      """,
      asks: [Ask("QUERY /boxes", 200, #""find""#), Ask("LINK /boxes", 200, #""link""#)],
      mistake: "QUERY /boxes", "QUERRY /boxes",
      says: #"contract.json:3:42: warning: "QUERRY" isn't a known method; did you mean QUERY?"#),
  ]
}
