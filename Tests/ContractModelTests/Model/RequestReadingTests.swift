import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

@Suite struct RequestReadingTests {
  private func reading(
    _ target: String = "/items/7", headers: HeaderFields = [:], body: String = "", query: String = "{}"
  ) throws -> RequestReading {
    let contract = try Files.contract(
      Files.endpoint(
        "items.put", "PUT /items/{id}",
        """
        , "path": { "id": { "type": "integer" } }, "query": \(query), "body": true,
          "headers": { "X-Tags": { "type": "array", "items": { "type": "string" } }, "X-Level": { "type": "integer" } }
        """))
    return RequestReading(
      Request(method: .put, target: target, headers: headers, body: Body(body)),
      for: try #require(contract.endpoint("items.put")), persona: contract.persona("guest"))
  }

  @Test(arguments: [
    (#"{ "type": "integer" }"#, "7", "7"), (#"{ "type": "integer" }"#, "abc", #""abc""#),
    (#"{ "type": "string" }"#, "7", #""7""#), (#"{ "type": "boolean" }"#, "true", "true"),
    (#"{ "type": "boolean" }"#, "yes", #""yes""#), (#"{ "type": "number" }"#, "1.50", "1.50"),
    (#"{ "enum": ["1", "2"] }"#, "1", #""1""#), (#"{ "enum": [1, 2] }"#, "1", "1"), (#"{ "enum": [1, 2] }"#, "3", "3"),
    (#"{ "$ref": "contract.json#/schemas/Page" }"#, "4", "4"),
    (#"{ "$ref": "contract.json#/schemas/Page" }"#, "0", "0"),
    (#"{ "$ref": "contract.json#/schemas/Page" }"#, "x", #""x""#),
    (#"{ "type": ["integer", "null"] }"#, "null", "null"), ("true", "007", #""007""#),
    (#"{ "type": "array", "items": { "type": "integer" } }"#, "7", "[7]"),
    (#"{ "type": "array", "items": { "$ref": "contract.json#/schemas/Page" } }"#, "7&x=8", "[7,8]"),
    (#"{ "type": "array" }"#, "a&x=b", #"["a","b"]"#), (#"{ "type": "integer" }"#, "1&x=2", #"["1","2"]"#),
  ])
  func `text becomes what its schema asks for`(schema: String, text: String, value: String) throws {
    #expect(try reading("/items/7?x=\(text)", query: "{ \"x\": \(schema) }").query("x")?.text == value)
  }

  @Test(arguments: [
    ("integer", "1042", "1042"), ("integer", "0", "0"), ("integer", "-7", "-7"), ("integer", "%31042", "1042"),
    ("integer", "9223372036854775808", "9223372036854775808"), ("integer", "1042.0", #""1042.0""#),
    ("integer", "1042e0", #""1042e0""#), ("integer", "1e3", #""1e3""#), ("integer", "-0", #""-0""#),
    ("integer", "%2B1042", #""+1042""#), ("integer", "+1042", #""+1042""#), ("integer", "01042", #""01042""#),
    ("integer", "1042%2E0", #""1042.0""#),
    ("number", "1042.0", "1042.0"), ("number", "1.50", "1.50"), ("string", "1042.0", #""1042.0""#),
  ])
  func `an integer in a path is its digits, and nothing that only equals it`(
    type: String, text: String, value: String
  ) throws {
    let schemas = [
      #"{ "type": "\#(type)" }"#, #"{ "allOf": [{ "type": "\#(type)" }] }"#, #"{ "type": ["\#(type)", "null"] }"#,
    ]
    for schema in schemas {
      let contract = try Files.contract(
        Files.endpoint("items.get", "GET /items/{id}", #", "path": { "id": \#(schema) }"#))
      let request = Request(method: .get, target: "/items/\(text)")
      let reading = RequestReading(request, for: try #require(contract.endpoint("items.get")))
      #expect(reading.path("id")?.text == value, "\(schema)")
      if value.hasPrefix("\""), type == "integer" {
        #expect(!RequestValidation(reading, in: contract).faults().isEmpty, "\(schema)")
      }
    }
  }

  @Test func `values are found by their addresses`() throws {
    let reading = try reading(
      "/items/7?q=a%20b+c", headers: ["X-Level": "3", "Accept": "text/csv"], body: #"{ "a": [ { "b": 1 } ] }"#)
    let item = try JSON.parse(#"{ "id": 5 }"#)
    let values = [
      "path.id": "7", "query.q": #""a b c""#, "header.x-level": "3", "header.accept": #""text/csv""#,
      "body#/a/0/b": "1", "persona.type": #""GUEST""#, "persona.name": #""guest""#,
      "credential.session": #""guest-token""#, "item#/id": "5",
    ]
    for (text, value) in values {
      let address = try #require(Address(text))
      #expect(reading.value(at: address, item: item)?.text == value, "\(text)")
    }
    for text in ["path.x", "query.x", "header.x", "body#/b", "persona.x", "credential.tab", "item#/x"] {
      let address = try #require(Address(text))
      #expect(reading.value(at: address, item: item) == nil, "\(text)")
    }
  }

  @Test func `a header with an array schema is split at commas`() throws {
    #expect(try reading(headers: ["X-Tags": "a, b,c"]).header("x-tags")?.text == #"["a","b","c"]"#)
  }

  @Test func `a body is JSON unless it says otherwise`() throws {
    #expect(try reading(body: "{}").body?.text == "{}")
    #expect(try reading(headers: ["Content-Type": "application/vnd.x+json"], body: "{}").body?.text == "{}")
    #expect(try reading(headers: ["Content-Type": "text/csv"], body: "{}").body == nil)
    let malformed = try reading(body: "{,}")
    #expect(malformed.body == nil)
    #expect(malformed.bodyFault?.message.hasPrefix("not JSON at line 1, column 2: ") == true)
    #expect(try reading().bodyFault == nil)
  }
}
