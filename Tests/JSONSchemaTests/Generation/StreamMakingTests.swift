import PlumblineJSONSchema
import PlumblineJSONTree
import Testing

/// Generated streams, and generated strings that contain JSON.
struct StreamMakingTests {
  @Test(arguments: [GenerationSize.minimal, .typical, .maximal])
  func `a text that holds JSON is JSON of its schema`(size: GenerationSize) throws {
    let schema = try compile(
      #"{"type": "object", "required": ["data"], "properties": {"data": {"type": "string", "contentMediaType": "application/json", "contentSchema": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}}}}"#
    )
    let made = try schema.generate(size).get()
    let data = try JSON.parse(try #require(made["data"]?.string))
    #expect(data["id"]?.int != nil, "\(made.text)")
  }

  @Test func `what is written in a text shows as much as what lies nowhere`() throws {
    let deep =
      #"{"type": "object", "properties": {"a": {"type": "array", "items": {"type": "object", "properties": {"b": {"type": "object", "properties": {"c": {"type": "string"}}}}}}}}"#
    let schema = try compile(
      #"{"type": "array", "items": {"type": "object", "required": ["data"], "properties": {"data": {"type": "string", "contentMediaType": "application/json", "contentSchema": \#(deep)}}}}"#
    )
    let data = try #require(try schema.example().get()[0]?["data"]?.string)
    #expect(try JSON.parse(data).text == compile(deep).example().get().text)
  }

  @Test func `texts that hold themselves end after four`() throws {
    let schema = try compile(
      ##"{"type": "object", "required": ["data"], "properties": {"data": {"type": "string", "contentMediaType": "application/json", "contentSchema": {"$ref": "#"}}}}"##
    )
    var value: JSON? = try schema.example().get()
    var texts = 0
    while let text = value?["data"]?.string, let inner = try? JSON.parse(text), inner.kind == .object {
      texts += 1
      value = inner
    }
    #expect(texts <= 4)
    #expect(texts > 0)
  }

  private static func stream(_ items: String) -> String {
    #"{"type": "array", "x-stream": true, "items": \#(items)}"#
  }

  private static let chunk =
    #"{"type": "object", "required": ["data"], "properties": {"data": {"type": "string", "contentMediaType": "application/json", "contentSchema": {"type": "object", "required": ["n"], "properties": {"n": {"const": 1}}}}}}"#
  private static let done = #"{"type": "object", "required": ["data"], "properties": {"data": {"const": "[DONE]"}}}"#

  @Test func `a stream has an item for each alternative, in their order`() throws {
    let made = try compile(Self.stream(#"{"anyOf": [\#(Self.chunk), \#(Self.done)]}"#)).example().get()
    #expect(made == [["data": #"{"n":1}"#], ["data": "[DONE]"]])
  }

  @Test func `alternatives that are references are followed`() throws {
    let schema =
      ##"{"type": "array", "x-stream": true, "items": {"$ref": "#/$defs/e"}, "$defs": {"e": {"anyOf": [{"$ref": "#/$defs/c"}, {"$ref": "#/$defs/d"}]}, "c": \##(Self.chunk), "d": \##(Self.done)}}"##
    #expect(try compile(schema).example().get().count == 2)
    #expect(try compile(schema).example().get()[1]?["data"] == "[DONE]")
  }

  @Test func `a list whose items are told apart by event is a stream`() throws {
    func event(_ name: String) -> String {
      #"{"type": "object", "required": ["event"], "properties": {"event": {"const": "\#(name)"}}}"#
    }
    let events = [event("start"), event("delta"), event("end")].joined(separator: ", ")
    let made = try compile(#"{"type": "array", "items": {"oneOf": [\#(events)]}}"#).example().get()
    #expect(made.elements.map { $0["event"]?.string } == ["start", "delta", "end"])
  }

  @Test func `a stream without alternatives has one item, and one that has to have more has them`() throws {
    #expect(try compile(Self.stream(Self.chunk)).example().get().count == 1)
    let long = #"{"type": "array", "x-stream": true, "minItems": 3, "items": \#(Self.chunk)}"#
    #expect(try compile(long).example().get().count == 3)
  }

  @Test func `other lists are as they were`() throws {
    let made = try compile(#"{"type": "array", "items": {"anyOf": [\#(Self.chunk), \#(Self.done)]}}"#).example().get()
    #expect(made.elements.allSatisfy { $0["data"] != "[DONE]" })
  }

  @Test func `a text that describes itself comes to an end`() throws {
    let schema = try compile(
      ##"{"$ref": "#/$defs/a", "$defs": {"a": {"type": "object", "properties": {"again": {"type": "string", "contentMediaType": "application/json", "contentSchema": {"$ref": "#/$defs/a"}}}}}}"##
    )
    #expect(try schema.example().get().text.utf8.count < 1000)
  }
}
