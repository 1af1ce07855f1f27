import Foundation
import PlumblineContractModel
import PlumblineJSONTree
import PlumblineOpenAPI
import TestSupport
import Testing

/// The article's table of the keywords of each version and their handling, compared with the results for documents with
/// and without each keyword.
struct KeywordTableTests {
  /// The handling of a keyword.
  struct Fate {
    enum Reading: String {
      /// The contract or an example changes with the keyword.
      case held
      /// The keyword is reported by `lint`, and nothing else changes.
      case named
      /// Nothing changes.
      case ignored
    }

    var read = Reading.ignored
    /// A Boolean value that indicates whether an export contains the keyword in OpenAPI's terms.
    var isWritten = false
    /// A Boolean value that indicates whether the verdict on an exchange changes.
    var isJudged = false
    /// A Boolean value that indicates whether the mock's response to a request changes.
    var isMade = false

    /// The cells of the table's row.
    var cells: String {
      guard read == .held else { return "\(read.rawValue) | | | |" }
      let marks = [isWritten, isJudged, isMade].map { $0 ? "yes" : "–" }
      return "held | \(marks.joined(separator: " | ")) |"
    }
  }

  /// A kind of object, and its place in a document.
  struct Kind {
    /// The heading in the article.
    let title: String
    /// The object's definitions in the format, by the path to each of them.
    let definitions: [String]
    let versions: [String]
    let place: JSONPointer
    /// The values of keywords, as JSON text. The value of all other keywords is "x".
    let samples: [String: String]
    /// The keywords of the object, if the format doesn't define them.
    var keywords: [String] = []
    /// The members to try if the keywords are names that the document chooses.
    var names: [String: String] = [:]

    /// Returns the place of an object in which a keyword has a meaning.
    func place(of keyword: String) -> JSONPointer {
      switch (title, keyword) {
      case ("Operation of Swagger 2.0", "consumes"): "/paths/~1made/put"
      case ("Schema of Swagger 2.0", "discriminator"): "/definitions/Pet"
      case ("Response of Swagger 2.0", "headers"): "/paths/~1made/get/responses/200"
      default: place
      }
    }
  }

  /// Objects in which a keyword has a meaning, if the document's own objects aren't suitable. The key is the kind and
  /// the keyword, or the keyword alone.
  private static let holders = [
    "discriminator":
      ##"{ "oneOf": [{ "$ref": "#/components/schemas/Pet" }, { "$ref": "#/components/schemas/Cat" }] }"##,
    "nullable": #"{ "type": "string" }"#, "then": #"{ "if": { "const": "a" } }"#,
    "else": #"{ "if": { "const": "a" } }"#,
    "if": #"{ "then": false }"#, "minContains": #"{ "contains": { "const": "a" } }"#,
    "maxContains": #"{ "contains": { "const": "a" } }"#,
    "contentSchema": #"{ "contentMediaType": "application/json" }"#,
    "unevaluatedItems": #"{ "prefixItems": [{}] }"#,
    "$dynamicRef": ##"{ "$defs": { "it": { "$dynamicAnchor": "it" } } }"##,
    "readOnly": #"{ "type": "string" }"#, "writeOnly": #"{ "type": "string" }"#,
    "Parameter allowEmptyValue": #"{ "name": "q", "in": "query", "schema": { "type": "integer" } }"#,
    "Header explode": #"{ "schema": { "type": "object", "properties": { "a": {} } } }"#,
    "Media type itemSchema": "{}", "Example dataValue": "{}", "Example serializedValue": "{}",
    "Example externalValue": "{}", "Parameter content": #"{ "name": "q", "in": "query" }"#, "Header content": "{}",
    "Security scheme scheme": #"{ "type": "http", "scheme": "bearer" }"#,
    "Security scheme bearerFormat": #"{ "type": "http", "scheme": "bearer" }"#,
    "Security scheme oauth2MetadataUrl": #"{ "type": "oauth2", "flows": {} }"#,
    "Link operationRef": ##"{ "operationRef": "#/paths/~1made/get" }"##,
    "Server variables": #"{ "url": "https://{host}.example" }"#,
  ]

