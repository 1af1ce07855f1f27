/// The text of an OpenAPI document with a given number of operations. Half of them read an item, and half of them
/// create one. Each pair has its own schemas.
///
/// The documents of public APIs have 4 to 12 KB per operation, mostly descriptions of members. 110 properties
/// correspond to GitHub's document, and 60 properties to a third of it.
struct GeneratedDocument {
  let text: String

  /// Creates a document.
  ///
  /// - Parameter properties: The number of members of an item, in addition to the eight with constraints on their
  ///   values.
  init(operations count: Int, properties: Int = 0) {
    let numbers = 0..<max(1, count / 2)
    let further = (0..<properties).map { "\n        " + Self.property($0) + "," }.joined()
    let paths = numbers.map { number in
      """
      "/things\(number)": { "post": {
        "operationId": "things\(number).create", "summary": "Makes a thing", "tags": ["things"],
        "requestBody": { "required": true, "content": { "application/json": {
          "schema": { "$ref": "#/components/schemas/NewThing\(number)" } } } },
        "responses": { "201": { "description": "It was made", "content": { "application/json": {
            "schema": { "$ref": "#/components/schemas/Thing\(number)" } } } },
          "422": { "$ref": "#/components/responses/Wrong" } } } },
      "/things\(number)/{id}": { "get": {
        "operationId": "things\(number).get", "summary": "Reads a thing", "tags": ["things"],
        "parameters": [
          { "name": "id", "in": "path", "required": true, "schema": { "type": "integer", "format": "int64" } },
          { "name": "fields", "in": "query", "schema": { "type": "array", "items": { "type": "string" } } }],
        "responses": { "200": { "description": "The thing", "content": { "application/json": {
            "schema": { "$ref": "#/components/schemas/Thing\(number)" } } } },
          "404": { "$ref": "#/components/responses/Wrong" } } } }
      """
    }
    let schemas = numbers.map { number in
      """
      "NewThing\(number)": { "type": "object", "required": ["name", "country"], "properties": {\(further)
        "name": { "type": "string", "minLength": 1, "description": "What it is called", "example": "Ada Tan" },
        "country": { "type": "string", "pattern": "^[A-Z]{2}$", "example": "SG" },
        "email": { "type": "string", "format": "email", "nullable": true },
        "level": { "type": "integer", "format": "int32", "minimum": 1, "maximum": 5 },
        "tags": { "type": "array", "items": { "type": "string" }, "uniqueItems": true } } },
      "Thing\(number)": { "allOf": [{ "$ref": "#/components/schemas/NewThing\(number)" }, {
        "type": "object", "required": ["id", "created_at"], "properties": {
          "id": { "type": "integer", "format": "int64", "readOnly": true, "example": 7 },
          "created_at": { "type": "string", "format": "date-time", "readOnly": true },
          "parts": { "type": "array", "items": { "type": "object", "properties": {
            "size": { "type": "number", "format": "double" }, "kind": { "enum": ["small", "large"] } } } } } }] }
      """
    }
    text = """
      { "openapi": "3.0.3", "info": { "title": "Generated", "version": "1" },
        "servers": [{ "url": "https://api.example.com/v1" }], "security": [{ "key": [] }],
        "paths": { \(paths.joined(separator: ",\n")) },
        "components": {
          "securitySchemes": { "key": { "type": "apiKey", "in": "header", "name": "X-Key" } },
          "responses": { "Wrong": { "description": "Why not", "content": { "application/json": { "schema": {
            "type": "object", "properties": { "message": { "type": "string" } } } } } } },
          "schemas": { \(schemas.joined(separator: ",\n")) } } }
      """
  }

  private static func property(_ number: Int) -> String {
    let kinds = [
      #""type": "string", "example": "https://api.example.com/things/1""#, #""type": "integer", "example": 17"#,
      #""type": "boolean""#, #""type": "string", "format": "date-time", "nullable": true"#,
    ]
    return """
      "property_\(number)": { \(kinds[number % 4]), "description": "The \(number). of the further properties of a thing, \
      which says in a sentence or two what it is for and where it comes from." }
      """
  }
}
