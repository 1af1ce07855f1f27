import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import Testing

/// Changes of JSON inside strings, and of the items of streams.
struct TextChangeTests {
  private static func text(_ schema: String) -> String {
    #"{ "type": "string", "contentMediaType": "application/json", "contentSchema": \#(schema) }"#
  }

  private static func object(_ data: String) -> String {
    #"{ "type": "object", "required": ["data"], "properties": { "data": \#(data) } }"#
  }

  private static let integer = #"{ "type": "object", "properties": { "n": { "type": "integer" } } }"#
  private static let string = #"{ "type": "object", "properties": { "n": { "type": "string" } } }"#

  @Test func `what an answer's text holds is compared at its place`() {
    let found = ChangedContracts.changes(
      ofAnswer: Self.object(Self.text(Self.integer)), Self.object(Self.text(Self.string)))
    #expect(found.lines == ["change.response.field.type-changed /response/body/data/n"])
    #expect(found.first?.severity == .breaking)
    #expect(found.first?.witness == nil)
  }

  @Test func `what a request's text holds is compared the other way`() {
    let open = #"{ "type": "object" }"#
    let narrow = #"{ "type": "object", "required": ["n"], "properties": { "n": { "type": "integer" } } }"#
    let narrowed = ChangedContracts.changes(
      ofBody: Self.object(Self.text(Self.integer)), Self.object(Self.text(narrow)))
    #expect(narrowed.lines == ["change.request.field.required /request/body/data"])
    let opened = ChangedContracts.changes(ofBody: Self.object(Self.text(narrow)), Self.object(Self.text(open)))
    #expect(!opened.contains { $0.severity == .breaking }, "\(opened.map(\.message))")
  }

  @Test func `equal values aren't a change, in any order of members`() {
    let turned = #"{ "properties": { "n": { "type": "integer" } }, "type": "object" }"#
    #expect(
      ChangedContracts.changes(ofAnswer: Self.object(Self.text(Self.integer)), Self.object(Self.text(turned))) == [])
  }

  @Test func `a text that isn't described any more is a warning, and one that is described now is none`() {
    let (described, plain) = (Self.object(Self.text(Self.integer)), Self.object(#"{ "type": "string" }"#))
    let found = ChangedContracts.changes(ofAnswer: described, plain)
    #expect(found.map(\.severity) == [.warning])
    #expect(found.first?.message.contains("The JSON in 'data' no longer has a schema") == true)
    #expect(ChangedContracts.changes(ofAnswer: plain, described) == [])
    #expect(ChangedContracts.changes(ofBody: plain, described).map(\.severity) == [.warning])
  }

  @Test func `a schema that texts refer to is followed`() {
    func members(_ schema: String) -> String {
      #""schemas": { "Chunk": \#(schema) }, "#
        + ChangedContracts.endpoint(
          ChangedContracts.answer(Self.object(Self.text(##"{ "$ref": "#/schemas/Chunk" }"##))))
    }
    let found = ChangedContracts.changes(members(Self.integer), members(Self.string))
    #expect(found.lines == ["change.response.field.type-changed /response/body/data/n"])
    #expect(ChangedContracts.changes(members(Self.integer), members(Self.integer)) == [])
  }

  @Test func `alternatives in another order are the same`() {
    func union(_ one: String, _ other: String) -> String {
      #"{ "anyOf": [\#(Self.object(one)), \#(Self.object(other))] }"#
    }
    let (one, other) = (Self.text(Self.integer), Self.text(Self.string))
    #expect(ChangedContracts.changes(ofAnswer: union(one, other), union(other, one)) == [])
  }

  @Test func `a text that describes itself comes to an end`() {
    func members(_ type: String) -> String {
      let schema =
        ##"{ "type": "object", "properties": { "n": { "type": "\##(type)" }, "again": \##(Self.text(##"{ "$ref": "#/schemas/Chunk" }"##)) } }"##
      return #""schemas": { "Chunk": \#(schema) }, "#
        + ChangedContracts.endpoint(ChangedContracts.answer(##"{ "$ref": "#/schemas/Chunk" }"##))
    }
    let found = ChangedContracts.changes(members("integer"), members("string"))
    #expect(found.contains { $0.pointer == "/response/body/n" })
  }

  @Test func `an itemSchema is compared as the list of its items`() {
    func stream(_ item: String) -> String {
      #""success": { "200": { "content": { "text/event-stream": { \#(item) } } } }"#
    }
    let old = stream(#""itemSchema": \#(Self.object(Self.text(Self.integer)))"#)
    let new = stream(#""itemSchema": \#(Self.object(Self.text(Self.string)))"#)
    #expect(
      ChangedContracts.changes(ofEndpoint: old, new).lines == [
        "change.response.field.type-changed /response/body/*/data/n"
      ])
    let list = stream(#""schema": { "type": "array", "items": \#(Self.object(Self.text(Self.integer))) }"#)
    #expect(ChangedContracts.changes(ofEndpoint: old, list) == [])
  }
}
