import PlumblineContractModel
import PlumblineJSONTree
import PlumblineOpenAPI
import Testing

/// Structures that no document of a version may have, each with its message and place.
struct StructureTests {
  /// Returns the errors in a document, without their file and preceded by their severity.
  private static func mistakes(
    _ members: String, version: String = "3.1.0", info: String = ##"{ "title": "Pets", "version": "1" }"##
  ) throws -> [String] {
    let text = "{ \"openapi\": \"\(version)\", \"info\": \(info),\n\(members) }"
    let translation = try TranslatedDocument(text).translation
    return (translation.errors + translation.notes).sorted().map { problem in
      let weight = problem.level == .warning ? "warning" : problem.isServable ? "servable" : "refused"
      return "\(weight) \(problem.location.line):\(problem.location.column) \(problem.message)"
    }
  }

  @Test func `all mistakes of a document come at once, each at its line`() throws {
    let mistakes = try Self.mistakes(
      """
      "servers": { "url": "/" },
      "paths": { "/pets": {
        "gte": { "responses": { "200": { "description": "" } } },
        "post": { "responses": { "2xx": { "description": "" }, "404": {} }, "sumary": "Add",
          "parameters": [{ "name": "a", "in": "body", "schema": {} }] } } }
      """)
    #expect(
      mistakes == [
        "refused 2:12 \"servers\" must be an array, not an object. A list of Server Objects, each with a \"url\".",
        "servable 4:3 Unknown key \"gte\"; did you mean \"get\"?",
        "servable 5:28 The name \"2xx\" is not allowed here. A status is three digits such as 200, a range such as 4XX, or default.",
        "servable 5:58 \"404\" lacks \"description\": what the answer means.",
        "servable 5:71 Unknown key \"sumary\"; did you mean \"summary\"?",
        "refused 6:41 \"body\" is not allowed here; expected query, header, path or cookie.",
      ])
  }

  @Test func `an unknown key beside all known ones has none to suggest`() throws {
    let mistakes = try Self.mistakes(
      ##""paths": {}"##, version: "3.0.3",
      info: ##"""
        { "title": "Pets", "version": "1", "description": "", "termsOfService": "https://a.example", "contact": {},
        "license": { "name": "MIT" }, "externalDocs": {} }
        """##)
    #expect(mistakes.contains { $0.hasSuffix("Unknown key \"externalDocs\"; all known keys are already present.") })
  }

  @Test(arguments: [
    (
      ##""paths": []"##,
      "refused 2:10 \"paths\" must be an object, not an array. Path items by path; {} where there are none."
    ),
    (
      "\"x-a\": 1",
      "refused 1:1 This file lacks \"paths\": path items by path; \"components\" or \"webhooks\" would do instead."
    ),
    (##""paths": { "pets": {} }"##, "servable 2:12 The name \"pets\" is not allowed here. A path begins with \"/\"."),
    (##""paths": {}, "tags": [{ "nam": "a" }]"##, "servable 2:25 Unknown key \"nam\"; did you mean \"name\"?"),
    (
      ##""components": { "schemas": { "A": null } }"##,
      "refused 2:35 \"A\" must be a boolean or object, not null. A schema is an object such as { \"type\": \"string\" }, or true or false."
    ),
    (
      ##""components": { "schemas": { "A B": {} } }"##,
      "servable 2:30 The name \"A B\" is not allowed here. Components' names have letters, digits, \".\", \"-\" and \"_\" only."
    ),
    (
      ##""components": { "schemas": { "A": { "nullable": true } } }"##,
      "warning 2:49 \"nullable\" isn't allowed here. OpenAPI 3.0 had it; since 3.1 null fits where \"type\" lists it, as in [\"string\", \"null\"]. It is read as in 3.0."
    ),
    (
      ##""components": { "schemas": { "A": { "exclusiveMinimum": true } } }"##,
      "refused 2:57 \"exclusiveMinimum\" must be a number, not a boolean. Since OpenAPI 3.1 this is the bound itself, a number in place of \"minimum\"."
    ),
    (
      ##""components": { "parameters": { "a": { "name": "a", "in": "path", "schema": {} } } }"##,
      "servable 2:33 \"a\" lacks \"required\": what is in the path is always there, so this is true."
    ),
    (
      ##""components": { "parameters": { "a": { "name": "a", "in": "query" } } }"##,
      "servable 2:33 \"a\" lacks \"schema\": what values it has; or \"content\", where they are written in a media type."
    ),
    (
      ##""components": { "parameters": { "a": { "name": "a b", "in": "header", "schema": {} } } }"##,
      "servable 2:48 \"a b\" isn't valid here. A header's name has no spaces, colons or the like."
    ),
    (
      ##""components": { "parameters": { "a": { "name": "a", "in": "header", "schema": {}, "example": 1, "examples": {} } } }"##,
      "servable 2:109 \"examples\" isn't allowed here. Either \"example\" or \"examples\" says what values look like."
    ),
    (
      ##""components": { "responses": { "a": { "description": "", "content": { "json": {} } } } }"##,
      "warning 2:71 The name \"json\" is not allowed here. A media type is two words, such as application/json."
    ),
    (
      ##""components": { "links": { "a": { "operationId": "b", "operationRef": "c" } } }"##,
      "servable 2:50 \"operationId\" isn't allowed here. Either \"operationRef\" or \"operationId\" identifies the operation."
    ),
    (
      ##""components": { "securitySchemes": { "a": { "type": "apiKey", "in": "header" } } }"##,
      "refused 2:38 \"a\" lacks \"name\": the header, query parameter or cookie that holds the key."
    ),
    (
      ##""components": { "securitySchemes": { "a": { "type": "http", "scheme": "basic", "flows": {} } } }"##,
      "servable 2:89 \"flows\" isn't allowed here. It belongs to another type of scheme."
    ),
    (
      ##""components": { "callbacks": { "a": { "{$url}": { "psot": {} } } } }"##,
      "servable 2:51 Unknown key \"psot\"; did you mean \"post\"?"
    ),
    (
      ##""webhooks": { "a": { "post": { "parameters": {} } } }"##,
      "refused 2:46 \"parameters\" must be an array, not an object. A list of Parameter Objects."
    ),
  ])
  func `what 3.1 doesn't have is reported with what would be right`(members: String, message: String) throws {
    let mistakes = try Self.mistakes(members)
    #expect(mistakes.contains(message), "\(mistakes)")
  }

  @Test(arguments: [
    (
      ##"{ "type": ["string", "null"] }"##,
      "servable 2:57 \"type\" must be a string, not an array. In OpenAPI 3.0 a schema has one type, and null needs \"nullable\": true beside it."
    ),
    (
      ##"{ "nullable": "yes" }"##,
      "refused 2:61 \"nullable\" must be a boolean, not a string. true or false, without quotes."
    ),
    (
      ##"{ "required": true }"##,
      "refused 2:61 \"required\" must be an array, not a boolean. A list of the names of properties that have to be there."
    ),
    (
      ##"{ "exclusiveMinimum": 5 }"##,
      "warning 2:69 \"exclusiveMinimum\" must be a boolean, not a number. In OpenAPI 3.0 this is true or false, and the bound itself is in \"minimum\"."
    ),
    (
      ##"{ "const": 5 }"##,
      "warning 2:58 \"const\" isn't allowed here. It came with OpenAPI 3.1; write an \"enum\" of one value."
    ),
    (##"{ "requierd": [] }"##, "warning 2:49 Unknown key \"requierd\"; did you mean \"required\"?"),
    (
      "true",
      "servable 2:47 \"A\" must be an object, not a boolean. In OpenAPI 3.0 a schema is an object, such as { \"type\": \"string\" }; {} lets everything be right."
    ),
  ])
  func `a schema of 3.0 has that version's keywords`(schema: String, message: String) throws {
    let mistakes = try Self.mistakes(
      "\"paths\": {}, \"components\": { \"schemas\": {\"A\": \(schema)} }", version: "3.0.3")
    #expect(mistakes == [message])
  }

  @Test func `a key of a later version is unknown to an earlier one`() throws {
    let members = ##""paths": { "/": { "query": { "responses": { "200": { "description": "" } } } } }, "webhooks": {}"##
    #expect(try Self.mistakes(members, version: "3.2.0").filter { !$0.hasPrefix("warning") } == [])
    #expect(
      try Self.mistakes(members, version: "3.1.0").map { String($0.prefix(35)) } == [
        "servable 2:19 Unknown key \"query\"; "
      ])
    #expect(try Self.mistakes(members, version: "3.0.4").contains { $0.contains("Unknown key \"webhooks\"") })
  }

  @Test(arguments: ["3.0.4", "3.1.1", "3.2.0"])
  func `what a reference leads to outside of the components is held to its shape`(version: String) throws {
    let kinds = [
      "schemas", "responses", "parameters", "examples", "requestBodies", "headers", "securitySchemes", "links",
      "callbacks",
    ]
    let members = kinds.map { "\"\($0)\": { \"a\": { \"$ref\": \"#/x-parts/\($0)\" } }" }.joined(separator: ",")
    let parts = kinds.map { "\"\($0)\": { \"description\": 5, \"$ref\": 7, \"unheard\": 9 }" }.joined(separator: ",\n")
    let mistakes = try Self.mistakes(
      "\"paths\": {}, \"components\": {\(members)}, \"x-parts\": {\n\(parts) }", version: version)
    for (line, kind) in zip(3..., kinds) {
      #expect(mistakes.contains { $0.contains(" \(line):") }, "\(kind): \(mistakes)")
    }
    #expect(!mistakes.contains { $0.contains("own schema") }, "\(mistakes)")
  }
}
