import PlumblineContractModel
import PlumblineJSONTree
import Testing

/// The member whose value determines which of several schemas applies.
struct DiscriminatorTests {
  /// Returns the contract's schemas for a document whose response refers to a component.
  private func schemas(_ components: String, answer: String = "Pet", version: String = "3.0.3") throws -> JSON {
    let document = try TranslatedDocument(
      """
      "paths": { "/pet": { "get": { "operationId": "pet", "responses": { "200": { "description": "Fine", "content": {
        "application/json": { "schema": { "$ref": "#/components/schemas/\(answer)" } } } } } } } },
      "components": { "schemas": { \(components) } }
      """, version: version)
    let file = try document.file()
    #expect(document.errors == [])
    return JSON.object([
      ("answer", file["endpoints"]?["pet"]?["success"]?["200"]?["body"]?["$ref"] ?? nil),
      ("schemas", file["schemas"] ?? nil),
    ])
  }

  private static let kinds = """
    "Cat": { "allOf": [{ "$ref": "#/components/schemas/Pet" }, { "type": "object" }] },
    "Dog": { "allOf": [{ "type": "object" }, { "$ref": "#/components/schemas/Pet" }] }
    """

  private func base(_ property: String = #"{ "type": "string" }"#, mapping: String = "") -> String {
    """
    "Pet": { "type": "object", "required": ["kind"], "properties": { "kind": \(property) },
      "discriminator": { "propertyName": "kind"\(mapping) } }, \(Self.kinds)
    """
  }

  private func branches(_ choice: JSON?) -> [String] {
    choice?.elements.map { branch in
      let values = branch["properties"]?["kind"]?["enum"]?.elements.compactMap(\.string).joined(separator: ",")
      return "\(branch["$ref"]?.string?.split(separator: "/").last ?? "?") \(values ?? "-")"
    } ?? []
  }

  @Test func `a value of a schema that others extend is one of them, by their names`() throws {
    let made = try schemas(base())
    #expect(made["answer"] == "#/schemas/AnyPet")
    #expect(branches(made["schemas"]?["AnyPet"]?["anyOf"]) == ["Cat Cat", "Dog Dog", "Pet -"])
    // A schema that extends the base still refers to the base, not to the choice.
    #expect(made["schemas"]?["Cat"]?["allOf"]?[0]?["$ref"] == "#/schemas/Pet")
  }

