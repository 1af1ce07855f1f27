import PlumblineJSONSchema
import PlumblineJSONTree
import Testing

/// A `contentSchema` that can't be used, which is reported by name and left out, while the schema around it still
/// applies.
struct FaultyContentTests {
  private static func text(_ schema: String) -> String {
    #"{"type": "string", "contentMediaType": "application/json", "contentSchema": \#(schema)}"#
  }

  @Test(arguments: [
    (##"{"$ref": "#/$defs/gone"}"##, "leads nowhere"),
    (##"{"properties": {"a": {"$ref": "#/$defs/gone"}}}"##, "leads nowhere"), (#"{"minLength": "3"}"#, "minLength"),
    (#""no schema""#, "is a string and no schema"),
  ])
  func `the rest of the schema is compiled, and the content is noted`(content: String, reason: String) throws {
    let schema = try compile(#"{"properties": {"data": \#(Self.text(content)), "n": {"type": "integer"}}}"#)
    #expect(schema.undecided.count == 1)
    #expect(
      schema.undecided.first?.message.hasPrefix("The JSON in a text isn't judged by its 'contentSchema'") == true)
    #expect(schema.undecided.first?.message.contains(reason) == true, "\(schema.undecided)")
    #expect(schema.contents(in: ["data": "{}"]).isEmpty)
    #expect(!schema.isValid(["n": "x"]))
    #expect(schema.isValid(["n": 1, "data": "{}"]))
  }

  @Test func `of texts in one another only the faulty one is left out`() throws {
    let outer = #"{"properties": {"inner": \#(Self.text(##"{"$ref": "#/$defs/gone"}"##)), "n": {"type": "integer"}}}"#
    let schema = try compile(Self.text(outer))
    let content = try #require(schema.contents(in: "{}").first?.schema)
    #expect(!content.isValid(["n": "x"]))
    #expect(content.contents(in: ["inner": "{}"]).isEmpty)
    #expect(schema.undecided.count == 1)
  }

  @Test func `what the schema itself refers to has to be there all the same`() {
    #expect(throws: SchemaCompilationError.self) {
      _ = try compile(
        ##"{"properties": {"a": {"$ref": "#/$defs/gone"}, "data": \##(Self.text(##"{"$ref": "#/$defs/gone"}"##))}}"##)
    }
  }
}
