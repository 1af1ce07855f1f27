import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

/// The discriminator of a schema that other schemas extend, as it's translated from a document with inheritance.
struct InheritedDiscriminatorTests {
  private static let contract = ChangedContracts.contract(
    ##"""
    "schemas": {
      "Base": { "type": "object", "required": ["kind"], "properties": { "kind": { "type": "string" } } },
      "Cat": { "allOf": [{ "$ref": "#/schemas/Base" },
        { "type": "object", "required": ["lives"], "properties": { "lives": { "type": "integer" } } }] }
    },
    "endpoints": { "pet": { "summary": "x", "request": "GET /pet", "source": "x", "success": { "200": { "body": {
      "anyOf": [
        { "$ref": "#/schemas/Cat", "properties": { "kind": { "enum": ["Cat"] } }, "required": ["kind"] },
        { "$ref": "#/schemas/Base", "properties": { "kind": { "not": { "enum": ["Cat"] } } } }
      ], "discriminator": { "propertyName": "kind" } } } } } }
    """##)

  private func rules(_ pet: JSON) -> [String] {
    inspect(.made("/pet", pet), Self.contract).map { "\($0.severity.rawValue) \($0.rule.id)" }
  }

  @Test func `a value that fits the base, and not the kind that it names, is a warning`() {
    #expect(rules(["kind": "Cat", "lives": 9]) == [])
    #expect(rules(["kind": "Fish"]) == [])
    #expect(rules(["kind": "Cat"]) == ["warning response.field.discriminator"])
  }

  @Test func `a value that fits neither is breaking`() {
    #expect(rules(["kind": 1]).contains { $0.hasPrefix("breaking ") })
  }
}