  private static func document(_ version: String) throws -> JSON {
    if version == "2.0" { return try JSON.parse(swagger) }
    return try JSON.parse(
      """
      { "openapi": "\(version).0", "info": { "title": "Pets", "version": "1" },
        "servers": [{ "url": "https://pets.example" }],
        "paths": { "/pets/{id}": {
          "get": { "operationId": "get", "security": [{ "key": [] }],
            "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } },
              { "name": "q", "in": "query", "schema": { "type": "array", "items": { "enum": ["a", "b"] } } }],
            "responses": { "200": { "description": "Fine",
              "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Pet" },
                "examples": { "one": { "value": {} } } } } } } },
          "put": { "operationId": "put",
            "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }],
            "requestBody": { "content": { "application/x-www-form-urlencoded": { "schema": {
              "type": "object", "properties": { "tags": { "type": "array", "items": { "enum": ["a", "b"] } } } },
              "encoding": { "tags": {} } } } },
            "responses": { "204": { "description": "Fine" } } } },
        "/made": {
          "get": { "operationId": "made", "responses": { "200": { "description": "Fine",
            "headers": { "X-Left": { "schema": { "type": "string" } } }, "content": {
            "application/json": { "schema": { "$ref": "#/components/schemas/Pet" } } } } } },
          "put": { "operationId": "make", "requestBody": { "content": {
            "application/json": { "schema": { "$ref": "#/components/schemas/Pet" } } } },
            "responses": { "204": { "description": "Fine" } } } } },
        "components": { "schemas": { "Pet": { "required": ["name"], "properties": { "name": {} } },
            "Cat": { "required": ["kind"], "properties": { "kind": { "type": "string" } } } },
          "securitySchemes": { "key": { "type": "apiKey", "in": "header", "name": "X-Key" } } } }
      """)
  }

  /// The same document in Swagger 2.0.
  private static let swagger = """
    { "swagger": "2.0", "info": { "title": "Pets", "version": "1" }, "host": "pets.example",
      "paths": { "/pets/{id}": {
        "get": { "operationId": "get", "security": [{ "key": [] }],
          "parameters": [{ "name": "id", "in": "path", "required": true, "type": "string" },
            { "name": "q", "in": "query", "type": "array", "items": { "type": "string", "enum": ["a", "b"] } }],
          "responses": { "200": { "description": "Fine", "schema": { "$ref": "#/definitions/Pet" },
            "examples": { "application/json": {} } } } },
        "put": { "operationId": "put", "consumes": ["application/x-www-form-urlencoded"],
          "parameters": [{ "name": "id", "in": "path", "required": true, "type": "string" },
            { "name": "tags", "in": "formData", "type": "array", "items": { "type": "string", "enum": ["a", "b"] } }],
          "responses": { "204": { "description": "Fine" } } } },
      "/made": {
        "get": { "operationId": "made", "responses": { "200": { "description": "Fine",
          "headers": { "X-Left": { "type": "string" } }, "schema": { "$ref": "#/definitions/Pet" } } } },
        "put": { "operationId": "make", "parameters": [
          { "name": "pet", "in": "body", "schema": { "$ref": "#/definitions/Pet" } }],
          "responses": { "204": { "description": "Fine" } } } } },
      "definitions": { "Pet": { "required": ["name"], "properties": { "name": {} } },
        "Cat": { "allOf": [{ "$ref": "#/definitions/Pet" }, { "required": ["claws"] }] } },
      "securityDefinitions": { "key": { "type": "apiKey", "in": "header", "name": "X-Key" } } }
    """

  private static let operation = "/paths/~1pets~1{id}/get"
  private static let answer = "\(operation)/responses/200"

