import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree
import Testing

/// The keyword `"itemSchema"`, which describes each event or line of a stream.
struct ItemSchemaTests {
  private static func answer(_ content: String) -> String {
    """
    "items.watch": { "summary": "Does", "request": "GET /watch", "source": "Handbook",
      "success": { "200": { "content": { \(content) } } } }
    """
  }

  private func content(_ content: String) throws -> MediaContent {
    let contract = try Files.contract(Self.answer(content))
    guard case .media(let contents)? = contract.endpoint("items.watch")?.answers.first?.content else {
      throw Files.Unloadable(problems: [])
    }
    return try #require(contents.first)
  }

  private func problems(_ endpoints: String) -> [String] {
    ContractLoader.load([Files.main, Files.endpoints(endpoints)]).problems.map(\.description)
  }

  @Test(arguments: ["text/event-stream", "application/x-ndjson", "application/jsonl", "application/json-seq"])
  func `it is the schema of a list of items`(type: String) throws {
    let schema = try #require(
      try content(#""\#(type)": { "itemSchema": { "type": "object", "required": ["data"] } }"#).schema)
    #expect(schema.isValid([["data": "a"], ["data": 1]]))
    #expect(!schema.isValid([["data": "a"], [:]]))
    #expect(!schema.isValid(["data": "a"]))
  }

  @Test func `events are read one by one`() throws {
    let content = try content(#""text/event-stream": { "itemSchema": { "type": "object" } }"#)
    #expect(content.form() == .events)
    #expect(
      try content.value(of: Array("data: a\n\ndata: b\n\n".utf8), [:], file: "") == [["data": "a"], ["data": "b"]])
  }

  @Test func `a mistake in it is reported at its place`() {
    let found = problems(
      Self.answer("\"text/event-stream\": { \"itemSchema\":\n{ \"type\": \"object\", \"requird\": [\"a\"] } }"))
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.contains("items.json:4:32") == true, "\(found)")
    #expect(found.first?.contains("did you mean \"required\"?") == true, "\(found)")
  }

  @Test func `what comes after it keeps its place`() {
    let found = problems(
      Self.answer(#""text/event-stream": { "itemSchema": { "type": "object" } }"#) + ",\n"
        + #""items.other": { "summary": "x", "request": "GET /other", "source": "x", "failures": ["nope"], "success": { "200": {} } }"#
    )
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.contains("items.json:4:87") == true, "\(found)")
  }

  @Test func `references into the file lead where they led`() throws {
    let contract = try Files.contract(
      Self.answer(##""text/event-stream": { "itemSchema": { "$ref": "contract.json#/schemas/Item" } }"##))
    guard case .media(let contents)? = contract.endpoint("items.watch")?.answers.first?.content else {
      throw Files.Unloadable(problems: [])
    }
    #expect(contents.first?.schema?.isValid([["id": 1, "name": "a"]]) == true)
    #expect(contents.first?.schema?.isValid([["id": "1", "name": "a"]]) == false)
  }

  @Test func `requests and failures have them, too`() throws {
    let contract = try Files.contract(
      Files.endpoint(
        "items.add", "POST /items", #", "content": { "application/x-ndjson": { "itemSchema": { "type": "integer" } } }"#
      ))
    let schema = contract.endpoint("items.add")?.body?.content.first?.schema
    #expect(schema?.isValid([1, 2]) == true)
    #expect(schema?.isValid([1, "2"]) == false)
    let failing = Files.file(
      "failures.json",
      #"{ "failures": { "cut": { "status": 503, "content": { "text/event-stream": { "itemSchema": { "type": "object" } } } } } }"#
    )
    let loaded = ContractLoader.load([Files.main, failing, Files.endpoints(Files.endpoint("items.get", "GET /items"))])
      .contract
    guard case .media(let contents)? = loaded?.failures.first(where: { $0.name == "cut" })?.content else {
      throw Files.Unloadable(problems: [])
    }
    #expect(contents.first?.schema?.isValid([[:]]) == true)
    #expect(contents.first?.schema?.isValid([1]) == false)
  }

  @Test func `what is no stream has no items`() {
    let found = problems(Self.answer(#""application/json": { "itemSchema": { "type": "object" } }"#))
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.contains("A body of application/json isn't a stream") == true, "\(found)")
    #expect(found.first?.contains("items.json:3:60") == true, "\(found)")
  }

  @Test func `one of both says what a body is`() {
    let found = problems(
      Self.answer(#""text/event-stream": { "schema": { "type": "array" }, "itemSchema": { "type": "object" } }"#))
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.contains("keep one of them") == true, "\(found)")
  }

  @Test func `a value that isn't a schema is reported by the format`() {
    let found = problems(Self.answer(#""text/event-stream": { "itemSchema": 7 }"#))
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.contains("\"itemSchema\" must be") == true, "\(found)")
  }

  @Test func `what is made of it is a stream with JSON in its data, and a mark where it is`() throws {
    let chunk =
      #"{ "type": "string", "contentMediaType": "application/json", "contentSchema": { "const": { "n": 1 } } }"#
    let content = try content(
      #""text/event-stream": { "itemSchema": { "type": "object", "required": ["data"], "anyOf": [ { "properties": { "data": \#(chunk) } }, { "properties": { "data": { "const": "[DONE]" } } } ] } }"#
    )
    let made = try #require(try content.schema?.example().get())
    let body = try #require(content.body(of: made))
    #expect(String(decoding: body.bytes, as: UTF8.self) == "data: {\"n\":1}\n\ndata: [DONE]\n\n")
  }
}
