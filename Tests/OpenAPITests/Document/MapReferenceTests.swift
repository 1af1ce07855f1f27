import PlumblineJSONTree
import Testing

/// References in place of whole maps and lists, which OpenAPI doesn't allow. They are followed and reported.
struct MapReferenceTests {
  private static let text = ##"{ "schema": { "type": "string" } }"##

  private static func operation(_ members: String) -> String {
    ##""paths": { "/x": { "get": { "operationId": "x", \##(members) } } }"##
  }

  private static func answer(_ members: String) -> String {
    operation(##""responses": { "200": { "description": "Fine", \##(members) } }"##)
  }

  private static func schema(_ schema: String) -> String {
    answer(##""content": { "application/json": { "schema": \##(schema) } }"##)
  }

  private static let fine = ##""responses": { "200": { "description": "Fine" } }"##
  private static let get = ##"{ "get": { "operationId": "x", \##(fine) } }"##

  /// A document with a reference instead of a map, the contents of the file `parts.json`, and the place in the endpoint
  /// where they must appear.
  struct Row: Sendable, CustomTestStringConvertible {
    let key: String
    let document: String
    let parts: String
    let place: JSONPointer
    let value: String

    var testDescription: String { key }
  }

  private static let parts = ##"{ "$ref": "parts.json" }"##
  private static let rows: [Row] = [
    Row(
      key: "headers", document: answer(##""headers": \##(parts)"##), parts: ##"{ "X-Left": \##(text) }"##,
      place: "/success/200/headers/X-Left/schema/type", value: ##""string""##),
    Row(
      key: "responses", document: operation(##""responses": \##(parts)"##),
      parts: ##"{ "201": { "description": "Made" } }"##, place: "/success/201/description", value: ##""Made""##),
    Row(
      key: "parameters", document: operation(##""parameters": \##(parts), \##(fine)"##),
      parts: ##"[{ "name": "q", "in": "query", "schema": { "type": "integer" } }]"##, place: "/query/q/type",
      value: ##""integer""##),
    Row(
      key: "properties", document: schema(##"{ "type": "object", "properties": \##(parts) }"##),
      parts: ##"{ "items": { "type": "array" }, "tag": { "type": "string" } }"##,
      place: "/success/200/body/properties/items/$ref", value: ##""#/schemas/items""##),
    Row(
      key: "content", document: answer(##""content": \##(parts)"##),
      parts: ##"{ "application/json": { "schema": { "type": "boolean" } } }"##, place: "/success/200/body/type",
      value: ##""boolean""##),
    Row(
      key: "paths", document: ##""paths": \##(parts)"##, parts: ##"{ "/x": \##(get), "x-note": "Any" }"##,
      place: "/request", value: ##""GET /x""##),
    Row(
      key: "schemas",
      document: schema(##"{ "$ref": "#/components/schemas/Pet" }"##) + ##", "components": { "schemas": \##(parts) }"##,
      parts: ##"{ "Pet": { "type": "string" } }"##, place: "/success/200/body/$ref", value: ##""#/schemas/Pet""##),
    Row(
      key: "components",
      document: operation(##""parameters": [{ "$ref": "#/components/parameters/Q" }], \##(fine)"##)
        + ##", "components": \##(parts)"##,
      parts: ##"{ "parameters": { "Q": { "name": "q", "in": "query", "schema": { "type": "integer" } } } }"##,
      place: "/query/q/type", value: ##""integer""##),
  ]

  @Test(arguments: rows)
  func `what the reference leads to is read, and the reference is named`(row: Row) throws {
    let document = try TranslatedDocument(row.document, beside: ["parts.json": row.parts])
    #expect(document.errors == [])
    let endpoint = try document.endpoint("x")
    #expect(endpoint.at(row.place) == (try JSON.parse(row.value)), "\(endpoint.text)")
    #expect(
      document.notes.contains {
        $0.hasSuffix(
          "\"\(row.key)\" is a \"$ref\" as a whole, which OpenAPI doesn't allow; the reference was followed.")
      }, "\(document.notes)")
  }

  @Test(arguments: ["3.0.3", "3.1.0", "3.2.0"])
  func `a media type may be a reference, which is named before 3_2`(version: String) throws {
    let document = try TranslatedDocument(
      Self.answer(##""content": { "application/json": \##(Self.parts) }"##), version: version,
      beside: ["parts.json": ##"{ "schema": { "type": "boolean" } }"##])
    #expect(document.errors == [])
    #expect(try document.endpoint("x").at("/success/200/body/type") == "boolean")
    let remark = "A media type is a \"$ref\", which OpenAPI allows since 3.2; the reference was followed."
    #expect(document.notes.count { $0.hasSuffix(remark) } == (version == "3.2.0" ? 0 : 1), "\(document.notes)")
  }

  @Test func `examples are those of the map`() throws {
    let document = try TranslatedDocument(
      Self.answer(##""content": { "application/json": { "schema": {}, "examples": \##(Self.parts) } }"##),
      beside: ["parts.json": ##"{ "one": { "value": "a" }, "two": { "value": "b" } }"##])
    #expect(document.errors == [])
    #expect(document.translation.examples.map(\.name) == ["one", "two"])
  }

  @Test func `what is in the other file has its own references`() throws {
    let document = try TranslatedDocument(
      Self.schema(##"{ "type": "object", "properties": { "$ref": "shared/pet.json#/properties" } }"##),
      beside: [
        "shared/pet.json": ##"{ "properties": { "age": { "$ref": "number.json" }, "tag": {} } }"##,
        "shared/number.json": ##"{ "type": "integer" }"##,
      ])
    #expect(document.errors == [])
    #expect(try document.file()["schemas"]?["number"] == ["type": "integer"])
  }

  @Test func `a property that is called so is a property`() throws {
    let document = try TranslatedDocument(
      Self.schema(##"{ "type": "object", "properties": { "$ref": { "type": "string" } } }"##))
    #expect(document.errors == [] && document.notes == [], "\(document.errors) \(document.notes)")
    let properties = try document.endpoint("x").at("/success/200/body/properties")
    #expect(properties == ["$ref": ["type": "string"]])
  }

  @Test func `a property that is called like a map may be a reference`() throws {
    let document = try TranslatedDocument(
      Self.schema(##"{ "type": "object", "properties": { "properties": { "$ref": "parts.json" } } }"##),
      beside: ["parts.json": ##"{ "type": "object", "properties": { "a": {}, "b": {} } }"##])
    #expect(document.errors == [] && document.notes == [], "\(document.errors) \(document.notes)")
  }

  @Test(arguments: [
    // One header, one schema, and a map with an unrelated member.
    (answer(##""headers": \##(parts)"##), text),
    (schema(##"{ "properties": \##(parts) }"##), ##"{ "properties": { "a": {} } }"##),
    (operation(##""responses": \##(parts)"##), ##"{ "description": "Fine", "content": {} }"##),
    (answer(##""headers": { "$ref": "parts.json", "X-Own": \##(text) }"##), ##"{ "X-Left": \##(text) }"##),
  ])
  func `what leads to no map is wrong as it is`(document: String, parts: String) throws {
    let document = try TranslatedDocument(document, beside: ["parts.json": parts])
    #expect(document.errors.contains { $0.contains("\"$ref\"") }, "\(document.errors)")
    #expect(!document.notes.contains { $0.contains("was followed") }, "\(document.notes)")
  }
}
