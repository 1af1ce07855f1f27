import PlumblineDriftDetection
import Testing

/// Schemas that no value satisfies anymore. A response that no longer has a described value has changed, even though
/// the remaining values were promised before.
struct ImpossibleValueChangeTests {
  private static let nothing = [
    "false", #"{ "not": {} }"#, #"{ "allOf": [{ "type": "string" }, false] }"#, #"{ "type": "string", "enum": [1] }"#,
    #"{ "type": "string", "minLength": 5, "maxLength": 3 }"#,
  ]

  private static func object(_ nickname: String, _ more: String = "") -> String {
    #"{ "type": "object", "properties": { "id": { "type": "string" }, "nickname": \#(nickname) }\#(more) }"#
  }

  private static let text = #"{ "type": "string" }"#

  @Test(arguments: nothing, ["", #", "additionalProperties": false"#, #", "required": ["nickname"]"#])
  func `a member whose schema accepts nothing is gone from responses`(nothing: String, more: String) {
    let found = ChangedContracts.changes(ofAnswer: Self.object(Self.text, more), Self.object(nothing, more))
    #expect(found.rules == ["change.response.field.removed"], "\(found.map(\.message))")
    #expect(found.first?.pointer == "/response/body/nickname")
    #expect(found.first?.severity == .warning)
    let back = ChangedContracts.changes(ofBody: Self.object(nothing, more), Self.object(Self.text, more))
    #expect(back.rules == ["change.request.field.added"], "\(back.map(\.message))")
  }

  @Test(arguments: nothing)
  func `a member whose schema accepts nothing is refused in requests`(nothing: String) {
    let found = ChangedContracts.changes(ofBody: Self.object(Self.text), Self.object(nothing))
    #expect(found.map(\.severity).contains(.breaking), "\(found.map(\.message))")
  }

  @Test(arguments: ["false", #"{ "not": {} }"#])
  func `items and other members that can't be there any more are reported`(nothing: String) {
    let places: [(pointer: String, schema: (String) -> String)] = [
      ("/response/body/*", { #"{ "type": "array", "items": \#($0) }"# }),
      ("/response/body/*", { #"{ "type": "array", "minItems": 1, "items": \#($0) }"# }),
      ("/response/body/0", { #"{ "type": "array", "prefixItems": [\#($0), { "type": "integer" }] }"# }),
      ("/response/body/*", { #"{ "type": "object", "additionalProperties": \#($0) }"# }),
      ("/response/body/*", { #"{ "type": "object", "patternProperties": { "^x": \#($0) } }"# }),
      ("/response/body", { $0 }),
    ]
    for place in places {
      let found = ChangedContracts.changes(ofAnswer: place.schema(Self.text), place.schema(nothing))
      #expect(found.rules == ["change.response.field.removed"], "\(place.schema(nothing)): \(found.map(\.message))")
      #expect(found.first?.pointer?.description == place.pointer)
    }
  }

  @Test func `a member is gone if a part of allOf rules it out, but not if an alternative does`() {
    let base = #"{ "type": "object", "properties": { "inner": \#(Self.object(Self.text)) } }"#
    let joined = { (part: String) in #"{ "allOf": [\#(base), { "properties": { "inner": \#(part) } }] }"# }
    let found = ChangedContracts.changes(ofAnswer: joined("true"), joined(#"{ "properties": { "nickname": false } }"#))
    #expect(found.rules == ["change.response.field.removed"], "\(found.map(\.message))")
    #expect(found.first?.pointer == "/response/body/inner/nickname")
    let tagged = { (tag: String) in
      #"{ "type": "object", "required": ["kind"], "properties": { "kind": { "enum": ["\#(tag)"] } } }"#
    }
    let one = #"{ "oneOf": [\#(tagged("a"))] }"#
    let two = #"{ "oneOf": [\#(tagged("a")), \#(tagged("b"))] }"#
    let fewer = ChangedContracts.changes(ofAnswer: two, one)
    #expect(!fewer.rules.contains("change.response.field.removed"), "\(fewer.map(\.message))")
    let more = ChangedContracts.changes(ofAnswer: one, two)
    #expect(!more.rules.contains("change.response.field.removed"), "\(more.map(\.message))")
  }

  @Test func `a member of members whose names match a pattern is compared like others`() {
    let map = { (schema: String) in #"{ "type": "object", "patternProperties": { "^x": \#(schema) } }"# }
    let small = #"{ "type": "object", "properties": { "id": { "type": "string" } } }"#
    let found = ChangedContracts.changes(ofAnswer: map(Self.object(Self.text)), map(small))
    #expect(found.rules == ["change.response.field.removed"], "\(found.map(\.message))")
    #expect(found.first?.pointer == "/response/body/*/nickname")
  }

  @Test func `a member of items that only unevaluatedItems describes is compared like others`() {
    let list = { (schema: String) in
      #"{ "type": "array", "prefixItems": [{ "type": "string" }], "unevaluatedItems": \#(schema) }"#
    }
    let small = #"{ "type": "object", "properties": { "id": { "type": "string" } } }"#
    let found = ChangedContracts.changes(ofAnswer: list(Self.object(Self.text)), list(small))
    #expect(found.rules == ["change.response.field.removed"], "\(found.map(\.message))")
    #expect(found.first?.pointer == "/response/body/*/nickname")
  }
}
