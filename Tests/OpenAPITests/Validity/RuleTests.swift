import PlumblineContractModel
import PlumblineOpenAPI
import Testing

/// Rules about descriptions that JSON Schema can't express, each with its message and place.
struct RuleTests {
  private static let ok = ##""responses": { "200": { "description": "" } }"##

  private static func mistakes(_ members: String, version: String = "3.1.0", beside: [String: String] = [:]) throws
    -> [String]
  {
    let translation = try TranslatedDocument(members, version: version, beside: beside).translation
    return (translation.errors + translation.notes).sorted().map { problem in
      let weight = problem.level == .warning ? "warning" : problem.isServable ? "servable" : "refused"
      let file = problem.location.file == "api.json" ? "" : problem.location.file + ":"
      return "\(weight) \(file)\(problem.location.line):\(problem.location.column) \(problem.message)"
    }
  }

  @Test func `an operationId is that of one operation, webhooks and callbacks included`() throws {
    let mistakes = try Self.mistakes(
      """
      "paths": { "/a": { "get": { "operationId": "one", \(Self.ok) } } },
      "webhooks": { "b": { "post": { "operationId": "one", \(Self.ok) } } }
      """)
    #expect(
      mistakes.contains(
        "servable 3:47 The operationId \"one\" is that of the operation at api.json:2:44 as well; give each operation its own."
      ), "\(mistakes)")
  }

  @Test func `paths differ in more than what their parameters are called`() throws {
    let mistakes = try Self.mistakes(
      """
      "paths": {
        "/a/{id}": { "get": { \(Self.ok), "parameters": [{ "name": "id", "in": "path", "required": true, "schema": {} }] } },
        "/a/{name}": { "put": { \(Self.ok), "parameters": [{ "name": "name", "in": "path", "required": true, "schema": {} }] } },
        "/a/{name}/b": {} }
      """)
    #expect(
      mistakes == [
        "warning 4:3 /a/{name} is /a/{id} but for the names of its parameters (line 3); one path item holds the operations of both."
      ])
  }

  @Test func `a parameter is there once, in webhooks and path items too`() throws {
    let mistakes = try Self.mistakes(
      """
      "components": { "pathItems": { "a": { "parameters": [
        { "name": "A", "in": "header", "schema": {} },
        { "name": "a", "in": "header", "schema": {} },
        { "name": "a", "in": "query", "schema": {} }] } } }
      """)
    #expect(mistakes == ["warning 4:3 The parameter a appears twice; the first one counts."])
  }

  @Test(arguments: [
    (
      ##""components": { "responses": { "a": { "$ref": "#/components/responses/b" } } }"##,
      "servable 2:47 \"$ref\" to \"#/components/responses/b\" leads nowhere: \"/components/responses\" has no \"b\"."
    ),
    (
      ##""components": { "responses": { "a": { "$ref": "#/components/schemas/b" } }, "schemas": { "b": {} } }"##,
      "refused 2:47 \"$ref\" to \"#/components/schemas/b\" leads to a schema, and what belongs here is a response."
    ),
    (
      ##""components": { "responses": { "a": { "$ref": "#/info/title" } } }"##,
      "refused 2:47 \"$ref\" to \"#/info/title\" doesn't lead to an object, and what belongs here is a response."
    ),
    (
      ##""components": { "responses": { "a": { "$ref": "a.json#/a" } } }"##,
      "servable a.json:1:10 Unknown key \"descripton\"; did you mean \"description\"?"
    ),
    (
      ##""webhooks": { "a": { "post": { "responses": { "200": { "$ref": "b.json" } } } } }"##,
      "servable 2:64 \"$ref\" to \"b.json\" leads nowhere: there is no file b.json."
    ),
  ])
  func `references lead to what their place asks for`(members: String, message: String) throws {
    let mistakes = try Self.mistakes(members, beside: ["a.json": ##"{ "a": { "descripton": "" } }"##])
    #expect(mistakes.contains(message), "\(mistakes)")
  }

  @Test func `requirements name schemes that there are, in webhooks too`() throws {
    let mistakes = try Self.mistakes(
      """
      "components": { "securitySchemes": { "apiKey": { "type": "http", "scheme": "bearer" } } },
      "webhooks": { "a": { "post": { "security": [{ "apikey": [] }], \(Self.ok) } } },
      "security": [{ "other": [] }]
      """)
    #expect(
      mistakes.filter { $0.hasPrefix("servable") } == [
        "servable 3:57 The security scheme \"apikey\" isn't among the \"securitySchemes\" of the components; did you mean \"apiKey\"?",
        "servable 4:25 The security scheme \"other\" isn't among the \"securitySchemes\" of the components; known: apiKey.",
      ])
  }

  @Test(arguments: [
    (
      ##"{ "url": "https://{reigon}.a.io", "variables": { "region": { "default": "eu" } } }"##, "3.1.0",
      [
        "servable 2:35 The URL has {reigon}, and \"variables\" doesn't say what that is; did you mean \"region\"?",
        "warning 2:75 The URL has no {region}, so this variable says nothing.",
      ]
    ),
    (
      ##"{ "url": "https://{a}.a.io", "variables": { "a": { "default": "eu", "enum": ["us", "uk"] } } }"##, "3.1.0",
      ["servable 2:88 The default \"eu\" isn't among the values of \"enum\": us and uk."]
    ),
    (
      ##"{ "url": "https://{a}.a.io", "variables": { "a": { "default": "eu", "enum": ["us", "uk"] } } }"##, "3.0.0",
      ["warning 2:88 The default \"eu\" isn't among the values of \"enum\": us and uk."]
    ),
  ])
  func `what a server's URL has in braces is described`(server: String, version: String, expected: [String]) throws {
    #expect(try Self.mistakes("\"paths\": {}, \"servers\": [\(server)]", version: version) == expected)
  }

  @Test func `a tag is described once`() throws {
    let mistakes = try Self.mistakes(
      """
      "paths": {}, "tags": [{ "name": "a" },
      { "name": "a" }]
      """)
    #expect(mistakes == ["warning 3:11 The tag \"a\" is described on line 2 already."])
  }

  @Test func `links lead to operations`() throws {
    let mistakes = try Self.mistakes(
      """
      "components": { "links": {
        "a": { "operationId": "nobody" },
        "b": { "operationRef": "#/paths/~1a/get" } } }
      """)
    #expect(
      mistakes == [
        "warning 3:25 No operation has the operationId \"nobody\", so this link leads nowhere.",
        "warning 4:26 \"operationRef\" to \"#/paths/~1a/get\" leads nowhere: the document has no \"paths\".",
      ])
  }

  @Test func `a discriminator's mapping leads to schemas`() throws {
    let mistakes = try Self.mistakes(
      """
      "components": { "schemas": { "Dog": {}, "Pet": { "discriminator": { "propertyName": "kind", "mapping": {
        "dog": "Dog", "cat": "Cat", "d": "#/components/schemas/Dog", "dg": "Dg",
        "far": "#/components/schemas/Far" } } } } }
      """)
    #expect(
      mistakes == [
        "servable 3:24 \"cat\" is mapped to \"Cat\", which leads nowhere; known: Dog and Pet.",
        "servable 3:70 \"dg\" is mapped to \"Dg\", which leads nowhere; did you mean \"Dog\"?",
        "servable 4:10 \"far\" is mapped to \"#/components/schemas/Far\", which leads nowhere: \"/components/schemas\" has no \"Far\".",
      ])
  }
}
