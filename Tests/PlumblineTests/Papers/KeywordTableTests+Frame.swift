import PlumblineJSONTree

/// The objects that contain operations and schemas, such as the document itself, its metadata, and the maps of its
/// parts.
extension KeywordTableTests {
  private static let all = ["3.0", "3.1", "3.2"]
  private static let responses = "/paths/~1pets~1{id}/get/responses"
  private static let flows = "/components/securitySchemes/key/flows"

  private static func frame(
    _ title: String, _ definitions: [String], at place: String, _ samples: [String: String] = [:]
  ) -> Kind {
    Kind(title: title, definitions: definitions, versions: all, place: JSONPointer(place)!, samples: samples)
  }

  /// Returns a map, whose keywords are names that the document chooses.
  ///
  /// - Parameter names: The members that are tried, by their names in the article.
  private static func map(
    _ title: String, at place: String, _ names: [String: String], value: String
  ) -> Kind {
    Kind(
      title: title, definitions: [], versions: all, place: JSONPointer(place)!, samples: names.mapValues { _ in value },
      keywords: names.keys.sorted(), names: names)
  }

  private static let made = #"{ "get": { "operationId": "made", "responses": { "204": { "description": "Fine" } } } }"#
  private static let listed =
    #"{ "description": "No", "content": { "application/json": { "schema": { "type": "array" } } } }"#
  private static let docs = #"{ "url": "https://pets.example" }"#
  private static let server = #"[{ "url": "https://other.example" }]"#

  private static let documentSamples = [
    "openapi": #""3.0.3""#, "$self": #""https://pets.example/api""#,
    "jsonSchemaDialect": #""https://json-schema.org/draft/2020-12/schema""#,
    "info": #"{ "title": "Cats", "version": "1" }"#, "servers": server, "paths": #"{ "/made": \#(made) }"#,
    "webhooks": #"{ "done": { "post": { "responses": { "204": { "description": "Fine" } } } } }"#,
    "components": ##"""
    { "schemas": { "Pet": { "type": "array" } },
      "securitySchemes": { "key": { "type": "apiKey", "in": "header", "name": "X-Other" } } }
    """##,
    "security": #"[{ "key": [] }]"#, "tags": #"[{ "name": "a" }]"#, "externalDocs": docs,
  ]

  private static let infoSamples = [
    "contact": #"{ "name": "Ann" }"#, "license": #"{ "name": "MIT" }"#,
    "termsOfService": #""https://pets.example/terms""#,
  ]

  private static let flowSamples = [
    "authorizationCode": #"{ "authorizationUrl": "/a", "tokenUrl": "/t", "scopes": {} }"#,
    "clientCredentials": #"{ "tokenUrl": "/t", "scopes": {} }"#,
    "deviceAuthorization": #"{ "deviceAuthorizationUrl": "/d", "tokenUrl": "/t", "scopes": {} }"#,
    "implicit": #"{ "authorizationUrl": "/a", "scopes": {} }"#, "password": #"{ "tokenUrl": "/t", "scopes": {} }"#,
    "scopes": #"{ "read": "Reads" }"#,
  ]

  static let frameKinds: [Kind] = [
    frame("Document", [""], at: "", documentSamples),
    frame("Info", ["info"], at: "/info", infoSamples),
    frame("Contact", ["info/properties/contact"], at: "/info/contact", ["email": #""ann@pets.example""#]),
    frame("License", ["info/properties/license"], at: "/info/license"),
    frame("External documentation", ["externalDocs"], at: "/externalDocs"),
    map("Paths", at: "/paths", ["/{path}": "/made"], value: made),
    map(
      "Responses", at: responses, ["default": "default", "{status}": "404", "{digit}XX": "4XX"], value: listed),
    frame(
      "Reference", ["reference"], at: "/paths/~1made/get/responses/200",
      ["$ref": ##""#/components/responses/S""##]),
    map("Security requirement", at: "/paths/~1pets~1{id}/get/security/0", ["{name}": "key"], value: "[]"),
    frame("OAuth flows", ["flows"], at: flows, flowSamples),
    frame(
      "OAuth flow",
      [
        "flows/properties/implicit", "flows/properties/password", "flows/properties/clientCredentials",
        "flows/properties/authorizationCode",
      ], at: "\(flows)/authorizationCode", flowSamples),
    Kind(
      title: "OAuth flow", definitions: ["flows/properties/deviceAuthorization"], versions: ["3.2"],
      place: JSONPointer("\(flows)/deviceAuthorization")!, samples: [:], keywords: ["deviceAuthorizationUrl"]),
    swaggerFrame(
      "Info", at: "/info", ["title", "description", "termsOfService", "contact", "license", "version"], infoSamples),
    swaggerFrame("Contact", at: "/info/contact", ["name", "url", "email"], ["email": #""ann@pets.example""#]),
    swaggerFrame("License", at: "/info/license", ["name", "url"]),
    swaggerFrame("External documentation", at: "/externalDocs", ["description", "url"]),
  ]

  private static func swaggerFrame(
    _ title: String, at place: String, _ keywords: [String], _ samples: [String: String] = [:]
  ) -> Kind {
    Kind(
      title: "\(title) of Swagger 2.0", definitions: [], versions: ["2.0"], place: JSONPointer(place)!,
      samples: samples, keywords: keywords)
  }

  private static let answers = #"{ "R": { "description": "Fine" }, "S": \#(listed) }"#
  private static let codeFlow =
    #"{ "type": "oauth2", "flows": { "authorizationCode": { "authorizationUrl": "/a", "tokenUrl": "/t", "scopes": {} } } }"#
  private static let deviceFlow = """
    { "type": "oauth2", "flows": { "deviceAuthorization":
      { "deviceAuthorizationUrl": "/d", "tokenUrl": "/t", "scopes": {} } } }
    """

  /// Extra members that a document needs before these keywords can be tried.
  static let frameSettings: [String: [(place: JSONPointer, value: String)]] = [
    // Since 3.1, keywords next to a `$ref` take effect.
    "Document openapi": [
      ("/components/schemas/Text", #"{ "type": "string" }"#),
      (
        "/components/schemas/Pet/properties/name",
        ##"{ "$ref": "#/components/schemas/Text", "const": "chosen" }"##
      ),
    ],
    "Contact": [("/info/contact", "{}")],
    "Contact of Swagger 2.0": [("/info/contact", "{}")],
    "License": [("/info/license", #"{ "name": "MIT" }"#)],
    "License of Swagger 2.0": [("/info/license", #"{ "name": "MIT" }"#)],
    "External documentation": [("/externalDocs", docs)],
    "External documentation of Swagger 2.0": [("/externalDocs", docs)],
    "Reference": [
      ("/components/responses", answers),
      ("/paths/~1made/get/responses/200", ##"{ "$ref": "#/components/responses/R" }"##),
    ],
    "Security requirement": [("/paths/~1pets~1{id}/get/security", "[{}]")],
    "OAuth flows": [("/components/securitySchemes/key", #"{ "type": "oauth2", "flows": {} }"#)],
    "OAuth flow": [("/components/securitySchemes/key", codeFlow)],
    "OAuth flow deviceAuthorizationUrl": [("/components/securitySchemes/key", deviceFlow)],
  ]
}
