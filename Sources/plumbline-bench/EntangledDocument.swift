/// An OpenAPI document whose schemas refer to one another, as in APIs that expand related items on request. Each such
/// member is an ID or the whole item with that ID, and most schemas can be reached from each response.
struct EntangledDocument {
  let text: String

  /// Creates a document.
  ///
  /// - Parameters:
  ///   - schemas: The number of schemas. Each has an endpoint that reads it.
  ///   - isChanged: A Boolean value that indicates whether every tenth schema has one more value in its list, and every
  ///     tenth has a member that may now be null.
  init(schemas count: Int, isChanged: Bool) {
    let schemas = (0..<count).map { Self.schema($0, of: count, isChanged: isChanged) }
    let paths = (0..<count).map { number in
      """
      "/v1/kind\(number)s/{id}": { "get": { "operationId": "getKind\(number)",
        "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }],
        "responses": { "200": { "description": "One", "content": { "application/json": {
          "schema": { "$ref": "#/components/schemas/kind\(number)" } } } } } } }
      """
    }
    text = """
      { "openapi": "3.0.3", "info": { "title": "Entangled", "version": "1" },
        "paths": { \(paths.joined(separator: ",\n")) },
        "components": { "schemas": { \(schemas.joined(separator: ",\n")) } } }
      """
  }

  private static func schema(_ number: Int, of count: Int, isChanged: Bool) -> String {
    // Some related schemas are near, and some are far away.
    let others = [number + 1, number * 7 + 3, number * 31 + 11].map { $0 % count }
    let links = others.enumerated().map { index, other in
      """
      "link\(index)": { "description": "\(words)", "anyOf": [{ "maxLength": 5000, "type": "string" },
        { "$ref": "#/components/schemas/kind\(other)" }] }
      """
    }
    let fields = (0..<24).map { field in
      "\"field\(field)\": { \"description\": \"\(words)\", \"maxLength\": 5000, \"type\": \"string\" }"
    }
    let values = isChanged && number % 10 == 3 ? #""new", "paid", "void""# : #""new", "paid""#
    let isNullable = isChanged && number % 10 == 7
    return """
      "kind\(number)": { "type": "object", "required": ["id", "object", "status", "amount"], "properties": {
        "id": { "type": "string" }, "object": { "type": "string", "enum": ["kind\(number)"] },
        "status": { "type": "string", "enum": [\(values)] },
        "amount": { "type": "integer"\(isNullable ? ", \"nullable\": true" : "") },
        \((links + fields).joined(separator: ",\n")) } }
      """
  }

  private static let words = "What is kept of it, as long as it is needed, and shown to whoever may see it."
}
