import PlumblineJSONSchema
import PlumblineJSONTree
import Testing

struct DraftTests {
  @Test(arguments: DraftCase.draft4 + DraftCase.draft6 + DraftCase.draft7 + DraftCase.draft2019)
  func `a draft's own rules hold`(example: DraftCase) throws {
    let text = try JSON.parse(example.schema)
    let named = text.kind == .object ? text.setting("$schema", to: JSON(example.draft.uri)) : text
    // The draft comes from the library in one case, and from `$schema` in the other.
    for (source, draft) in [(text, example.draft), (named, .draft2020)] {
      let schema = try SchemaLibrary(draft: draft).compile(JSON.parse(source.text))
      for value in example.valid {
        #expect(schema.isValid(try JSON.parse(value)), "\(value)")
        #expect(schema.violations(of: try JSON.parse(value)).isEmpty, "\(value)")
      }
      for value in example.invalid {
        #expect(!schema.isValid(try JSON.parse(value)), "\(value)")
        #expect(!schema.violations(of: try JSON.parse(value)).isEmpty, "\(value)")
      }
    }
  }

  @Test(arguments: [
    (SchemaLibrary.Draft.draft4, ["$id", "const", "contains", "if", "$defs", "unevaluatedItems"]),
    (.draft6, ["id", "if", "$defs", "dependentRequired", "prefixItems"]),
    (.draft7, ["id", "$anchor", "$defs", "dependentSchemas", "$recursiveRef"]),
    (.draft2019, ["id", "prefixItems", "$dynamicRef", "$dynamicAnchor"]),
    (.draft2020, ["id", "additionalItems", "$recursiveRef", "$recursiveAnchor"]),
  ])
  func `keywords of other drafts are unknown`(draft: SchemaLibrary.Draft, names: [String]) throws {
    for name in names {
      let schema = try SchemaLibrary(draft: draft).compile(JSON.object([(name, "x")]))
      #expect(schema.unknownKeywords.map(\.keyword) == [name])
      #expect(schema.unknownKeywords[0].message.contains(draft.name))
    }
  }

  @Test func `a reference into another draft's document follows that draft`() throws {
    let old =
      #"{"$schema": "http://json-schema.org/draft-04/schema#", "type": "integer", "maximum": 5, "exclusiveMaximum": true}"#
    let schema = try compile(#"{"$ref": "old.json"}"#, files: ["old.json": old])
    #expect(schema.isValid(4))
    #expect(!schema.isValid(5))
    #expect(!schema.isValid(4.0))
  }
}
