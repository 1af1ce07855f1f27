import PlumblineJSONTree
import Testing

/// The members next to the `$ref` of a path item, which are combined with its target.
struct PathItemReferenceTests {
  private static let fine = ##""responses": { "200": { "description": "Fine" } }"##

  private func document(_ beside: String, _ item: String) throws -> TranslatedDocument {
    try TranslatedDocument(
      ##"""
      "paths": {
        "/c": { "$ref": "#/components/pathItems/c", \##(beside) } },
      "components": { "pathItems": {
        "c": { \##(item) } } }
      """##)
  }

  @Test func `an operation beside the reference is served as well`() throws {
    let document = try document(
      ##""post": { "operationId": "post", \##(Self.fine) }, "parameters": [{ "name": "q", "in": "query", "schema": {} }]"##,
      ##""get": { "operationId": "get", \##(Self.fine) }"##)
    #expect(try document.contract().endpoints.map(\.id) == ["post", "get"])
    for id in ["post", "get"] { #expect(try document.endpoint(id)["query"]?["q"] != nil) }
    #expect(document.notes == [])
    #expect(document.errors == [])
  }

  @Test func `of two operations of a method the one beside the reference is served, and that is named`() throws {
    let document = try document(
      ##""get": { "operationId": "own", \##(Self.fine) }"##, ##""get": { "operationId": "other", \##(Self.fine) }"##)
    #expect(try document.contract().endpoints.map(\.id) == ["own"])
    #expect(
      document.notes == [
        "api.json:3:47: warning: The path item that \"$ref\" leads to has \"get\" as well (line 5); this one is read."
      ], "\(document.notes)")
  }

  @Test func `parameters of both are read, its own first`() throws {
    let document = try document(
      ##""parameters": [{ "name": "q", "in": "query", "schema": { "type": "integer" } }]"##,
      ##""get": { "operationId": "get", \##(Self.fine) }, "parameters": [{ "name": "q", "in": "query", "schema": {} }, { "name": "r", "in": "query", "schema": {} }]"##
    )
    let query = try document.endpoint("get")["query"]
    #expect(query?["q"] == ["type": "integer"] && query?["r"] != nil, "\(query?.text ?? "")")
    #expect(document.notes.contains { $0.contains("\"parameters\" as well") && $0.contains("both are read") })
  }

  @Test func `in Swagger it is the same`() throws {
    let document = try TranslatedDocument(
      ##"""
      { "swagger": "2.0", "info": { "title": "Pets", "version": "1" }, "host": "pets.example",
        "paths": { "/c": { "$ref": "#/x-c", "post": { "operationId": "post", \##(Self.fine) } } },
        "x-c": { "get": { "operationId": "get", \##(Self.fine) } } }
      """##)
    #expect(try document.contract().endpoints.map(\.id).sorted() == ["get", "post"])
  }
}