  @Test(arguments: [
    (#"{ "type": "string", "enum": ["tiger"] }"#, "", "no value of it names Cat and 1 more"),
    (#"{ "type": "string" }"#, #", "nullable": true"#, "null is a value here"),
  ])
  func `a base whose kinds can't be told apart is named`(property: String, more: String, reason: String) throws {
    let document = try TranslatedDocument(
      """
      "paths": {}, "components": { "schemas": {
        "Pet": { "type": "object", "properties": { "kind": \(property) }, "discriminator": { "propertyName": "kind" }\(more) },
        \(Self.kinds) } }
      """, version: "3.0.3")
    #expect(
      document.notes.count { $0.contains(reason) && $0.contains("Values are checked against this schema alone.") } == 1)
  }

  @Test func `a mapping names some of them, and the others keep their names`() throws {
    let made = try schemas(base(mapping: ##", "mapping": { "meow": "#/components/schemas/Cat", "wuff": "Dog" }"##))
    #expect(branches(made["schemas"]?["AnyPet"]?["anyOf"]) == ["Cat meow", "Dog wuff", "Pet -"])
  }

  @Test func `what extends what extends it is one of them as well`() throws {
    let made = try schemas(base() + ##", "Lion": { "allOf": [{ "$ref": "#/components/schemas/Cat" }] }"##)
    #expect(Set(branches(made["schemas"]?["AnyPet"]?["anyOf"])) == ["Cat Cat", "Dog Dog", "Lion Lion", "Pet -"])
  }

  @Test(arguments: [
    #"{ "type": "string", "example": "feline" }"#, #"{ "type": "integer" }"#, #"{ "type": "string", "default": "x" }"#,
  ])
  func `a schema without a value of the discriminator has no name`(property: String) throws {
    #expect(try schemas(base(property))["answer"] == "#/schemas/Pet")
  }

  @Test(arguments: [
    #"{ "type": "string", "enum": ["CAT", "DOG", "FISH"] }"#, #"{ "type": "string", "enum": ["Cat", "cow"] }"#,
  ])
  func `where a base lists values that name none of them, they aren't told apart`(property: String) throws {
    #expect(try schemas(base(property))["answer"] == "#/schemas/Pet")
  }

  @Test func `what names none of the others is no more than the base, and keeps its example`() throws {
    let made = try schemas(
      base().replacing(#""required": ["kind"]"#, with: #""example": { "kind": "Pet" }"#))
    let other = try #require(made["schemas"]?["AnyPet"]?["anyOf"]?[2])
    #expect(other["properties"]?["kind"]?["not"] == ["enum": ["Cat", "Dog"]])
    #expect(other["required"] == nil)
    #expect(made["schemas"]?["AnyPet"]?["examples"] == [["kind": "Pet"]])
  }

  @Test func `a schema that only the mapping names is one of them`() throws {
    let made = try schemas(
      base(mapping: ##", "mapping": { "Cow": "#/components/schemas/Bovine" }"##)
        + #", "Bovine": { "type": "object", "properties": { "kind": { "type": "string" } } }"#)
    #expect(branches(made["schemas"]?["AnyPet"]?["anyOf"]) == ["Bovine Cow", "Cat Cat", "Dog Dog", "Pet -"])
  }

  @Test func `a choice between what extends a base is told apart by the base's discriminator`() throws {
    let choice =
      ##""Any": { "oneOf": [{ "$ref": "#/components/schemas/Cat" }, { "$ref": "#/components/schemas/Dog" }] }, "##
    let mapping = ##", "mapping": { "meow": "#/components/schemas/Cat" }"##
    let made = try schemas(choice + base(mapping: mapping), answer: "Any")
    let any = try #require(made["schemas"]?["Any"])
    #expect(branches(any["oneOf"]) == ["Cat meow", "Dog Dog"])
    #expect(any["discriminator"] == ["propertyName": "kind"])
    // A schema that doesn't extend the base may have any value in this member.
    let other = choice.replacing("schemas/Dog", with: "schemas/Fish")
    let mixed = try schemas(other + base() + #", "Fish": { "type": "object" }"#, answer: "Any")
    #expect(branches(mixed["schemas"]?["Any"]?["oneOf"]) == ["Cat -", "Fish -"])
    #expect(mixed["schemas"]?["Any"]?["discriminator"] == nil)
  }

  @Test func `a branch that lists other values is reported by those`() throws {
    let made = try schemas(
      """
      "Pet": { "oneOf": [{ "$ref": "#/components/schemas/Cat" }, { "$ref": "#/components/schemas/Dog" }],
        "discriminator": { "propertyName": "kind" } },
      "Cat": { "type": "object", "properties": { "kind": { "type": "string", "enum": ["cat"] } } },
      "Dog": { "type": "object", "properties": { "kind": { "type": "string" } } }
      """)
    #expect(branches(made["schemas"]?["Pet"]?["oneOf"]) == ["Cat -", "Dog Dog"])
    #expect(made["schemas"]?["Pet"]?["discriminator"] == ["propertyName": "kind"])
  }

  @Test func `a branch that is a choice of its own is reported by what its alternatives list`() throws {
    let made = try schemas(
      """
      "Pet": { "oneOf": [{ "$ref": "#/components/schemas/Feline" }, { "$ref": "#/components/schemas/Dog" },
          { "$ref": "#/components/schemas/Bird" }], "discriminator": { "propertyName": "kind" } },
      "Feline": { "oneOf": [{ "$ref": "#/components/schemas/Cat" }, { "$ref": "#/components/schemas/Lion" }],
        "discriminator": { "propertyName": "kind" } },
      "Cat": { "type": "object", "properties": { "kind": { "type": "string", "enum": ["cat"] } } },
      "Lion": { "type": "object", "properties": { "kind": { "enum": ["lion"] } } },
      "Dog": { "type": "object", "properties": { "kind": { "anyOf": [{ "enum": ["dog"] }, { "type": "integer" }] } } },
      "Bird": { "anyOf": [{ "$ref": "#/components/schemas/Cat" }, { "type": "object" }] }
      """)
    #expect(branches(made["schemas"]?["Pet"]?["oneOf"]) == ["Feline -", "Dog -", "Bird Bird"])
  }

  @Test func `a mapping may lead through a reference`() throws {
    let made = try schemas(
      """
      "Pet": { "oneOf": [{ "$ref": "#/components/schemas/Cat" }],
        "discriminator": { "propertyName": "kind", "mapping": { "meow": "#/components/schemas/Alias" } } },
      "Alias": { "$ref": "#/components/schemas/Cat" }, "Cat": { "type": "object" }
      """)
    #expect(branches(made["schemas"]?["Pet"]?["oneOf"]) == ["Cat meow"])
  }

  @Test(arguments: [
    ("", "Cat", "Cat"), (##", "mapping": { "meow": "#/components/schemas/Cat" }"##, "Cat", "meow"),
    (##", "mapping": { "meow": "#/components/schemas/Cat" }"##, "Dog", "Dog"),
  ])
  func `one of the schemas alone has its own name as an example`(mapping: String, schema: String, name: String) throws {
    let made = try schemas(base(mapping: mapping), answer: schema)
    let parts = try #require(made["schemas"]?[schema]?["allOf"])
    #expect(parts.count == 3 && parts[2]?["properties"]?["kind"] == ["examples": [JSON(name)]], "\(parts)")
    let document = try TranslatedDocument(
      """
      "paths": { "/pet": { "get": { "operationId": "pet", "responses": { "200": { "description": "Fine", "content": {
        "application/json": { "schema": { "$ref": "#/components/schemas/\(schema)" } } } } } } } },
      "components": { "schemas": { \(base(mapping: mapping)) } }
      """, version: "3.0.3")
    guard case .body(let answer)? = try document.contract().endpoint("pet")?.answers.first?.content else {
      return #expect(Bool(false))
    }
    #expect(try answer.example().get()["kind"] == JSON(name))
  }
}