  private static let kinds: [Kind] =
    [
      Kind(
        title: "Schema of 3.0", definitions: ["schema30Object"], versions: ["3.0"],
        place: "/components/schemas/Pet/properties/name", samples: schemaSamples),
      Kind(
        title: "Schema of 3.1 and 3.2", definitions: ["schema31"], versions: ["3.1", "3.2"],
        place: "/components/schemas/Pet/properties/name", samples: schemaSamples),
      Kind(
        title: "Parameter", definitions: ["parameterObject"], versions: ["3.0", "3.1", "3.2"],
        place: JSONPointer("\(operation)/parameters/1")!,
        samples: [
          "name": #""other""#, "in": #""header""#, "required": "true", "deprecated": "true", "allowEmptyValue": "true",
          "style": #""pipeDelimited""#, "explode": "false", "allowReserved": "true",
          "schema": #"{ "type": "integer" }"#,
          "content": #"{ "application/json": { "schema": {} } }"#, "example": #"["a"]"#,
          "examples": #"{ "one": { "value": ["a"] } }"#,
        ]),
      Kind(
        title: "Header", definitions: ["headerObject"], versions: ["3.0", "3.1", "3.2"],
        place: "/paths/~1made/get/responses/200/headers/X-Left",
        samples: [
          "required": "true", "deprecated": "true", "allowEmptyValue": "true", "style": #""simple""#, "explode": "true",
          "allowReserved": "true", "schema": #"{ "type": "integer" }"#,
          "content": #"{ "application/json": { "schema": {} } }"#, "example": #""a""#,
          "examples": #"{ "one": { "value": "a" } }"#,
        ]),
      Kind(
        title: "Media type", definitions: ["mediaTypeObject"], versions: ["3.0", "3.1", "3.2"],
        place: JSONPointer("\(answer)/content/application~1json")!,
        samples: [
          "schema": #"{ "type": "object" }"#, "itemSchema": "{}", "example": #"{ "name": "Rex" }"#,
          "examples": #"{ "two": { "value": { "name": "Rex" } } }"#, "encoding": "{}", "prefixEncoding": "[]",
          "itemEncoding": "{}",
        ]),
      Kind(
        title: "Encoding", definitions: ["encoding"], versions: ["3.0", "3.1", "3.2"],
        place: "/paths/~1pets~1{id}/put/requestBody/content/application~1x-www-form-urlencoded/encoding/tags",
        samples: [
          "contentType": #""application/json""#, "headers": "{}", "style": #""pipeDelimited""#, "explode": "false",
          "allowReserved": "true", "encoding": "{}", "prefixEncoding": "[]", "itemEncoding": "{}",
        ]),
      Kind(
        title: "Example", definitions: ["exampleObject"], versions: ["3.0", "3.1", "3.2"],
        place: JSONPointer("\(answer)/content/application~1json/examples/one")!,
        samples: [
          "value": #"{ "name": "Rex" }"#, "dataValue": #"{ "name": "Rex" }"#, "serializedValue": #""{}""#,
          "externalValue": #""https://pets.example/one.json""#,
        ]),
      Kind(
        title: "Request body", definitions: ["requestBodyObject"], versions: ["3.0", "3.1", "3.2"],
        place: "/paths/~1pets~1{id}/put/requestBody",
        samples: ["content": #"{ "application/json": { "schema": {} } }"#, "required": "true"]),
      Kind(
        title: "Response", definitions: ["responseObject"], versions: ["3.0", "3.1", "3.2"],
        place: JSONPointer(answer)!,
        samples: [
          "headers": #"{ "X-Extra": { "required": true, "schema": { "const": "a" } } }"#, "content": "{}",
          "links": ##"{ "next": { "operationId": "put" } }"##,
        ]),
      Kind(
        title: "Operation", definitions: ["operationObject"], versions: ["3.0", "3.1", "3.2"],
        place: JSONPointer(operation)!,
        samples: [
          "tags": #"["pets"]"#, "externalDocs": #"{ "url": "https://pets.example" }"#, "operationId": #""read""#,
          "parameters": #"[{ "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } }]"#,
          "requestBody": #"{ "required": true, "content": { "application/json": { "schema": {} } } }"#,
          "responses": #"{ "204": { "description": "Fine" } }"#,
          "callbacks":
            #"{ "done": { "{$request.query.q}": { "post": { "responses": { "204": { "description": "Fine" } } } } } }"#,
          "deprecated": "true", "security": "[]", "servers": #"[{ "url": "https://other.example" }]"#,
        ]),
      Kind(
        title: "Path item", definitions: ["pathItem"], versions: ["3.0", "3.1", "3.2"], place: "/paths/~1pets~1{id}",
        samples: [
          "$ref": "", "servers": #"[{ "url": "https://other.example" }]"#,
          "parameters": #"[{ "name": "more", "in": "query", "required": true, "schema": { "type": "string" } }]"#,
          "additionalOperations": #"{ "COPY": \#(deleted) }"#,
        ].merging(
          ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"].map { ($0, deleted) },
          uniquingKeysWith: { $1 })),
      Kind(
        title: "Security scheme", definitions: ["securitySchemeObject"], versions: ["3.0", "3.1", "3.2"],
        place: "/components/securitySchemes/key",
        samples: [
          "type": #""mutualTLS""#, "name": #""X-Other""#, "in": #""query""#, "scheme": #""basic""#,
          "bearerFormat": #""JWT""#, "flows": "{}", "openIdConnectUrl": #""https://pets.example/o""#,
          "oauth2MetadataUrl": #""https://pets.example/o""#, "deprecated": "true",
        ]),
      Kind(
        title: "Server", definitions: ["server"], versions: ["3.0", "3.1", "3.2"], place: "/servers/0",
        samples: ["url": #""https://pets.example/v2""#, "variables": #"{ "host": { "default": "a" } }"#]),
    ] + smallKinds + swaggerKinds + smallSwaggerKinds

  /// The keywords of a value other than a body in Swagger 2.0 (Parameter, Items and Header Object).
  private static let plain = [
    "type", "format", "items", "collectionFormat", "default", "maximum", "exclusiveMaximum", "minimum",
    "exclusiveMinimum",
    "maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "enum", "multipleOf",
  ]

  private static func swaggerKind(
    _ title: String, at place: JSONPointer, _ keywords: [String], _ samples: [String: String] = [:]
  ) -> Kind {
    let all = schemaSamples.merging(swaggerSamples) { $1 }.merging(samples) { $1 }
    return Kind(
      title: "\(title) of Swagger 2.0", definitions: [], versions: ["2.0"], place: place, samples: all,
      keywords: keywords)
  }

  private static let swaggerSamples = [
    "collectionFormat": #""pipes""#, "enum": #"["a"]"#, "x-nullable": "true", "items": #"{ "type": "integer" }"#,
    "minItems": "2",
    "schemes": #"["http"]"#, "consumes": #"["text/plain"]"#, "produces": #"["text/plain"]"#, "deprecated": "true",
    "exclusiveMinimum": "true", "exclusiveMaximum": "true", "discriminator": #""kind""#,
  ]

  /// The objects of Swagger 2.0 (section "Schema" of its specification), which the project's formats don't include.
  private static let swaggerKinds = [
    swaggerKind(
      "Document", at: "",
      [
        "swagger", "info", "host", "basePath", "schemes", "consumes", "produces", "paths", "security", "tags",
        "externalDocs", "definitions", "parameters", "responses", "securityDefinitions",
      ],
      [
        "swagger": #""2.1""#, "info": #"{ "title": "Cats", "version": "1" }"#,
        "paths":
          #"{ "/made": { "get": { "operationId": "made", "responses": { "204": { "description": "Fine" } } } } }"#,
        "host": #""other.example""#, "basePath": #""/v2""#, "security": #"[{ "key": [] }]"#,
        "tags": #"[{ "name": "a" }]"#, "definitions": #"{ "Pet": { "type": "array" } }"#,
        "parameters": #"{ "P": { "name": "q", "in": "query", "type": "integer" } }"#,
        "responses": #"{ "R": { "description": "Fine", "schema": { "type": "array" } } }"#,
        "securityDefinitions": #"{ "key": { "type": "apiKey", "in": "header", "name": "X-Other" } }"#,
      ]),
    swaggerKind(
      "Operation", at: JSONPointer(operation)!,
      [
        "tags", "summary", "description", "externalDocs", "operationId", "consumes", "produces", "parameters",
        "responses",
        "schemes", "deprecated", "security",
      ],
      [
        "tags": #"["a"]"#, "operationId": #""read""#, "security": "[]",
        "responses": #"{ "204": { "description": "Fine" } }"#,
        "parameters": #"[{ "name": "id", "in": "path", "required": true, "type": "integer" }]"#,
      ]),
    swaggerKind(
      "Parameter", at: JSONPointer("\(operation)/parameters/1")!,
      ["name", "in", "description", "required", "allowEmptyValue"] + plain,
      [
        "name": #""other""#, "in": #""header""#, "required": "true", "allowEmptyValue": "true", "type": #""string""#,
        "default": #"["a"]"#,
      ]),
    swaggerKind("Items", at: JSONPointer("\(operation)/parameters/1/items")!, plain, ["type": #""integer""#]),
    swaggerKind(
      "Body parameter", at: "/paths/~1made/put/parameters/0", ["name", "description", "required", "schema"],
      ["required": "true", "schema": #"{ "type": "array" }"#]),
    swaggerKind(
      "Response", at: JSONPointer(answer)!, ["description", "schema", "headers", "examples"],
      [
        "schema": #"{ "type": "array" }"#, "headers": #"{ "X-Left": { "type": "string", "enum": ["a"] } }"#,
        "examples": #"{ "application/json": { "name": "Rex" } }"#,
      ]),
    swaggerKind(
      "Header", at: "/paths/~1made/get/responses/200/headers/X-Left", ["description"] + plain, ["type": #""integer""#]),
    swaggerKind(
      "Schema", at: "/definitions/Pet/properties/name",
      [
        "$ref", "format", "title", "description", "default", "multipleOf", "maximum", "exclusiveMaximum", "minimum",
        "exclusiveMinimum", "maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "maxProperties",
        "minProperties", "required", "enum", "type", "items", "allOf", "properties", "additionalProperties",
        "discriminator", "readOnly", "xml", "externalDocs", "example", "x-nullable",
      ],
      ["$ref": ##""#/definitions/Pet""##]),
    swaggerKind(
      "Security scheme", at: "/securityDefinitions/key",
      ["type", "description", "name", "in", "flow", "authorizationUrl", "tokenUrl", "scopes"],
      ["type": #""basic""#, "name": #""X-Other""#, "in": #""query""#, "flow": #""implicit""#, "scopes": "{}"]),
  ]

  /// Objects in which a keyword of Swagger 2.0 has a meaning.
  private static let swaggerHolders = [
    "exclusiveMinimum": #""type": "number", "minimum": 1"#, "exclusiveMaximum": #""type": "number", "maximum": 3"#,
    "multipleOf": #""type": "number""#, "maximum": #""type": "number""#, "minimum": #""type": "number""#,
    "maxLength": #""type": "string""#, "minLength": #""type": "string""#, "pattern": #""type": "string""#,
    "format": #""type": "string""#, "enum": #""type": "string""#, "default": #""type": "string""#,
    "maxItems": #""type": "array", "items": { "type": "string" }"#, "items": #""type": "array""#,
    "minItems": #""type": "array", "items": { "type": "string" }"#,
    "uniqueItems": #""type": "array", "items": { "type": "string" }"#,
    "x-nullable": #""type": "string""#, "allowEmptyValue": #""type": "integer""#,
  ]

  private static let deleted =
    #"{ "operationId": "other", "parameters": [{ "name": "id", "in": "path", "required": true, "schema": {} }], "responses": { "204": { "description": "Fine" } } }"#

  private static let schemaSamples = [
    "multipleOf": "2", "maximum": "3", "minimum": "1", "maxLength": "3", "minLength": "9", "pattern": #""a""#,
    "maxItems": "3", "minItems": "1", "uniqueItems": "true", "maxProperties": "3", "minProperties": "1",
    "enum": #"["a"]"#, "format": #""date""#, "readOnly": "true", "writeOnly": "true", "deprecated": "true",
    "externalDocs": #"{ "url": "https://pets.example" }"#, "xml": #"{ "name": "it" }"#,
    "discriminator": #"{ "propertyName": "kind" }"#,
    "default": #""a""#, "example": #""a""#, "examples": #"["a"]"#, "allOf": #"[{ "type": "string" }]"#,
    "oneOf": #"[{ "type": "string" }]"#, "anyOf": #"[{ "type": "string" }]"#,
    "prefixItems": #"[{ "type": "string" }]"#, "not": #"{ "const": 1 }"#, "if": #"{ "const": "a" }"#, "then": "false",
    "else": "false", "items": #"{ "type": "string" }"#,
    "contains": #"{ "const": "a" }"#, "propertyNames": #"{ "maxLength": 1 }"#, "unevaluatedItems": "false",
    "unevaluatedProperties": "false", "contentEncoding": #""base64""#,
    "contentMediaType": #""application/json""#,
    "contentSchema": #"{ "type": "object" }"#, "additionalProperties": "false",
    "properties": #"{ "a": { "type": "string" } }"#,
    "patternProperties": #"{ "a": { "type": "string" } }"#, "dependentSchemas": #"{ "a": { "required": ["b"] } }"#,
    "$defs": #"{ "a": {} }"#,
    "type": #""string""#, "required": #"["a"]"#, "dependentRequired": #"{ "a": ["b"] }"#, "exclusiveMinimum": "1",
    "exclusiveMaximum": "3", "maxContains": "1", "minContains": "2", "$ref": ##""#/components/schemas/Pet""##,
    "$dynamicRef": ##""#it""##, "const": #""a""#, "nullable": "true", "$id": #""https://pets.example/name""#,
  ]

  /// Returns the definition at a path in the format. If the path is empty, it's the definition of the document itself.
  private static func definition(_ way: String, _ format: JSON) -> JSON? {
    way.isEmpty ? format : format["$defs"]?.at(JSONPointer(tokens: way.split(separator: "/").map(String.init)))
  }

  /// Returns the keywords of a kind with their versions, as the document format defines them.
  private static func keywords(of kind: Kind, _ format: JSON) -> [String: [String]] {
    if !kind.keywords.isEmpty { return Dictionary(uniqueKeysWithValues: kind.keywords.map { ($0, kind.versions) }) }
    var found: [String: [String]] = [:]
    var pending = kind.definitions.compactMap { way in definition(way, format) }
    while let part = pending.popLast() {
      for (name, schema) in part["properties"]?.members.map({ $0 }) ?? []
      where schema["$ref"]?.string != "#/$defs/otherType" {
        let versions = schema["x-versions"]?.elements.compactMap(\.string) ?? kind.versions
        found[name] = Set((found[name] ?? []) + versions).intersection(kind.versions).sorted()
      }
      for key in ["allOf", "anyOf", "oneOf"] { pending += part[key]?.elements.map { $0 } ?? [] }
      for key in ["if", "then", "else"] { pending += [part[key]].compactMap { $0 } }
    }
    return found.filter { !$0.value.isEmpty }
  }

  /// A cache of probes of documents without a keyword, most of which are identical.
  private final class Probes {
    private var known: [String: DocumentProbe] = [:]
    private var results: [String: (written: String, verdicts: [Set<String>], answers: [String])] = [:]

    func probe(_ document: JSON) throws -> DocumentProbe {
      let probe = try known[document.text] ?? DocumentProbe(document)
      known[document.text] = probe
      return probe
    }

    func results(of document: JSON) throws -> (written: String, verdicts: [Set<String>], answers: [String]) {
      if let found = results[document.text] { return found }
      let probe = try probe(document)
      let found = (probe.written, probe.verdicts, probe.answers)
      results[document.text] = found
      return found
    }
  }

  private static func holder(of keyword: String, _ kind: Kind) -> String? {
    holders["\(kind.title) \(keyword)"] ?? (kind.title.hasPrefix("Schema of") ? holders[keyword] : nil)
  }

  /// Returns the object with a type to which the keyword applies. A parameter keeps its name and location.
  private static func swaggerHolder(of keyword: String, _ object: JSON) -> String? {
    guard let members = swaggerHolders[keyword] else { return nil }
    let kept = ["name", "in"].compactMap { name in object[name].map { "\"\(name)\": \($0.text)" } }
    return "{ \((kept + [members]).joined(separator: ", ")) }"
  }

  private static func fate(of keyword: String, _ kind: Kind, in version: String, _ probes: Probes) throws -> Fate {
    var plain = try document(version)
    for (place, value) in settings["\(kind.title) \(keyword)"] ?? settings[kind.title] ?? [] {
      plain = try #require(plain.placing(place, JSON.parse(value)), "\(kind.title) \(keyword): \(place)")
    }
    let place = kind.place(of: keyword)
    guard let holder = plain.at(place) else { return Fate() }
    // A 3.0 document is tried as 3.1, and all other documents as 3.0.
    let own = keyword == "openapi" && version == "3.0" ? #""3.1.0""# : kind.samples[keyword]
    let sample = own ?? #""x""#
    let value = try JSON.parse(sample.isEmpty ? #""x""# : sample)
    let other = kind.versions == ["2.0"] ? swaggerHolder(of: keyword, holder) : Self.holder(of: keyword, kind)
    let object = try other.map { try JSON.parse($0) } ?? holder
    let without = plain.replacing(place, with: object) ?? plain
    let with = plain.replacing(place, with: object.setting(kind.names[keyword] ?? keyword, to: value)) ?? plain
    let (before, after) = (try probes.probe(without), try DocumentProbe(with))
    guard before.read != after.read else {
      return Fate(read: before.remarks != after.remarks ? .named : .ignored)
    }
    let results = try probes.results(of: without)
    return Fate(
      read: .held, isWritten: results.written != after.written, isJudged: results.verdicts != after.verdicts,
      isMade: results.answers != after.answers)
  }

  @Test func `the article has each keyword of each version, with what becomes of it`() throws {
    let path = "Sources/PlumblineOpenAPI/Validity/openapi.schema.json"
    let format = try JSON.parse(String(contentsOf: repositoryRoot.appendingPathComponent(path), encoding: .utf8))
    let article = try Paper.article("OpenAPIKeywords")
    let probes = Probes()
    var expected: [String] = []
    for kind in Self.kinds + Self.frameKinds {
      for (keyword, versions) in Self.keywords(of: kind, format).sorted(by: { $0.key < $1.key }) {
        // Versions that handle a keyword differently have separate rows.
        let cells = try versions.map { try Self.fate(of: keyword, kind, in: $0, probes).cells }
        for row in Set(cells).sorted() {
          let alike = zip(versions, cells).filter { $0.1 == row }.map(\.0)
          let since = alike == kind.versions ? "" : " (\(alike.joined(separator: ", ")))"
          expected.append("\(kind.title) | `\(keyword)`\(since) | \(row)")
        }
      }
    }
    var lines: Set<String> = []
    var heading = ""
    for line in article.lines {
      if line.hasPrefix("### ") { heading = String(line.dropFirst(4)) }
      // The last column, which has more details, is left out.
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().prefix(5)
      if line.hasPrefix("| `") { lines.insert("\(heading) |\(cells.joined(separator: "|"))|") }
    }
    let missing = expected.filter { !lines.contains($0) }
    #expect(missing.isEmpty, "\(missing.joined(separator: "\n"))")
    let known = Set(expected)
    let extra = lines.subtracting(known)
    #expect(extra.isEmpty, "\(extra.sorted().joined(separator: "\n"))")
  }

  @Test func `the article has each object of the format`() throws {
    let path = "Sources/PlumblineOpenAPI/Validity/openapi.schema.json"
    let format = try JSON.parse(String(contentsOf: repositoryRoot.appendingPathComponent(path), encoding: .utf8))
    let kinds = Self.kinds + Self.frameKinds
    let known = Set(kinds.flatMap(\.definitions))
    var missing: [String] = []
    var pending: [(way: String, value: JSON)] = [("", format)]
    while let (way, value) = pending.popLast() {
      // A schema that allows no other members describes an object of the specification.
      if value["properties"] != nil, value["additionalProperties"]?.bool == false, !known.contains(way) {
        missing.append(way)
      }
      for (key, member) in value.members {
        let next = way.isEmpty ? key : "\(way)/\(key)"
        pending.append((next.hasPrefix("$defs/") ? String(next.dropFirst(6)) : next, member))
      }
    }
    #expect(missing == [], "These have no table.")
  }
}
