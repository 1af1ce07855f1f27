import PlumblineJSONTree
import Testing

/// Schemas whose parts forbid one another's members, which are read as their authors intended and reported.
struct ClosedPartTests {
  private static let base =
    #""Base": { "type": "object", "required": ["id"], "properties": { "id": {} }, "additionalProperties": false }"#
  private static let cat =
    ##""Cat": { "allOf": [{ "$ref": "#/components/schemas/Base" }, "##
    + ##"{ "type": "object", "required": ["lives"], "properties": { "lives": {} } }] }"##
  private static let openBase = #"{ "type": "object", "required": ["id"], "properties": { "id": {} } }"#

  private func translated(_ schemas: String..., version: String = "3.0.3") throws -> TranslatedDocument {
    try TranslatedDocument(
      #""paths": {}, "components": { "schemas": { \#(schemas.joined(separator: ", ")) } }"#, version: version)
  }

  /// Expects that the contract has this schema.
  private func expect(
    _ name: String, _ expected: String, in document: TranslatedDocument,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let schema = try document.file()["schemas"]?[name]
    #expect(try schema == JSON.parse(expected), sourceLocation: sourceLocation)
  }

  /// Returns the members that the document's errors mention.
  private func members(_ document: TranslatedDocument) -> [String] {
    document.translation.errors.compactMap { error in
      error.message.firstMatch(of: /^No object satisfies this schema: '(.*?)' is needed/).map { String($0.1) }
    }
  }

  @Test func `closed parts that forbid each other's members are read as one closed object`() throws {
    let document = try translated(
      #"""
      "It": { "allOf": [
        { "type": "object", "required": ["a"], "properties": { "a": {} }, "additionalProperties": false },
        { "type": "object", "required": ["b"], "properties": { "b": {} }, "additionalProperties": false }] }
      """#)
    try expect(
      "It",
      #"""
      { "allOf": [
        { "type": "object", "required": ["a"], "properties": { "a": {} } },
        { "type": "object", "required": ["b"], "properties": { "b": {} } }], "unevaluatedProperties": false }
      """#, in: document)
    #expect(
      document.translation.errors.map(\.message) == [
        "No object satisfies this schema: 'a' is needed, and one of its parts allows only members of its own. "
          + "It is read as an object with the members of all parts and no others. "
          + "Leave \"additionalProperties\" out of the parts."
      ])
    #expect(document.translation.errors.first?.isServable == true)
    #expect(document.translation.errors.first?.isOmission == false)
  }

  @Test func `closed parts that forbid all members, none of them required, are read the same way`() throws {
    let document = try translated(
      #"""
      "It": { "allOf": [
        { "type": "object", "properties": { "a": {} }, "additionalProperties": false },
        { "type": "object", "properties": { "b": {} }, "additionalProperties": false }] },
      "Other": { "allOf": [
        { "type": "object", "properties": { "a": {} }, "additionalProperties": false },
        { "type": "object", "properties": { "a": {}, "b": {} } }] }
      """#)
    try expect(
      "It",
      #"""
      { "allOf": [
        { "type": "object", "properties": { "a": {} } },
        { "type": "object", "properties": { "b": {} } }], "unevaluatedProperties": false }
      """#, in: document)
    // The member 'a' fits.
    try expect(
      "Other",
      #"""
      { "allOf": [
        { "type": "object", "properties": { "a": {} }, "additionalProperties": false },
        { "type": "object", "properties": { "a": {}, "b": {} } }] }
      """#, in: document)
    #expect(
      document.translation.errors.map(\.message) == [
        "Only an empty object satisfies this schema: every member, such as 'a', is forbidden by a part that allows only its "
          + "own. It is read as an object with the members of all parts and no others. "
          + "Leave \"additionalProperties\" out of the parts."
      ])
  }

  @Test func `a closed schema that another one extends stays closed where it is used alone`() throws {
    let document = try translated(Self.base, Self.cat)
    try expect(
      "Cat",
      ##"""
      { "allOf": [{ "$ref": "#/schemas/OpenBase" },
        { "type": "object", "required": ["lives"], "properties": { "lives": {} } }], "unevaluatedProperties": false }
      """##, in: document)
    try expect("OpenBase", Self.openBase, in: document)
    try expect(
      "Base",
      #"{ "type": "object", "required": ["id"], "properties": { "id": {} }, "additionalProperties": false }"#,
      in: document)
    #expect(members(document) == ["lives"])
  }

  @Test func `an extension that is extended again has the members of all of them`() throws {
    let document = try translated(
      Self.base, Self.cat,
      ##"""
      "Kitten": { "allOf": [{ "$ref": "#/components/schemas/Cat" },
        { "type": "object", "required": ["age"], "properties": { "age": {} } }] }
      """##)
    try expect(
      "Kitten",
      ##"""
      { "allOf": [{ "$ref": "#/schemas/OpenCat" },
        { "type": "object", "required": ["age"], "properties": { "age": {} } }], "unevaluatedProperties": false }
      """##, in: document)
    try expect(
      "OpenCat",
      ##"""
      { "allOf": [{ "$ref": "#/schemas/OpenBase" },
        { "type": "object", "required": ["lives"], "properties": { "lives": {} } }] }
      """##, in: document)
  }

  @Test func `a schema that is closed beside its "allOf" is closed as a whole`() throws {
    let document = try translated(
      ##"""
      "Base": { "type": "object", "required": ["id"], "properties": { "id": {} } },
      "It": { "type": "object", "additionalProperties": false, "properties": { "c": {} },
        "allOf": [{ "$ref": "#/components/schemas/Base" }] }
      """##, version: "3.1.0")
    try expect(
      "It",
      ##"""
      { "type": "object", "properties": { "c": {} }, "allOf": [{ "$ref": "#/schemas/Base" }],
        "unevaluatedProperties": false }
      """##, in: document)
    #expect(
      document.translation.errors.map(\.message).contains {
        $0.hasSuffix(
          "Leave \"additionalProperties\" out of the parts, and say \"unevaluatedProperties\": false beside them.")
      })
  }

  @Test func `alternatives that forbid the members beside them are opened as well, and one is enough`() throws {
    let document = try translated(
      ##"""
      "A": { "type": "object", "required": ["x"], "properties": { "x": {} }, "additionalProperties": false },
      "B": { "type": "object", "required": ["y"], "properties": { "y": {} }, "additionalProperties": false },
      "It": { "allOf": [{ "type": "object", "required": ["a"], "properties": { "a": {} } },
        { "oneOf": [{ "$ref": "#/components/schemas/A" }, { "$ref": "#/components/schemas/B" }] }] }
      """##)
    try expect(
      "It",
      ##"""
      { "allOf": [{ "type": "object", "required": ["a"], "properties": { "a": {} } },
        { "anyOf": [{ "$ref": "#/schemas/OpenA" }, { "$ref": "#/schemas/OpenB" }] }], "unevaluatedProperties": false }
      """##, in: document)
    try expect("OpenA", #"{ "type": "object", "required": ["x"], "properties": { "x": {} } }"#, in: document)
    #expect(members(document) == ["a"])
  }

  @Test(arguments: [
    // An object that has only the identifier satisfies both.
    #"""
    { "allOf": [
      { "type": "object", "required": ["id"], "properties": { "id": {} }, "additionalProperties": false },
      { "type": "object", "properties": { "id": {}, "b": {} }, "additionalProperties": false }] }
    """#,
    // No part describes the required member, so the author's intention is unknown.
    #"""
    { "allOf": [
      { "type": "object", "required": ["z"], "properties": { "a": {} }, "additionalProperties": false },
      { "type": "object", "properties": { "a": {} } }] }
    """#,
    // A name that matches a pattern is allowed as well.
    #"""
    { "allOf": [
      { "type": "object", "properties": { "a": {} }, "patternProperties": { "^b": {} }, "additionalProperties": false },
      { "type": "object", "required": ["b"], "properties": { "b": {} } }] }
    """#,
    // Strings have no members.
    #"""
    { "allOf": [
      { "type": "string", "properties": { "a": {} }, "additionalProperties": false },
      { "type": "string", "required": ["b"], "properties": { "b": {} } }] }
    """#,
  ])
  func `parts stay closed if something satisfies them, or nothing says what is intended`(schema: String) throws {
    let document = try translated("\"It\": \(schema)", version: "3.1.0")
    try expect("It", schema, in: document)
    #expect(members(document).isEmpty)
  }

  @Test func `a schema around one with such parts isn't reported again`() throws {
    let document = try translated(
      Self.base, Self.cat,
      ##""Cover": { "description": "A cat", "allOf": [{ "$ref": "#/components/schemas/Cat" }] }"##)
    try expect("Cover", ##"{ "description": "A cat", "allOf": [{ "$ref": "#/schemas/Cat" }] }"##, in: document)
    #expect(members(document) == ["lives"])
  }

  @Test func `a member of an opened part keeps its own closings`() throws {
    let document = try translated(
      Self.base,
      ##"""
      "It": { "allOf": [{ "$ref": "#/components/schemas/Base" },
        { "type": "object", "required": ["home"], "properties": {
          "home": { "type": "object", "properties": { "street": {} }, "additionalProperties": false },
          "owner": { "$ref": "#/components/schemas/Base" } } }] }
      """##)
    try expect(
      "It",
      ##"""
      { "allOf": [{ "$ref": "#/schemas/OpenBase" },
        { "type": "object", "required": ["home"], "properties": {
          "home": { "type": "object", "properties": { "street": {} }, "additionalProperties": false },
          "owner": { "$ref": "#/schemas/Base" } } }], "unevaluatedProperties": false }
      """##, in: document)
  }

  @Test(arguments: ["oneOf", "anyOf"])
  func `a closed object that forbids the members of all its alternatives is opened`(
    choice: String
  ) throws {
    let alternatives =
      #"{ "required": ["a"], "properties": { "a": {} } }, { "required": ["b"], "properties": { "b": {} } }"#
    let own = #""type": "object", "required": ["k"], "properties": { "k": {} }"#
    let document = try translated(
      #""It": { \#(own), "additionalProperties": false, "\#(choice)": [\#(alternatives)] }"#)
    try expect(
      "It", #"{ \#(own), "\#(choice)": [\#(alternatives)], "unevaluatedProperties": false }"#, in: document)
    #expect(members(document) == ["a"])
  }

  @Test func `a closed object with an alternative that fits stays as it is`() throws {
    let it =
      #"{ "type": "object", "properties": { "k": {} }, "additionalProperties": false, "#
      + #""oneOf": [{ "required": ["a"], "properties": { "a": {} } }, { "required": ["k"] }] }"#
    let document = try translated(#""It": \#(it)"#)
    try expect("It", it, in: document)
    #expect(members(document).isEmpty)
  }
}
