/// The kinds of objects in a description that can be referenced or contain others, by their names in
/// `openapi.schema.json`.
enum ObjectKind: String, Hashable, CaseIterable {
  case schema, response, parameter, example, requestBody, header, securityScheme, link, callback, pathItem, mediaType
  case operation, encoding, responses, components, server

  /// The name for use in a sentence.
  var words: String {
    switch self {
    case .requestBody: "a request body"
    case .securityScheme: "a security scheme"
    case .pathItem: "a path item"
    case .mediaType: "a media type"
    case .example: "an example"
    case .operation: "an operation"
    case .encoding: "an encoding"
    case .responses: "a list of responses"
    case .components: "a list of components"
    default: "a \(rawValue)"
    }
  }

  /// The objects under a key.
  enum Content {
    case one(ObjectKind)
    /// The elements of an array.
    case list(ObjectKind)
    /// The members of an object.
    case map(ObjectKind)
  }

  /// Returns the objects under a key of an object of this kind, or `nil` if there are none.
  func content(under key: String) -> Content? {
    switch self {
    case .callback: key.hasPrefix("x-") ? nil : .one(.pathItem)
    case .responses: key.hasPrefix("x-") ? nil : .one(.response)
    default: Self.contents[self]?[key]
    }
  }

  private static let contents: [ObjectKind: [String: Content]] = [
    .components: [
      "schemas": .map(.schema), "responses": .map(.response), "parameters": .map(.parameter),
      "examples": .map(.example), "requestBodies": .map(.requestBody), "headers": .map(.header),
      "securitySchemes": .map(.securityScheme), "links": .map(.link), "callbacks": .map(.callback),
      "pathItems": .map(.pathItem), "mediaTypes": .map(.mediaType),
    ],
    .pathItem: [
      "get": .one(.operation), "put": .one(.operation), "post": .one(.operation), "delete": .one(.operation),
      "options": .one(.operation), "head": .one(.operation), "patch": .one(.operation), "trace": .one(.operation),
      "query": .one(.operation), "additionalOperations": .map(.operation), "parameters": .list(.parameter),
      "servers": .list(.server),
    ],
    .operation: [
      "parameters": .list(.parameter), "requestBody": .one(.requestBody), "responses": .one(.responses),
      "callbacks": .map(.callback), "servers": .list(.server),
    ],
    .parameter: ["schema": .one(.schema), "content": .map(.mediaType), "examples": .map(.example)],
    .header: ["schema": .one(.schema), "content": .map(.mediaType), "examples": .map(.example)],
    .requestBody: ["content": .map(.mediaType)],
    .response: ["content": .map(.mediaType), "headers": .map(.header), "links": .map(.link)],
    .link: ["server": .one(.server)],
    .mediaType: [
      "schema": .one(.schema), "itemSchema": .one(.schema), "examples": .map(.example), "encoding": .map(.encoding),
      "prefixEncoding": .list(.encoding), "itemEncoding": .one(.encoding),
    ],
    .encoding: [
      "headers": .map(.header), "encoding": .map(.encoding), "prefixEncoding": .list(.encoding),
      "itemEncoding": .one(.encoding),
    ],
    .schema: [
      "allOf": .list(.schema), "oneOf": .list(.schema), "anyOf": .list(.schema), "prefixItems": .list(.schema),
      "not": .one(.schema), "if": .one(.schema), "then": .one(.schema), "else": .one(.schema),
      "items": .one(.schema), "contains": .one(.schema), "additionalProperties": .one(.schema),
      "propertyNames": .one(.schema), "unevaluatedItems": .one(.schema), "unevaluatedProperties": .one(.schema),
      "contentSchema": .one(.schema), "properties": .map(.schema), "patternProperties": .map(.schema),
      "dependentSchemas": .map(.schema), "$defs": .map(.schema),
    ],
  ]
}
