import PlumblineDriftDetection
import Testing

/// Changes of objects that allow no other members, each closed by itself or together with all of its parts.
struct ClosedObjectChangeTests {
  /// Closed objects with a number and further strings.
  private static let forms: [@Sendable (_ type: String, _ more: [String]) -> String] = [
    { type, more in
      #"{ "type": "object", "properties": { "id": { "type": "\#(type)" }\#(texts(more)) }, "additionalProperties": false }"#
    },
    { type, more in
      #"{ "allOf": [{ "type": "object", "properties": { "id": { "type": "\#(type)" } } }, "#
        + #"{ "type": "object", "properties": { "name": {}\#(texts(more)) } }], "unevaluatedProperties": false }"#
    },
  ]

  private static func texts(_ names: [String]) -> String {
    names.map { #", "\#($0)": { "type": "string" }"# }.joined()
  }

  @Test(arguments: forms.indices)
  func `a member that is gone or new is reported as in an open object`(form: Int) {
    let schema = Self.forms[form]
    let (small, large) = (schema("integer", []), schema("integer", ["note"]))
    let gone = ChangedContracts.changes(ofAnswer: large, small)
    #expect(gone.rules == ["change.response.field.removed"], "\(gone.map(\.message))")
    #expect(gone.first?.pointer == "/response/body/note")
    let added = ChangedContracts.changes(ofBody: small, large)
    #expect(added.rules == ["change.request.field.added"], "\(added.map(\.message))")
    #expect(ChangedContracts.changes(ofAnswer: small, large).map(\.severity) == [.breaking])
    #expect(ChangedContracts.changes(ofBody: large, small).map(\.severity).contains(.breaking))
  }

  @Test(arguments: forms.indices)
  func `a change of one member is that and nothing else`(form: Int) {
    let schema = Self.forms[form]
    let found = ChangedContracts.changes(ofAnswer: schema("integer", []), schema("string", []))
    #expect(found.rules == ["change.response.field.type-changed"], "\(found.map(\.message))")
    #expect(ChangedContracts.changes(ofBody: schema("integer", []), schema("number", [])).isEmpty)
    let refused = ChangedContracts.changes(ofBody: schema("integer", []), schema("string", []))
    #expect(refused.map(\.message) == ["The type integer was allowed here; now the type must be string."])
  }

  /// Subschemas that describe further members of some objects.
  private static let choices = [
    #""anyOf": [{ "properties": { "a": {} }, "required": ["a"] }, { "properties": { "b": {} }, "required": ["b"] }]"#,
    #""if": { "properties": { "a": { "const": 1 } }, "required": ["a"] }, "then": { "properties": { "b": {} } }"#,
    #""dependentSchemas": { "id": { "properties": { "b": {} } } }"#,
  ]

  @Test(arguments: choices)
  func `alternatives that stay as they are bring no finding of their own`(choice: String) {
    let schema = { (type: String, required: String) in
      #"{ "type": "object", "properties": { "id": { "type": "\#(type)" } }, "required": [\#(required)], \#(choice), "#
        + #""unevaluatedProperties": false }"#
    }
    let changed = ChangedContracts.changes(ofAnswer: schema("integer", ""), schema("string", ""))
    #expect(changed.rules == ["change.response.field.type-changed"], "\(changed.map(\.message))")
    let narrowed = ChangedContracts.changes(ofAnswer: schema("integer", ""), schema("integer", #""id""#))
    #expect(narrowed.isEmpty, "\(narrowed.map(\.message))")
  }

  @Test func `a member that an alternative no longer describes is refused with the rest`() {
    let schema = { (more: String) in
      #"{ "type": "object", "anyOf": [{ "properties": { "a": {}\#(more) }, "required": ["a"] }, { "required": ["b"], "#
        + #""properties": { "b": {} } }], "unevaluatedProperties": false }"#
    }
    let found = ChangedContracts.changes(ofBody: schema(#", "q": { "type": "string" }"#), schema(""))
    #expect(found.map(\.severity).contains(.breaking), "\(found.map(\.message))")
  }

  /// Schemas with an object that may be closed, in an alternative or with alternatives.
  private static let mixed: [@Sendable (_ closing: String) -> String] = [
    { closing in #"{ "anyOf": [\#(cursor(closing)), { "type": "null" }] }"# },
    { closing in #"{ "oneOf": [\#(cursor(closing)), { "type": "string" }] }"# },
    { closing in
      #"{ "type": "object", "properties": { "a": { "type": "string" }, "b": { "type": "string" } }, "#
        + #""anyOf": [{ "required": ["a"] }, { "required": ["b"] }]\#(closing) }"#
    },
  ]

  private static func cursor(_ closing: String) -> String {
    #"{ "type": "object", "properties": { "cursor": { "type": "string" } }\#(closing) }"#
  }

  @Test(arguments: mixed.indices)
  func `an object with alternatives, or in one, that is closed now is a warning of requests, a notice of responses`(
    form: Int
  ) {
    let schema = Self.mixed[form]
    let (open, closed) = (schema(""), schema(#", "additionalProperties": false"#))
    let request = ChangedContracts.changes(ofBody: open, closed)
    #expect(request.rules == ["change.request.field.not-allowed"], "\(request.map(\.message))")
    #expect(request.map(\.severity) == [.warning])
    #expect(request.first?.pointer == "/request/body")
    let response = ChangedContracts.changes(ofAnswer: closed, open)
    #expect(response.rules == ["change.response.field.not-allowed"], "\(response.map(\.message))")
    #expect(response.map(\.severity) == [.notice])
    #expect(ChangedContracts.changes(ofBody: closed, open).isEmpty)
    #expect(ChangedContracts.changes(ofAnswer: open, closed).isEmpty)
  }

  @Test func `an open object that unevaluatedProperties closes is one finding`() {
    let parts = #""allOf": [{ "type": "object", "properties": { "a": {} } }, { "properties": { "b": {} } }]"#
    for members in [#""type": "object", "properties": { "a": { "type": "string" } }"#, parts] {
      let (open, closed) = ("{ \(members) }", "{ \(members), \"unevaluatedProperties\": false }")
      let found = ChangedContracts.changes(ofBody: open, closed)
      #expect(found.map(\.severity) == [.warning], "\(found.map(\.message))")
      let back = ChangedContracts.changes(ofAnswer: closed, open)
      #expect(back.map(\.severity) == [.notice], "\(back.map(\.message))")
    }
    // A member that only the open object describes is a reason of its own.
    let closed = #"{ "type": "object", "properties": { "a": {} }, "unevaluatedProperties": false }"#
    let wider = #"{ "type": "object", "properties": { "a": {}, "b": {} } }"#
    #expect(ChangedContracts.changes(ofAnswer: closed, wider).contains { $0.severity == .breaking })
  }

  @Test func `a list that unevaluatedItems closes is proven to stay within another one`() {
    let list = { (words: String) in
      #"{ "type": "array", "prefixItems": [{ "type": "string" }], \#(words), "unevaluatedItems": false }"#
    }
    #expect(ChangedContracts.changes(ofBody: list(#""maxItems": 4"#), list(#""maxItems": 5"#)).isEmpty)
    let closed = #"{ "type": "array", "prefixItems": [{ "type": "string" }], "items": { "type": "integer" } }"#
    let rest = #"{ "type": "array", "prefixItems": [{}], "unevaluatedItems": { "type": "number" } }"#
    #expect(ChangedContracts.changes(ofBody: closed, rest).isEmpty)
    let found = ChangedContracts.changes(ofBody: rest, closed)
    #expect(found.contains { $0.severity == .breaking }, "\(found.map(\.message))")
    // An element that only one side's `contains` describes can be anything.
    let either = list(#""contains": { "type": "integer" }"#)
    #expect(!ChangedContracts.changes(ofBody: either, list(#""minItems": 0"#)).isEmpty)
  }
}
