import PlumblineJSONTree

/// Objects that the document contains only if one of their keywords is tried, and objects to which others refer.
extension KeywordTableTests {
  private static let all = ["3.0", "3.1", "3.2"]

  private static func small(
    _ title: String, _ definition: String, at place: JSONPointer, _ samples: [String: String] = [:],
    keywords: [String] = []
  ) -> Kind {
    Kind(
      title: title, definitions: [definition], versions: all, place: place, samples: samples, keywords: keywords)
  }

  static let smallKinds = [
    small(
      "Server variable", "server/properties/variables/additionalProperties", at: "/servers/0/variables/host",
      ["enum": #"["a", "b"]"#, "default": #""b""#]),
    small(
      "Components", "components", at: "/components",
      [
        "schemas": #"{ "Pet": { "type": "array" } }"#,
        "responses":
          #"{ "R": { "description": "Fine", "content": { "application/json": { "schema": { "type": "array" } } } } }"#,
        "parameters": #"{ "P": { "name": "q", "in": "query", "schema": { "type": "integer" } } }"#,
        "examples": #"{ "E": { "value": { "name": "Rex" } } }"#,
        "requestBodies": #"{ "B": { "content": { "application/json": { "schema": { "type": "array" } } } } }"#,
        "headers": #"{ "H": { "schema": { "type": "integer" } } }"#,
        "securitySchemes": #"{ "key": { "type": "apiKey", "in": "header", "name": "X-Other" } }"#,
        "links": #"{ "L": { "operationId": "get" } }"#,
        "callbacks":
          #"{ "C": { "{$request.query.q}": { "post": { "responses": { "201": { "description": "Fine" } } } } } }"#,
        "pathItems":
          #"{ "I": { "get": { "operationId": "made", "responses": { "204": { "description": "Fine" } } } } }"#,
        "mediaTypes": #"{ "M": { "schema": { "type": "array" } } }"#,
      ]),
    small(
      "Link", "linkObject", at: "/paths/~1pets~1{id}/get/responses/200/links/next",
      [
        "operationRef": ##""#/paths/~1made/put""##, "operationId": #""get""#, "parameters": #"{ "id": "7" }"#,
        "server": #"{ "url": "https://other.example" }"#,
      ]),
    small(
      "Callback", "callbackObject", at: "/paths/~1pets~1{id}/get/callbacks/done",
      ["{expression}": #"{ "post": { "responses": { "204": { "description": "Fine" } } } }"#],
      keywords: ["{expression}"]),
    small(
      "Discriminator", "discriminator", at: "/components/schemas/Pet/properties/name/discriminator",
      [
        "propertyName": #""type""#,
        "mapping": ##"{ "Dog": "#/components/schemas/Cat", "Cat": "#/components/schemas/Dog" }"##,
        "defaultMapping": #""Dog""#,
      ]),
    small(
      "XML", "xml", at: "/components/schemas/Pet/properties/name/xml",
      [
        "name": #""creature""#, "attribute": "true", "wrapped": "true", "namespace": #""https://pets.example""#,
        "nodeType": #""attribute""#,
      ]),
    small("Tag", "tag", at: "/tags/0", ["externalDocs": #"{ "url": "https://pets.example" }"#]),
  ]

  static let smallSwaggerKinds = [
    Kind(
      title: "Tag of Swagger 2.0", definitions: [], versions: ["2.0"], place: "/tags/0",
      samples: ["externalDocs": #"{ "url": "https://pets.example" }"#],
      keywords: ["name", "description", "externalDocs"]),
    Kind(
      title: "XML of Swagger 2.0", definitions: [], versions: ["2.0"],
      place: "/definitions/Pet/properties/name/xml",
      samples: [
        "name": #""creature""#, "attribute": "true", "wrapped": "true", "namespace": #""https://pets.example""#,
      ],
      keywords: ["name", "namespace", "prefix", "attribute", "wrapped"]),
  ]

  /// The additional members of documents, both with and without a keyword. The key is the kind and the keyword, or the
  /// kind alone.
  static let settings: [String: [(place: JSONPointer, value: String)]] =
    objects.merging(references, uniquingKeysWith: { first, _ in first })
    .merging(markup, uniquingKeysWith: { first, _ in first })
    .merging(frameSettings, uniquingKeysWith: { first, _ in first })

  /// The members that add the objects.
  private static let objects: [String: [(place: JSONPointer, value: String)]] = [
    "Server variable": [
      ("/servers/0", #"{ "url": "https://{host}.example", "variables": { "host": { "default": "a" } } }"#)
    ],
    "Link": [("/paths/~1pets~1{id}/get/responses/200/links", #"{ "next": { "operationId": "put" } }"#)],
    "Callback": [("/paths/~1pets~1{id}/get/callbacks", #"{ "done": {} }"#)],
    "Discriminator": [
      (
        "/components/schemas/Dog",
        #"{ "type": "object", "required": ["a"], "properties": { "a": { "type": "integer" } } }"#
      ),
      (
        "/components/schemas/Pet/properties/name",
        ##"{ "oneOf": [{ "$ref": "#/components/schemas/Dog" }, { "$ref": "#/components/schemas/Cat" }] }"##
      ),
      ("/components/schemas/Pet/properties/name/discriminator", #"{ "propertyName": "kind" }"#),
    ],
    "Tag": [("/tags", #"[{ "name": "pets" }]"#)],
    "Tag of Swagger 2.0": [("/tags", #"[{ "name": "pets" }]"#)],
  ]

  /// Responses in XML, and the declarations about one of their members.
  private static let markup: [String: [(place: JSONPointer, value: String)]] = {
    let response: (place: JSONPointer, value: String) = (
      "/paths/~1made/get/responses/200/content",
      ##"{ "application/xml": { "schema": { "$ref": "#/components/schemas/Pet" } } }"##
    )
    let produces: (place: JSONPointer, value: String) = ("/paths/~1made/get/produces", #"["application/xml"]"#)
    let list = #"{ "type": "array", "minItems": 1, "items": { "const": "a" }, "xml": {} }"#
    let bound = #"{ "xml": { "namespace": "https://pets.example" } }"#
    let (name, definition): (JSONPointer, JSONPointer) = (
      "/components/schemas/Pet/properties/name", "/definitions/Pet/properties/name"
    )
    return [
      "XML": [response, (name, #"{ "xml": {} }"#)], "XML wrapped": [response, (name, list)],
      "XML prefix": [response, (name, bound)], "Schema of 3.0 xml": [response],
      "Schema of 3.1 and 3.2 xml": [response], "XML of Swagger 2.0": [produces, (definition, #"{ "xml": {} }"#)],
      "XML of Swagger 2.0 wrapped": [produces, (definition, list)],
      "XML of Swagger 2.0 prefix": [produces, (definition, bound)], "Schema of Swagger 2.0 xml": [produces],
    ]
  }()

  /// Components, and references to them.
  private static let references: [String: [(place: JSONPointer, value: String)]] = [
    "Components responses": [
      ("/components/responses", #"{ "R": { "description": "Fine" } }"#),
      ("/paths/~1made/get/responses/200", ##"{ "$ref": "#/components/responses/R" }"##),
    ],
    "Components parameters": [
      (
        "/components/parameters",
        #"{ "P": { "name": "q", "in": "query", "schema": { "type": "array", "items": { "enum": ["a", "b"] } } } }"#
      ),
      ("/paths/~1pets~1{id}/get/parameters/1", ##"{ "$ref": "#/components/parameters/P" }"##),
    ],
    "Components examples": [
      ("/components/examples", #"{ "E": { "value": {} } }"#),
      (
        "/paths/~1pets~1{id}/get/responses/200/content/application~1json/examples/one",
        ##"{ "$ref": "#/components/examples/E" }"##
      ),
    ],
    "Components requestBodies": [
      (
        "/components/requestBodies",
        ##"{ "B": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Pet" } } } } }"##
      ),
      ("/paths/~1made/put/requestBody", ##"{ "$ref": "#/components/requestBodies/B" }"##),
    ],
    "Components headers": [
      ("/components/headers", #"{ "H": { "schema": { "type": "string" } } }"#),
      ("/paths/~1made/get/responses/200/headers/X-Left", ##"{ "$ref": "#/components/headers/H" }"##),
    ],
    "Components links": [
      ("/components/links", #"{ "L": { "operationId": "put" } }"#),
      ("/paths/~1pets~1{id}/get/responses/200/links", ##"{ "next": { "$ref": "#/components/links/L" } }"##),
    ],
    "Components callbacks": [
      (
        "/components/callbacks",
        #"{ "C": { "{$request.query.q}": { "post": { "responses": { "204": { "description": "Fine" } } } } } }"#
      ),
      ("/paths/~1pets~1{id}/get/callbacks", ##"{ "done": { "$ref": "#/components/callbacks/C" } }"##),
    ],
    "Components pathItems": [
      (
        "/components/pathItems",
        #"{ "I": { "get": { "operationId": "made", "responses": { "200": { "description": "Fine" } } } } }"#
      ),
      ("/paths/~1made", ##"{ "$ref": "#/components/pathItems/I" }"##),
    ],
    "Components mediaTypes": [
      ("/components/mediaTypes", ##"{ "M": { "schema": { "$ref": "#/components/schemas/Pet" } } }"##),
      (
        "/paths/~1pets~1{id}/get/responses/200/content/application~1json",
        ##"{ "$ref": "#/components/mediaTypes/M" }"##
      ),
    ],
    "Document of Swagger 2.0 parameters": [
      (
        "/parameters",
        #"{ "P": { "name": "q", "in": "query", "type": "array", "items": { "type": "string", "enum": ["a", "b"] } } }"#
      ),
      ("/paths/~1pets~1{id}/get/parameters/1", ##"{ "$ref": "#/parameters/P" }"##),
    ],
    "Document of Swagger 2.0 responses": [
      ("/responses", #"{ "R": { "description": "Fine" } }"#),
      ("/paths/~1made/get/responses/200", ##"{ "$ref": "#/responses/R" }"##),
    ],
  ]
}
