import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings
import Testing

/// Bodies, credentials and header fields in the forms that occur in collections.
struct CollectionPartsTests {
  private func request(_ members: String, _ besides: String = "") throws -> TranslatedCollection {
    try TranslatedCollection(
      #""item": [{ "name": "a", "request": { "method": "POST", "url": "http://a.example/x", \#(members) } \#(besides) }]"#
    )
  }

  @Test func `forms have their fields, and files any content`() throws {
    let form = try request(
      """
      "body": { "mode": "formdata", "formdata": [{ "key": "name", "value": "Ada" },
        { "key": "tag", "value": "a" }, { "key": "tag", "value": "b" },
        { "key": "note", "value": "x", "disabled": true }, { "key": "cv", "type": "file", "src": "/home/me/cv.pdf" }] }
      """, #", "response": [{ "code": 201, "body": "" }]"#)
    _ = try form.contract()
    let schema = try form.endpoint("a")["content"]?["multipart/form-data"]?["schema"]
    #expect(schema?["required"] == ["name", "tag", "cv"])
    #expect(schema?["properties"]?["tag"]?["type"] == "array")
    #expect(schema?["properties"]?["note"] != nil)
    #expect(!form.written.contains("/home/me"))
    #expect(form.notes.contains { $0.hasPrefix("The file that \"a\" sends isn't read") })
    #expect(form.translation.recordings.map(\.response.status) == [201], "\(form.notes)")
    let fields = try request(#""body": { "mode": "urlencoded", "urlencoded": [{ "key": "q", "value": "1" }] }"#)
    let type = "application/x-www-form-urlencoded"
    #expect(try fields.endpoint("a")["content"]?[type]?["schema"]?["required"] == ["q"])
    #expect(try fields.endpoint("a")["required"]?["body"] == true)
  }

  @Test func `a body is GraphQL, another text, a file, or switched off`() throws {
    let graph = try request(
      #""body": { "mode": "graphql", "graphql": { "query": "{ a }", "variables": "{ \"n\": 1 }" } }"#)
    let schema = try graph.endpoint("a")["content"]?["application/json"]?["schema"]
    #expect(schema?["properties"]?["variables"]?["properties"]?["n"]?["type"] == "integer")
    let text = try request(#""body": { "mode": "raw", "raw": "<a/>", "options": { "raw": { "language": "xml" } } }"#)
    #expect(try text.endpoint("a")["content"]?["application/xml"]?["schema"]?["type"] == "string")
    let file = try request(#""body": { "mode": "file", "file": { "src": "/home/me/a.bin" } }"#)
    #expect(try file.endpoint("a")["required"]?["body"] == false)
    #expect(!file.written.contains("/home/me"))
    #expect(file.notes.contains { $0.contains("is in a file, which isn't read") })
    let off = try request(#""body": { "mode": "raw", "raw": "{}", "disabled": true }"#)
    #expect(try off.endpoint("a")["content"] == nil)
    for one in [graph, text, file, off] { _ = try one.contract() }
  }

  @Test(
    arguments: [
      ("basic", "", "basic", nil, false), ("bearer", "", "bearer", nil, false), ("oauth2", "", "bearer", nil, true),
      (
        "apikey", #"{ "key": "key", "value": "X-Key" }, { "key": "value", "value": "S3CRET" }"#, "header", "X-Key",
        false
      ),
      ("digest", "", "header", "Authorization", true), ("awsv4", "", "header", "Authorization", true),
      ("hawk", "", "header", "Authorization", true), ("ntlm", "", "header", "Authorization", true),
    ] as [(String, String, String, String?, Bool)])
  func `each kind of authentication is a credential`(
    type: String, values: String, place: String, name: String?, isNoted: Bool
  ) throws {
    let one = try request(#""auth": { "type": "\#(type)", "\#(type)": [\#(values)] }"#)
    let credentials = try one.file()["credentials"]
    #expect(credentials?.count == 1)
    #expect(credentials?.members.first?.value["in"]?.string == place)
    #expect(credentials?.members.first?.value["name"]?.string == name)
    #expect(!one.written.contains("S3CRET"))
    let notes = one.translation.notes.filter { !$0.message.contains("no saved success response") }
    #expect(notes.count == (isNoted ? 1 : 0))
    #expect(try one.contract().personas.map(\.name) == ["caller"])
  }

  @Test func `an authentication is that of the nearest folder`() throws {
    let shop = try TranslatedCollection(
      """
      "auth": { "type": "basic" },
      "item": [
        { "name": "f", "auth": { "type": "noauth" }, "item": [{ "name": "a", "request": "http://a.example/a" }] },
        { "name": "b", "request": "http://a.example/b" }
      ]
      """)
    #expect(try shop.endpoint("f.a", in: "f.json")["authentication"] == nil)
    #expect(try shop.endpoint("b")["authentication"] == [["basic"]])
  }

  @Test func `headers and fields whose names say that they are secret show no value`() throws {
    let shop = try request(
      """
      "header": "X-Api-Key: S3CRET-8c1f2a77e0\\nCookie: sid=S3CRET-77aa\\nX-Plain: yes",
      "body": { "mode": "raw", "raw": "{\\"user\\": \\"ada\\", \\"password\\": \\"S3CRET-hunter2\\"}" }
      """,
      """
      , "response": [{ "code": 200, "header": [{ "key": "Set-Cookie", "value": "sid=S3CRET-1" }],
        "body": "{\\"access_token\\": \\"S3CRET-0123456789abcdef\\"}" }]
      """)
    #expect(!shop.written.contains("S3CRET"), "\(shop.written)")
    #expect(shop.translation.recordings.count == 1, "\(shop.notes)")
    #expect(RecordingLint.problems(in: shop.translation.recordings, contract: try shop.contract()).isEmpty)
  }
}

struct CollectionBodyTests {
  private func body(_ raw: String) throws -> TranslatedCollection {
    let header = #"[{ "key": "Content-Type", "value": "application/json" }]"#
    return try TranslatedCollection(
      """
      "item": [{ "name": "make", "request": { "method": "POST", "url": "http://a.example/a", "header": \(header),
        "body": { "mode": "raw", "raw": \(JSON(raw).text) } } }]
      """)
  }

  @Test(arguments: [
    "{ \"a\": 1, // one\n \"b\": [1, 2,], /* \"c\": 3, */ \"d\": \"x // y, }\", }", #"/**/{"a":1,"b":[],"d":"\"/*"}"#,
    #"{"a": {{n}}, "b": [], "d": "{{d}}",} // {{rest}}"#,
  ])
  func `comments and commas at the end are left out of a body`(raw: String) throws {
    let made = try body(raw)
    let content = try made.endpoint("make")["content"]
    let schema = try #require(content?["application/json"]?["schema"], "\(made.notes)")
    #expect(schema["properties"]?.members.keys == ["a", "b", "d"], "\(schema.text)")
    #expect(!made.notes.contains { $0.contains("isn't JSON") }, "\(made.notes)")
  }

  @Test(arguments: ["{oops", "{ /* ", #"{"a": "#, "// a", #"{"a":"\"#])
  func `a body that is no JSON is named`(raw: String) throws {
    #expect(try body(raw).notes.contains("The body of \"make\" isn't JSON, so any body is accepted."))
  }

  @Test(arguments: [#""""#, #"{ "raw": "" }"#, #""  ""#, "null"])
  func `a request without a URL is left out by name`(url: String) throws {
    let made = try TranslatedCollection(
      """
      "item": [{ "name": "begun", "request": { "method": "GET", "url": \(url) } },
        { "name": "a", "request": "http://a.example/a" }]
      """)
    #expect(try made.contract().endpoints.map { "\($0.request)" } == ["GET /a"])
    #expect(made.notes.contains("\"begun\" isn't served: it has no URL."))
  }

  @Test func `an email address in a path is replaced, and the answer is recorded`() throws {
    let made = try TranslatedCollection(
      ##"""
      "item": [{ "name": "one", "request": "http://a.example/people/jane@corp.com", "response": [{ "name": "ok",
        "code": 200, "header": [{ "key": "Content-Type", "value": "application/json" }],
        "body": "{\"email\":\"jane@corp.com\"}" }] }]
      """##)
    #expect(try made.contract().endpoints.map { "\($0.request)" } == ["GET /people/{email}"])
    #expect(!made.written.contains("jane"), "\(made.written)")
    let recording = try #require(made.translation.recordings.first, "\(made.notes)")
    #expect(recording.request.path == "/people/person-1%40example.com")
    #expect(recording.responseBody == ["email": "person-1@example.com"])
  }

  @Test func `personal data of saved answers is replaced, in no schema, and reported`() throws {
    let made = try TranslatedCollection(
      ##"""
      "item": [{ "name": "one", "request": "http://a.example/people/1", "response": [{ "name": "ok", "code": 200,
        "header": [{ "key": "Content-Type", "value": "application/json" }],
        "body": "{\"email\":\"jane@corp.com\",\"phone\":\"+1 415 555 2671\",\"address\":\"5 Hill Road\",\"bind_address\":\"10.0.0.1:80\",\"addresses\":[\"dynamic\"]}"
      }] }]
      """##)
    for text in ["jane@corp.com", "415 555", "Hill Road"] { #expect(!made.written.contains(text), "\(made.written)") }
    let recording = try #require(made.translation.recordings.first?.responseBody)
    #expect(recording["bind_address"] == "10.0.0.1:80" && recording["addresses"]?[0] == "dynamic")
    #expect(recording["address"] != "5 Hill Road")
    let told = made.notes.first { $0.contains("replaced by made-up values") }
    #expect(told?.contains("\"ok\"") == true && told?.contains("/response/body/email") == true, "\(made.notes)")
  }
}
