import Foundation
import PlumblineContractModel
import PlumblineJSONTree
import PlumblineOpenAPI
import TestSupport
import Testing

/// The article lists each keyword of each version, and what becomes of it: held to documents that have it and that don't.
struct KeywordTableTests {
  /// What becomes of a keyword.
  enum Fate: String {
    /// The contract, or an example, is another with it.
    case held
    /// It is named by `lint`, and nothing else changes.
    case named
    /// Nothing changes.
    case ignored
  }

  /// A kind of object, and where a document has one.
  private struct Kind {
    /// The heading in the article.
    let title: String
    /// The object's definitions in the format.
    let definitions: [String]
    let versions: [String]
    let place: JSONPointer
    /// Values of keywords, as JSON; of others, "x".
    let samples: [String: String]
  }

  /// Objects in which a keyword says something, where the document's own are others: by kind and keyword.
  private static let holders = [
    "Schema of 3.0 discriminator": ##"{ "oneOf": [{ "$ref": "#/components/schemas/Pet" }] }"##,
    "Schema of 3.1 and 3.2 discriminator": ##"{ "oneOf": [{ "$ref": "#/components/schemas/Pet" }] }"##,
    "Schema of 3.0 nullable": #"{ "type": "string" }"#,
    "Parameter allowEmptyValue": #"{ "name": "q", "in": "query", "schema": { "type": "integer" } }"#,
    "Header explode": #"{ "schema": { "type": "object", "properties": { "a": {} } } }"#,
    "Media type itemSchema": "{}", "Example dataValue": "{}", "Example serializedValue": "{}",
    "Example externalValue": "{}", "Parameter content": #"{ "name": "q", "in": "query" }"#, "Header content": "{}",
    "Security scheme scheme": #"{ "type": "http", "scheme": "bearer" }"#,
    "Security scheme bearerFormat": #"{ "type": "http", "scheme": "bearer" }"#,
    "Security scheme oauth2MetadataUrl": #"{ "type": "oauth2", "flows": {} }"#,
    "Server variables": #"{ "url": "https://{host}.example" }"#,
  ]

  private static func document(_ version: String) throws -> JSON {
    try JSON.parse(
      """
      { "openapi": "\(version).0", "info": { "title": "Pets", "version": "1" },
        "servers": [{ "url": "https://pets.example" }],
        "paths": { "/pets/{id}": {
          "get": { "operationId": "get", "security": [{ "key": [] }],
            "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } },
              { "name": "q", "in": "query", "schema": { "type": "array", "items": { "type": "string" } } }],
            "responses": { "200": { "description": "Fine", "headers": { "X-Left": { "schema": { "type": "string" } } },
              "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Pet" },
                "examples": { "one": { "value": {} } } } } } } },
          "put": { "operationId": "put",
            "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }],
            "requestBody": { "content": { "application/x-www-form-urlencoded": { "schema": {
              "type": "object", "properties": { "tags": { "type": "array", "items": { "type": "string" } } } },
              "encoding": { "tags": {} } } } },
            "responses": { "204": { "description": "Fine" } } } } },
        "components": { "schemas": { "Pet": { "properties": { "name": {} } } },
          "securitySchemes": { "key": { "type": "apiKey", "in": "header", "name": "X-Key" } } } }
      """)
  }

  private static let operation = "/paths/~1pets~1{id}/get"
  private static let answer = "\(operation)/responses/200"

