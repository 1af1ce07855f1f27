import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

@Suite struct BodyFormTests {
  private static let item = """
    { "type": "object", "required": ["name"], "properties": {
      "name": { "type": "string" }, "count": { "type": "integer" }, "open": { "type": "boolean" },
      "tags": { "type": "array", "items": { "type": "string" } },
      "size": { "type": "object", "properties": { "w": { "type": "integer" } } } }, "additionalProperties": false }
    """

  private func contract(_ content: String) throws -> Contract {
    try Files.contract(Files.endpoint("items.create", "POST /items", #", "content": { \#(content) }"#))
  }

  private func reading(_ content: String, _ type: String?, _ body: String) throws -> RequestReading {
    let headers: HeaderFields = type.map { ["Content-Type": $0] } ?? [:]
    return RequestReading(
      Request(method: .post, target: "/items", headers: headers, body: Body(body)),
      for: try #require(try contract(content).endpoint("items.create")))
  }

  private func faults(_ content: String, _ type: String?, _ body: String) throws -> [String] {
    RequestValidation(try reading(content, type, body), in: try contract(content)).faults().map(\.text)
  }

  private static let form = #""application/x-www-form-urlencoded": { "schema": \#(item) }"#

  @Test(arguments: [
    ("name=a+b&count=7&open=true", #"{"name":"a b","count":7,"open":true}"#),
    ("name=007&tags=x", #"{"name":"007","tags":["x"]}"#), ("tags=x&tags=y&name=", #"{"name":"","tags":["x","y"]}"#),
    ("name=a&size=%7B%22w%22%3A3%7D", #"{"name":"a","size":{"w":3}}"#), ("other=1", #"{"other":"1"}"#),
    ("name=a&count=many", #"{"name":"a","count":"many"}"#),
  ])
  func `a form is an object of what its schema asks for`(sent: String, value: String) throws {
    #expect(try reading(Self.form, MediaType.form, sent).body?.text == value)
    // An endpoint that accepts only forms also accepts them without a content type.
    #expect(try reading(Self.form, nil, sent).body?.text == value)
  }

  @Test func `a form is held to its schema`() throws {
    #expect(try faults(Self.form, MediaType.form, "name=a&count=7").isEmpty)
    #expect(try faults(Self.form, MediaType.form, "count=7").contains { $0.hasPrefix("body#/name: ") })
    #expect(try faults(Self.form, MediaType.form, "name=a&count=x").contains { $0.hasPrefix("body#/count: ") })
    #expect(try faults(Self.form, MediaType.form, "name=a&nmae=b").contains { $0.contains("nmae") })
    #expect(try faults(Self.form, "application/json", "{}").contains { $0.contains("doesn't accept application/json") })
  }

  @Test func `a form's fields have styles`() throws {
    let form = """
      "application/x-www-form-urlencoded": { "schema": \(Self.item),
        "encoding": { "tags": { "style": "form", "explode": false }, "size": { "style": "deepObject" } } }
      """
    let reading = try reading(form, MediaType.form, "name=a&tags=x,y&size[w]=3")
    #expect(reading.body?.text == #"{"name":"a","tags":["x","y"],"size":{"w":3}}"#)
    let content = try #require(reading.endpoint.body?.content.first)
    let value = try #require(reading.body)
    let written = try #require(content.body(of: value))
    #expect(String(decoding: written.bytes, as: UTF8.self) == "name=a&tags=x,y&size%5Bw%5D=3")
    #expect(written.contentType == MediaType.form)
  }

  @Test(arguments: [
    ("tags[]=x&tags[]=y", #"["x","y"]"#), ("tags[0]=x&tags[1]=y", #"["x","y"]"#), ("tags[]=x", #"["x"]"#),
    ("tags=x&tags=y", #"["x","y"]"#), ("meta[a]=b", #"{"a":"b"}"#), ("meta=", #""""#),
  ])
  func `a list in brackets is a list, and what may be an object or a text is read as either`(
    sent: String, value: String
  ) throws {
    let item = """
      { "type": "object", "properties": { "tags": { "type": "array", "items": { "type": "string" } },
        "meta": { "anyOf": [{ "type": "object", "additionalProperties": { "type": "string" } }, { "enum": [""] }] } } }
      """
    let form = """
      "application/x-www-form-urlencoded": { "schema": \(item), "encoding": {
        "tags": { "style": "deepObject", "explode": true }, "meta": { "style": "deepObject" } } }
      """
    let reading = try reading(form, MediaType.form, sent)
    let name = String(sent.prefix { $0 != "[" && $0 != "=" })
    #expect(reading.body?[name]?.text == value)
    #expect(try faults(form, MediaType.form, sent) == [])
  }

  @Test func `JSON in a field stays as it is`() throws {
    let reading = try reading(Self.form, MediaType.form, "name=a&size=%7B%22w%22%3A%223%22%7D&count=2")
    #expect(reading.body?.text == #"{"name":"a","count":2,"size":{"w":"3"}}"#)
  }

  @Test func `a form of very many fields is read at once, and not all that is unknown is reported`() throws {
    let sent = (0..<20_000).map { "f\($0)=1" }.joined(separator: "&")
    let reading = try reading(Self.form, MediaType.form, sent)
    #expect(reading.body?.count == 20_000)
    let faults = RequestValidation(reading, in: try contract(Self.form)).faults()
    #expect((1...1000).contains(faults.count))
  }

  private static let parts = #""multipart/form-data": { "schema": \#(item) }"#

  private static func multipart(_ parts: [(head: String, body: String)], boundary: String = "b") -> String {
    parts.map { "--\(boundary)\r\nContent-Disposition: form-data; \($0.head)\r\n\r\n\($0.body)\r\n" }.joined()
      + "--\(boundary)--\r\n"
  }

  @Test func `a form with parts is an object of what its schema asks for`() throws {
    let sent = Self.multipart([
      (#"name="name"; filename="a.txt""# + "\r\nContent-Type: text/plain", "line\r\n"), (#"name="count""#, "7"),
      (#"name="tags""#, "x"), (#"name="tags""#, "y"), (#"name="size""#, #"{"w":3}"#),
    ])
    let reading = try reading(Self.parts, "multipart/form-data; boundary=b", sent)
    #expect(reading.body?.text == #"{"name":"line\r\n","count":7,"tags":["x","y"],"size":{"w":3}}"#)
    #expect(RequestValidation(reading, in: try contract(Self.parts)).faults().isEmpty)
  }

  @Test func `a file is a string with a character a byte`() throws {
    let sent = Self.multipart([("name=\"name\"\r\nContent-Type: image/png", "\u{89}PNG")])
    let reading = try reading(Self.parts, "multipart/form-data; boundary=\"b\"", sent)
    #expect(reading.body?["name"]?.string?.unicodeScalars.count == 5)
  }

  @Test(arguments: [
    ("multipart/form-data", "--b--", "its content type has no boundary"),
    ("multipart/form-data; boundary=b", "nothing", "no part begins with --b"),
    ("application/x-ndjson", "{}\n{,}\n", "not one JSON text per line at line 2, column 2"),
    ("application/x-amz-json-1.0", "{,}", "not JSON at line 1, column 2"),
  ])
  func `a body that isn't what it says is malformed`(type: String, sent: String, says: String) throws {
    let content = #""\#(MediaType.essence(of: type))": { "schema": { "type": ["object", "array"] } }"#
    let faults = try faults(content, type, sent)
    #expect(faults.count == 1)
    #expect(faults.first?.contains(says) == true, "\(faults)")
  }

  @Test func `parts that have no names, and aren't a form's, aren't inspected`() throws {
    let content = #""multipart/mixed": { "schema": { "type": "object", "required": ["name"] } }"#
    let sent = "--b\r\nContent-Type: text/plain\r\n\r\nHello\r\n--b--\r\n"
    #expect(try faults(content, "multipart/mixed; boundary=b", sent).isEmpty)
    let form = #""multipart/form-data": { "schema": { "type": "object" } }"#
    #expect(try faults(form, "multipart/form-data; boundary=b", sent).count == 1)
  }

  @Test func `lines of JSON are an array`() throws {
    let lines = """
      "application/x-ndjson": { "schema": { "type": "array", "maxItems": 2, "items": { "required": ["id"] } } }
      """
    #expect(
      try reading(lines, "application/x-ndjson", "{\"id\":1}\r\n\n{\"id\":2}\n").body?.text == #"[{"id":1},{"id":2}]"#)
    #expect(try faults(lines, "application/x-ndjson", "{\"id\":1}\n{}").contains { $0.hasPrefix("body#/1/id: ") })
    #expect(try faults(lines, "application/x-ndjson", "{\"id\":1}\n").isEmpty)
  }

  @Test func `bytes of unread formats are written from a text, and aren't judged`() throws {
    let bytes = #""application/octet-stream": { "schema": { "type": "string", "maxLength": 1 } }"#
    let endpoint = try #require(try contract(bytes).endpoint("items.create"))
    #expect(endpoint.body?.content.first?.body(of: "abc")?.bytes == Array("abc".utf8))
    #expect(try faults(bytes, "application/octet-stream", "abc").isEmpty)
  }

  @Test func `a number may be a text, and a part's name in quotes`() throws {
    let text = #""text/plain": { "schema": { "type": "integer", "minimum": 2 } }"#
    #expect(try reading(text, "text/plain", "7").body == 7)
    #expect(try faults(text, "text/plain", "1").contains { $0.hasPrefix("body: ") })
    let quoted =
      ##""multipart/form-data": { "schema": { "type": "object", "properties": { "a\"b": { "type": "integer" } } } }"##
    let endpoint = try #require(try contract(quoted).endpoint("items.create"))
    let written = try #require(endpoint.body?.content.first?.body(of: ["a\"b": 7]))
    let sent = String(decoding: written.bytes, as: UTF8.self)
    #expect(try reading(quoted, written.contentType, sent).body == ["a\"b": 7])
  }

  @Test func `a text is a string`() throws {
    let text = #""text/plain": { "schema": { "type": "string", "maxLength": 3 } }"#
    #expect(try reading(text, "text/plain; charset=utf-8", "abc").body?.text == #""abc""#)
    #expect(try faults(text, "text/plain", "abcd").contains { $0.hasPrefix("body: ") })
    #expect(try faults(text, "text/plain", "abc").isEmpty)
  }

  @Test(arguments: [
    #""application/x-www-form-urlencoded": { "schema": \#(item) }"#, #""multipart/form-data": { "schema": \#(item) }"#,
    #""application/x-amz-json-1.0": { "schema": \#(item) }"#, #""application/vnd.shop+json": { "schema": \#(item) }"#,
  ])
  func `what is written of a value is read as that value`(content: String) throws {
    let value = try JSON.parse(#"{"name":"a&b=c \r\n--é","count":7,"open":false,"tags":["x","y"],"size":{"w":1}}"#)
    let endpoint = try #require(try contract(content).endpoint("items.create"))
    let written = try #require(endpoint.body?.content.first?.body(of: value))
    let request = Request(
      method: .post, target: "/items", headers: ["Content-Type": written.contentType], body: Body(written.bytes))
    let reading = RequestReading(request, for: endpoint)
    #expect(reading.body == value)
    #expect(RequestValidation(reading, in: try contract(content)).isPassing)
  }
}
