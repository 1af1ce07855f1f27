import TestSupport
import Testing

/// Files that are passed to the wrong command. The message names their kind and the command that reads them.
struct ForeignFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("", to: "Contracts/.keep")
  }

  static let files: [(name: String, text: String, sentence: String)] = [
    ("a.graphql", "type Query {\n  a: Int\n}\n", "This is a GraphQL schema. No command reads this format."),
    ("a.proto", "syntax = \"proto3\";\n", "This is a Protocol Buffers file"),
    ("a.raml", "#%RAML 1.0\ntitle: A\n", "This is a RAML file."),
    ("a.wsdl", "<definitions/>\n", "This is a WSDL file"),
    ("async.yaml", "asyncapi: 3.0.0\nchannels: {}\n", "This is an AsyncAPI 3.0.0 document"),
    ("arazzo.yaml", "arazzo: 1.0.1\nworkflows: []\n", "This is an Arazzo 1.0.1 document"),
    ("overlay.yaml", "overlay: 1.0.0\nactions: []\n", "This is an OpenAPI Overlay 1.0.0"),
    ("oas.yaml", "openapi: 3.2.0\npaths: {}\n", "This is an OpenAPI document. `plumbline import openapi` reads it."),
    ("flow.yaml", "{openapi: 3.1.0, paths: {}}\n", "This is an OpenAPI document. `plumbline import openapi` reads it."),
    ("quoted.yaml", "\n{ \"openapi\": 3.1.0, \"paths\": {} }\n", "This is an OpenAPI document."),
    ("later.yaml", "{ # all of it\n  'asyncapi': 3.0.0, channels: {} }\n", "This is an AsyncAPI 3.0.0 document"),
    ("insomnia.yaml", "type: collection.insomnia.rest/5.0\nname: A\n", "This is an Insomnia export."),
    (
      "environment.json", #"{ "id": "a", "values": [], "_postman_variable_scope": "environment" }"#,
      "This is a Postman environment"
    ),
  ]

  @Test(arguments: files)
  func `no collection and no capture is named for what it is`(file: (name: String, text: String, sentence: String))
    async throws
  {
    try folder.write(file.text, to: file.name)
    let commands = [
      ["import", "postman", file.name, "shop"], ["import", "pact", file.name, "shop"],
      ["import", "har", file.name, "shop"], ["infer", "shop", file.name],
    ]
    for command in commands {
      let run = try await plumbline(arguments: command, folder: folder.path)
      #expect(run.status == 2, "\(command): \(run)")
      #expect(run.errors.contains("\(file.name):1:1: \(file.sentence)"), "\(command): \(run)")
      #expect(!run.errors.contains("drafts one from the same files"), "\(command): \(run)")
    }
  }

  @Test func `a collection of version 1 is named where a document is read`() async throws {
    try folder.write(#"{ "id": "a", "name": "A", "order": ["x"], "requests": [] }"#, to: "a.json")
    for command in [["import", "openapi", "a.json", "shop"], ["import", "har", "a.json", "shop"]] {
      let run = try await plumbline(arguments: command, folder: folder.path)
      #expect(run.status == 2 && run.errors.contains("This is a Postman collection of version 1."), "\(run)")
    }
  }

  @Test func `a pact is named where a document is read`() async throws {
    try folder.write(#"{ "consumer": { "name": "a" }, "provider": { "name": "b" }, "interactions": [] }"#, to: "a.json")
    let run = try await plumbline("import", "openapi", "a.json", "shop", folder: folder.path)
    #expect(run.status == 2 && run.errors.contains("`plumbline import pact` reads it."), "\(run)")
  }

  @Test func `a collection with a mistake in it stays one`() async throws {
    try folder.write(#"{ "info": { "_postman_id": "a" }, "item": [], }"#, to: "a.json")
    let run = try await plumbline("import", "postman", "a.json", "shop", folder: folder.path)
    #expect(run.status == 2 && !run.errors.contains("This is"), "\(run)")
  }

  @Test func `without a contract a capture is still to be drafted from`() async throws {
    try folder.write(#"{ "log": { "entries": [] } }"#, to: "a.har")
    let run = try await plumbline("import", "har", "a.har", "shop", folder: folder.path)
    #expect(run.status == 2 && run.errors.contains("plumbline infer shop a.har drafts one"), "\(run)")
  }
}
