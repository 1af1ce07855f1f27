import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import Testing

/// Changes of alternatives that have names, and of those that aren't alternatives under a strict reading of JSON
/// Schema.
struct AlternativeChangeTests {
  private static func animal(_ title: String, _ member: String, _ schema: String) -> String {
    """
    { "title": "\(title)", "type": "object", "required": ["kind", "\(member)"],
      "properties": { "kind": { "type": "string" }, "\(member)": \(schema) } }
    """
  }

  private static let dog = animal("Dog", "tail", #"{ "type": "string" }"#)

  private static func cat(_ type: String) -> String { animal("Cat", "claws", #"{ "type": "\#(type)" }"#) }

  @Test(arguments: [
    (#"{ "U": [CAT, DOG] }"#, "/response/body/claws"), (#"{ "U": [DOG, CAT] }"#, "/response/body/claws"),
    (#"{ "type": "object", "properties": { "pet": { "U": [CAT, DOG] } } }"#, "/response/body/pet/claws"),
    (#"{ "type": "array", "items": { "U": [CAT, DOG] } }"#, "/response/body/*/claws"),
    (#"{ "U": [CAT, DOG, { "type": "null" }] }"#, "/response/body/claws"),
    (#"{ "anyOf": [{ "U": [CAT, DOG] }, { "type": "null" }] }"#, "/response/body/claws"),
  ])
  func `one changed alternative is one finding, and nothing is said of the others`(
    form: String, pointer: String
  ) {
    for union in ["anyOf", "oneOf"] {
      func schema(_ type: String) -> String {
        form.replacing("\"U\"", with: "\"\(union)\"").replacing("CAT", with: Self.cat(type))
          .replacing("DOG", with: Self.dog)
      }
      let found = ChangedContracts.changes(ofAnswer: schema("string"), schema("integer"))
      #expect(found.map(\.rule.id) == ["change.response.field.type-changed"], "\(union): \(found.map(\.message))")
      #expect(found.map(\.severity) == [.breaking])
      #expect(found.first?.pointer?.description == pointer)
      #expect(found.first?.message.contains("Dog") == false)
    }
  }

  @Test(arguments: [#""title": "Kitty", "#, ""])
  func `an alternative without a name, or with another one, is the one that it has most in common with`(title: String) {
    func schema(_ cat: String) -> String { "{ \"anyOf\": [\(Self.dog), \(cat)] }" }
    let (old, new) = (Self.cat("string"), Self.cat("integer").replacing(#""title": "Cat", "#, with: title))
    for before in [old, old.replacing(#""title": "Cat", "#, with: "")] {
      let found = ChangedContracts.changes(ofAnswer: schema(before), schema(new))
      #expect(found.map(\.rule.id) == ["change.response.field.type-changed"], "\(found.map(\.message))")
    }
  }

  @Test func `null next to alternatives is reported as null`() {
    let found = ChangedContracts.changes(
      ofAnswer: "{ \"anyOf\": [\(Self.cat("string")), \(Self.dog)] }",
      "{ \"anyOf\": [\(Self.cat("string")), \(Self.dog), { \"type\": \"null\" }] }")
    #expect(found.map(\.rule.id) == ["change.response.field.null-allowed"], "\(found.map(\.message))")
  }

  @Test func `the type of a nullable value is reported as a type`() {
    func schema(_ type: String) -> String { #"{ "anyOf": [{ "type": "\#(type)" }, { "type": "null" }] }"# }
    let found = ChangedContracts.changes(ofAnswer: schema("string"), schema("integer"))
    #expect(found.map(\.rule.id) == ["change.response.field.type-changed"], "\(found.map(\.message))")
    #expect(found.first?.message == "The type string was promised here; now integer may be returned.")
  }

  @Test func `an alternative that others take only as they are open is a warning of responses`() {
    func object(_ name: String) -> String {
      #"{ "title": "\#(name)", "type": "object", "properties": { "\#(name)": { "type": "string" } } }"#
    }
    func union(_ names: [String]) -> String {
      "{ \"anyOf\": [\(names.map(object).joined(separator: ", "))] }"
    }
    let (old, new) = (union(["a", "b"]), union(["a", "b", "c"]))
    let found = ChangedContracts.changes(ofAnswer: old, new)
    #expect(found.contains { $0.rule.id == "change.response.field.no-branch-fits" && $0.severity == .warning })
    #expect(!ChangedContracts.changes(ofAnswer: new, old).contains { $0.rule.id.hasSuffix("no-branch-fits") })
  }

  @Test func `alternatives that overlap inside themselves don't explain why none of them fits`() {
    func contract(_ type: String) -> String {
      let schemas = ##"""
        "C0": { "properties": { "r": { "oneOf": [
          { "properties": { "r": { "$ref": "#/schemas/C2" } } },
          { "oneOf": [{ "type": "\##(type)" }, { "$ref": "#/schemas/C1" }, { "type": "null" }] }] } } },
        "C1": { "anyOf": [{ "type": "object" }] },
        "C2": { "properties": { "r": { "oneOf": [
          { "$ref": "#/schemas/C0" }, { "oneOf": [{ "$ref": "#/schemas/C2" }] }] } } }
        """##
      let endpoint = ChangedContracts.endpoint(ChangedContracts.answer(##"{ "$ref": "#/schemas/C0" }"##))
      return "\"schemas\": { \(schemas) }, \(endpoint)"
    }
    let found = ChangedContracts.changes(contract("string"), contract("integer"))
    let breaking = found.filter { $0.severity == .breaking }
    #expect(breaking.map(\.rule.id) == ["change.response.field.no-branch-fits"], "\(found.map(\.message))")
    #expect(breaking.first?.pointer?.description == "/response/body/r")
  }

  @Test func `a list of values that contradicts its type is compared all the same`() {
    func schema(_ values: String) -> String {
      """
      { "type": "object", "required": ["ride"], "properties": {
        "ride": { "type": "integer", "enum": [\(values)] }, "none": false } }
      """
    }
    let wide = ChangedContracts.changes(ofAnswer: schema("\"1\", \"2\""), schema("\"1\", \"2\", \"3\""))
    #expect(wide.map(\.rule.id) == ["change.response.field.value-added"], "\(wide.map(\.message))")
    #expect(wide.first?.detail == "\"3\"")
    let narrow = ChangedContracts.changes(ofBody: schema("\"1\", \"2\""), schema("\"1\""))
    #expect(narrow.map(\.rule.id) == ["change.request.field.value-removed"], "\(narrow.map(\.message))")
    #expect(narrow.map(\.severity) == [.warning])
    #expect(ChangedContracts.changes(ofAnswer: schema("\"1\", \"2\""), schema("\"1\"")).isEmpty)
  }

  @Test func `a member that was not to come may come now`() {
    let old = #"{ "type": "object", "properties": { "a": false, "b": { "type": "string" } } }"#
    let new = old.replacing("false", with: #"{ "type": "string", "required": ["c"] }"#)
    #expect(ChangedContracts.changes(ofBody: old, new).allSatisfy { $0.severity == .notice })
  }

  @Test func `what becomes required in closed parts that leave nothing over is reported`() {
    func body(_ names: String) -> String {
      """
      { "allOf": [
        { "type": "object", "required": ["a"], "properties": { "a": {} }, "additionalProperties": false },
        { "type": "object", "required": [\(names)], "properties": { "b": {}, "c": {} },
          "additionalProperties": false }] }
      """
    }
    let found = ChangedContracts.changes(ofBody: body("\"b\""), body("\"b\", \"c\""))
    #expect(found.map(\.rule.id) == ["change.request.field.required"], "\(found.map(\.message))")
    #expect(ChangedContracts.changes(ofBody: body("\"b\", \"c\""), body("\"b\"")).isEmpty)
  }
}
