import PlumblineHTTPMessages
import PlumblineMockEngine
import Testing

/// A contract's examples, which are sent unchanged with the status and in the media type that a request asks for.
@Suite struct ShownExampleTests {
  private static func endpoint(_ success: String, _ more: String = "") -> String {
    """
    "endpoints": { "a": { "summary": "x", "request": "GET /a", "source": "x", "success": { \(success) }\(more) } }
    """
  }

  private func send(_ bench: Bench, _ prefer: String?, accept: String? = nil) -> Seen {
    var headers = HeaderFields()
    headers["Prefer"] = prefer
    headers["Accept"] = accept
    return bench.session.send(.get, "/a", as: nil, headers: headers)
  }

  @Test(arguments: [(200, #"{"b":true}"#), (202, #"{"b":true}"#), (203, #"{"b":true}"#), (204, "")])
  func `a class of statuses answers with the very status that is asked for`(status: Int, text: String) throws {
    let body = #""body": { "type": "object", "required": ["b"], "properties": { "b": { "const": true } } }"#
    let seen = send(try Bench(Self.endpoint(#""2XX": { \#(body) }"#)), "code=\(status)")
    #expect(seen.status == status && seen.text == text, "\(seen)")
    #expect(seen["preference-applied"] == "code=\(status)")
  }

  @Test func `a status that no class covers isn't said to be applied`() throws {
    let seen = send(try Bench(Self.endpoint(#""200": { "body": { "const": 1 } }"#)), "code=202")
    #expect(seen.status == 200)
    #expect(seen["preference-applied"] == nil)
    #expect(seen["plumbline-preference-ignored"]?.contains("code=202") == true)
  }

  private static let bad = """
    "failures": { "bad": { "status": 400, "content": {
      "application/problem+json": { "schema": { "type": "object", "examples": [{ "title": "P" }] } },
      "application/json": { "schema": { "type": "object", "examples": [{ "j": 1 }, { "j": 2 }] } },
      "application/xml": { "schema": { "examples": ["<e/>"] } },
      "application/x-yaml": { "schema": { "examples": ["a: 1"] } } },
      "examples": { "p1": { "title": "P" }, "j1": { "j": 1 }, "j2": { "j": 2 } } } },
    """

  @Test(
    arguments: [
      ("code=400", nil, "application/problem+json", #"{"title":"P"}"#),
      ("code=400", "*/*", "application/problem+json", #"{"title":"P"}"#),
      ("code=400", "application/json", "application/json", #"{"j":1}"#),
      ("code=400", "application/xml", "application/xml", "<e/>"),
      ("code=400", "application/x-yaml, application/json;q=0.5", "application/x-yaml", "a: 1"),
      ("code=400", "image/png", "application/problem+json", #"{"title":"P"}"#),
      ("example=j2", nil, "application/json", #"{"j":2}"#),
      ("example=p1", "application/json", "application/problem+json", #"{"title":"P"}"#),
    ] as [(String, String?, String, String)])
  func `a failure's example comes in its own media type`(
    prefer: String, accept: String?, type: String, text: String
  ) throws {
    let bench = try Bench(Self.bad + Self.endpoint(#""204": {}"#, #", "failures": ["bad"]"#))
    let seen = send(bench, prefer, accept: accept)
    #expect(seen.status == 400 && seen.text == text, "\(seen)")
    #expect(seen["content-type"] == type)
    #expect(seen["preference-applied"] == prefer)
  }

  @Test func `a code that no status is isn't applied with an example whose name looks like one`() throws {
    let bad = Self.bad.replacing("\"p1\"", with: "\"code=p\"")
    let bench = try Bench(bad + Self.endpoint(#""204": {}"#, #", "failures": ["bad"]"#))
    let seen = send(bench, #"code=all, example="code=p""#)
    #expect(seen.text == #"{"title":"P"}"#)
    #expect(seen["preference-applied"] == #"example="code=p""#)
    #expect(seen["plumbline-preference-ignored"]?.hasPrefix("code=all: ") == true, "\(seen)")
  }

  @Test func `a failure that is asked for has its shared schema's example, unnamed members included`() throws {
    let bench = try Bench(
      ##"""
      "schemas": { "Err": { "type": "object", "properties": { "a": { "type": "string" } },
        "examples": [{ "a": "shown", "more": 1 }] } },
      "failures": { "conflict": { "status": 409, "body": { "$ref": "#/schemas/Err" } } },
      """## + Self.endpoint(##""200": { "body": { "$ref": "#/schemas/Err" } }"##, #", "failures": ["conflict"]"#))
    let seen = send(bench, "code=409")
    #expect(seen.status == 409 && seen.text == #"{"a":"shown","more":1}"#, "\(seen)")
    // A generated success also follows its author's example.
    #expect(send(bench, nil).text == #"{"a":"shown","more":1}"#)
  }

  @Test func `a text in XML says what its schema describes`() throws {
    let members = #""id": { "const": 7 }, "tag": { "const": ["a", "<"] }"#
    let inner = #"{ "type": "object", "required": ["id", "tag"], "properties": { \#(members) } }"#
    let schema = #"{ "type": "string", "x-root": "pet", "contentSchema": \#(inner) }"#
    let bench = try Bench(Self.endpoint(#""200": { "content": { "application/xml": { "schema": \#(schema) } } }"#))
    let seen = bench.send(.get, "/a")
    #expect(
      seen.text == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<pet><id>7</id><tag>a</tag><tag>&lt;</tag></pet>\n")
    #expect(seen["content-type"] == "application/xml")
  }

  @Test(arguments: [
    ("image/png", "\u{89}PNG"), ("image/*", "\u{89}PNG"), ("image/gif", "GIF89a"), ("image/svg+xml", "<svg "),
    ("application/pdf", "%PDF-1.4"), ("application/zip", "PK"), ("image/jpeg", "\u{FF}\u{D8}\u{FF}\u{E0}"),
    ("image/webp", "RIFF\u{1E}\u{0}\u{0}\u{0}WEBP"),
  ])
  func `a file of which nothing is said is the smallest of its kind`(type: String, start: String) throws {
    let seen = try bench(type).session.send(.get, "/a", as: nil)
    let bytes = seen.response.body.bytes ?? []
    #expect(bytes.starts(with: start.unicodeScalars.map { UInt8($0.value) }), "\(seen)")
    #expect(seen["content-type"] == (type == "image/*" ? "image/png" : type))
  }

  private func bench(_ type: String) throws -> Bench {
    try Bench(Self.endpoint(#""200": { "content": { "\#(type)": {} } }"#))
  }
}