  private static let kinds: [Kind] = [
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
        "style": #""pipeDelimited""#, "explode": "false", "allowReserved": "true", "schema": #"{ "type": "integer" }"#,
        "content": #"{ "application/json": { "schema": {} } }"#, "example": #"["a"]"#,
        "examples": #"{ "one": { "value": ["a"] } }"#,
      ]),
    Kind(
      title: "Header", definitions: ["headerObject"], versions: ["3.0", "3.1", "3.2"],
      place: JSONPointer("\(answer)/headers/X-Left")!,
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
        "headers": "{}", "content": "{}",
        "links": ##"{ "next": { "operationId": "put" } }"##,
      ]),
    Kind(
      title: "Operation", definitions: ["operationObject"], versions: ["3.0", "3.1", "3.2"],
      place: JSONPointer(operation)!,
      samples: [
        "tags": #"["pets"]"#, "externalDocs": #"{ "url": "https://pets.example" }"#, "operationId": #""read""#,
        "parameters": #"[{ "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } }]"#,
        "requestBody": #"{ "content": { "application/json": { "schema": {} } } }"#,
        "responses": #"{ "204": { "description": "Fine" } }"#,
        "callbacks":
          #"{ "done": { "{$request.query.q}": { "post": { "responses": { "204": { "description": "Fine" } } } } } }"#,
        "deprecated": "true", "security": "[]", "servers": #"[{ "url": "https://other.example" }]"#,
      ]),
    Kind(
      title: "Path item", definitions: ["pathItem"], versions: ["3.0", "3.1", "3.2"], place: "/paths/~1pets~1{id}",
      samples: [
        "$ref": "", "servers": #"[{ "url": "https://other.example" }]"#,
        "parameters": #"[{ "name": "X-More", "in": "header", "schema": { "type": "string" } }]"#,
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
      samples: ["url": #""https://other.example""#, "variables": #"{ "host": { "default": "a" } }"#]),
  ]

  private static let deleted =
    #"{ "operationId": "other", "parameters": [{ "name": "id", "in": "path", "required": true, "schema": {} }], "responses": { "204": { "description": "Fine" } } }"#

  private static let schemaSamples = [
    "multipleOf": "2", "maximum": "3", "minimum": "1", "maxLength": "3", "minLength": "1", "pattern": #""a""#,
    "maxItems": "3", "minItems": "1", "uniqueItems": "true", "maxProperties": "3", "minProperties": "1",
    "enum": #"["a"]"#, "format": #""date""#, "readOnly": "true", "writeOnly": "true", "deprecated": "true",
    "externalDocs": #"{ "url": "https://pets.example" }"#, "xml": "{}", "discriminator": #"{ "propertyName": "kind" }"#,
    "default": #""a""#, "example": #""a""#, "examples": #"["a"]"#, "allOf": "[{}]", "oneOf": "[{}]", "anyOf": "[{}]",
    "prefixItems": "[{}]", "not": #"{ "const": 1 }"#, "if": "{}", "then": "{}", "else": "{}", "items": "{}",
    "contains": "{}", "propertyNames": "{}", "unevaluatedItems": "false", "unevaluatedProperties": "false",
    "contentSchema": "{}", "additionalProperties": "false", "properties": #"{ "a": {} }"#,
    "patternProperties": #"{ "a": {} }"#, "dependentSchemas": #"{ "a": {} }"#, "$defs": #"{ "a": {} }"#,
    "type": #""string""#, "required": #"["a"]"#, "dependentRequired": #"{ "a": ["b"] }"#, "exclusiveMinimum": "1",
    "exclusiveMaximum": "3", "maxContains": "3", "minContains": "1", "$ref": ##""#/components/schemas/Pet""##,
    "$dynamicRef": ##""#it""##, "const": #""a""#, "nullable": "true", "$id": #""https://pets.example/name""#,
  ]

  /// The keywords of a kind with their versions, as the format of documents has them.
  private static func keywords(of kind: Kind, _ format: JSON) -> [String: [String]] {
    var found: [String: [String]] = [:]
    var pending = kind.definitions.compactMap { format["$defs"]?[$0] }
    while let part = pending.popLast() {
      for (name, schema) in part["properties"]?.members.map({ $0 }) ?? [] {
        let versions = schema["x-versions"]?.elements.compactMap(\.string) ?? kind.versions
        found[name] = Set((found[name] ?? []) + versions).intersection(kind.versions).sorted()
      }
      for key in ["allOf", "anyOf", "oneOf"] { pending += part[key]?.elements.map { $0 } ?? [] }
      for key in ["if", "then", "else"] { pending += [part[key]].compactMap { $0 } }
    }
    return found.filter { !$0.value.isEmpty }
  }

  private static func translated(_ document: JSON) throws -> (files: [String], notes: Set<String>, examples: [String]) {
    let made = try TranslatedDocument(document.text).translation
    return (
      made.files.map { String(decoding: $0.bytes, as: UTF8.self) }, Set((made.notes + made.errors).map(\.message)),
      made.examples.map { "\($0.endpoint) \($0.status) \($0.mediaType) \($0.value.text)" }
    )
  }

  private static func fate(of keyword: String, _ kind: Kind, in version: String) throws -> Fate {
    let plain = try document(version)
    guard let holder = plain.at(kind.place) else { return .ignored }
    let sample = kind.samples[keyword] ?? #""x""#
    let value = try JSON.parse(sample.isEmpty ? #""x""# : sample)
    let object = try holders["\(kind.title) \(keyword)"].map { try JSON.parse($0) } ?? holder
    let without = try translated(plain.replacing(kind.place, with: object) ?? plain)
    let with = try translated(plain.replacing(kind.place, with: object.setting(keyword, to: value)) ?? plain)
    if with.files != without.files || with.examples != without.examples { return .held }
    return with.notes != without.notes ? .named : .ignored
  }

  @Test func `the article has each keyword of each version, with what becomes of it`() throws {
    let path = "Sources/PlumblineOpenAPI/Validity/openapi.schema.json"
    let format = try JSON.parse(String(contentsOf: repositoryRoot.appendingPathComponent(path), encoding: .utf8))
    let article = try Paper.article("OpenAPIKeywords")
    var expected: [String] = []
    for kind in Self.kinds {
      for (keyword, versions) in Self.keywords(of: kind, format).sorted(by: { $0.key < $1.key }) {
        let fate = try Self.fate(of: keyword, kind, in: versions.last ?? "3.2")
        let since = versions == kind.versions ? "" : " (\(versions.joined(separator: ", ")))"
        expected.append("\(kind.title) | `\(keyword)`\(since) | \(fate.rawValue) |")
      }
    }
    var lines: Set<String> = []
    var heading = ""
    for line in article.lines {
      if line.hasPrefix("### ") { heading = String(line.dropFirst(4)) }
      // The third column says more.
      let cells = line.split(separator: "|").prefix(2)
      if line.hasPrefix("| `") { lines.insert("\(heading) |\(cells.joined(separator: "|"))|") }
    }
    let missing = expected.filter { !lines.contains($0) }
    #expect(missing.isEmpty, "\(missing.joined(separator: "\n"))")
    let known = Set(expected)
    let extra = lines.subtracting(known)
    #expect(extra.isEmpty, "\(extra.sorted().joined(separator: "\n"))")
  }
}
