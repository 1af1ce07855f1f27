import PlumblineDriftDetection
import Testing

/// Unions with a discriminator in only one of two documents. A discriminator is a hint, which by itself changes no
/// values.
struct DiscriminatorChangeTests {
  private static let mark = #", "discriminator": { "propertyName": "kind" }"#

  private static func document(_ union: String, _ mark: String, claws: String = "string") -> String {
    let schema = """
      { "\(union)": [{ "$ref": "#/components/schemas/Cat" }, { "$ref": "#/components/schemas/Dog" }]\(mark) }
      """
    let content = "\"content\": { \"application/json\": { \"schema\": \(schema) } }"
    func animal(_ member: String, _ type: String) -> String {
      """
      { "type": "object", "required": ["kind", "\(member)"],
        "properties": { "kind": { "type": "string" }, "\(member)": { "type": "\(type)" } } }
      """
    }
    return """
      { "openapi": "3.0.3", "info": { "title": "Pets", "version": "1" },
        "paths": { "/pets": { "post": { "operationId": "pets.add", "requestBody": { "required": true, \(content) },
          "responses": { "200": { "description": "The pet", \(content) } } } } },
        "components": { "schemas": { "Cat": \(animal("claws", claws)), "Dog": \(animal("tail", "string")) } } }
      """
  }

  private func changes(_ old: String, _ new: String) throws -> [Drift] {
    try #require(OpenAPIPair(old: Array(old.utf8), new: Array(new.utf8)).changes(today: "2026-11-21"))
  }

  @Test(arguments: ["anyOf", "oneOf"])
  func `one that is added or removed is nothing`(union: String) throws {
    let (plain, marked) = (Self.document(union, ""), Self.document(union, Self.mark))
    for (old, new) in [(plain, marked), (marked, plain)] {
      let found = try changes(old, new)
      #expect(found.isEmpty, "\(found.map(\.message))")
    }
  }

  @Test(arguments: ["anyOf", "oneOf"])
  func `a change in an alternative is reported anyway`(union: String) throws {
    let marks = ["", Self.mark]
    for (old, new) in [(marks[0], marks[1]), (marks[1], marks[0])] {
      let found = try changes(Self.document(union, old), Self.document(union, new, claws: "integer"))
      #expect(
        Set(found.map(\.rule.id)) == ["change.request.field.type-changed", "change.response.field.type-changed"],
        "\(found.map(\.message))")
      #expect(found.map(\.severity).allSatisfy { $0 == .breaking }, "\(found.map(\.message))")
    }
  }

  @Test(arguments: ["anyOf", "oneOf"])
  func `what changes in an alternative is shown where the base that all extend has the discriminator`(
    union: String
  ) throws {
    func document(_ tail: String) -> String {
      let schema = """
        { "\(union)": [{ "$ref": "#/components/schemas/Cat" }, { "$ref": "#/components/schemas/Dog" }] }
        """
      let content = "\"content\": { \"application/json\": { \"schema\": \(schema) } }"
      func heir(_ members: String) -> String {
        ##"{ "allOf": [{ "$ref": "#/components/schemas/Pet" }, { "type": "object", "properties": { \##(members) } }] }"##
      }
      return """
        { "openapi": "3.0.3", "info": { "title": "Pets", "version": "1" },
          "paths": { "/pets": { "post": { "operationId": "pets.add", "requestBody": { "required": true, \(content) },
            "responses": { "200": { "description": "The pet", \(content) } } } } },
          "components": { "schemas": {
            "Pet": { "type": "object", "required": ["kind"], "properties": { "kind": { "type": "string" } }\(Self.mark) },
            "Cat": \(heir(#""claws": { "type": "string" }"#)),
            "Dog": \(heir(#""tail": { "type": "\#(tail)" }"#)) } } }
        """
    }
    let found = try changes(document("string"), document("integer"))
    #expect(
      Set(found.map(\.rule.id)) == ["change.request.field.type-changed", "change.response.field.type-changed"],
      "\(found.map(\.message))")
    for drift in found {
      #expect(drift.severity == .breaking, "\(drift.message)")
      #expect(drift.witness != nil, "\(drift.message)")
    }
  }

  @Test func `a value that names an alternative otherwise is reported where both have one`() throws {
    func mapped(_ name: String) -> String {
      Self.mark.replacing(
        #""kind" }"#, with: ##""kind", "mapping": { "\##(name)": "#/components/schemas/Cat" } }"##)
    }
    let found = try changes(Self.document("oneOf", mapped("cat")), Self.document("oneOf", mapped("kitty")))
    #expect(found.contains { $0.rule.id == "change.request.field.value-removed" && $0.severity == .breaking })
  }
}
