import TestSupport
import Testing

/// What `plumbline diff` says of parts of documents that neither side's reading holds, and of what these refer to.
struct DiffUnreadPartTests {
  /// A document with a part that isn't read, which uses a schema.
  private static func document(_ paths: String, beside others: String, type: String) -> String {
    """
    { "openapi": "3.1.0", "info": { "title": "Pets", "version": "1" },
      "paths": { "/dogs": { "get": { "responses": { "200": { "description": "Dogs" } } } }\(paths) }\(others),
      "components": { "schemas": { "Pet": { "type": "object", "required": ["name"],
        "properties": { "name": { "$ref": "#/components/schemas/Name" } } }, "Name": { "type": "\(type)" } } } }
    """
  }

  private static let content =
    ##"{ "application/json": { "schema": { "$ref": "#/components/schemas/Pet" } } }"##

  @Test(arguments: [
    (#", "/pets": { "get": { "responces": { "200": { "description": "Pets", "content": C } } } }"#, ""),
    (#", "pets": { "get": { "responses": { "200": { "description": "Pets", "content": C } } } }"#, ""),
    (#", "/pets": { "get": { "responses": { "200 OK": { "description": "Pets", "content": C } } } }"#, ""),
    ("", #", "webhooks": { "sold": { "post": { "requestBody": { "content": C } } } }"#),
    (
      #", "/pets": { "get": { "responses": { "204": { "description": "Pets" } }, "#
        + #""callbacks": { "on": { "{$url}": { "post": { "requestBody": { "content": C } } } } } } }"#, ""
    ),
  ])
  func `a schema that only such a part uses is told where it is another`(paths: String, others: String) async throws {
    let folder = try TemporaryFolder()
    for (name, type) in [("old", "string"), ("new", "integer")] {
      try folder.write(
        Self.document(
          paths.replacing("C }", with: "\(Self.content) }"), beside: others.replacing("C }", with: "\(Self.content) }"),
          type: type), to: "\(name).json")
    }
    let run = try await plumbline("diff", "\(folder.path)/old.json", "\(folder.path)/new.json")
    #expect(run.status == 1, "\(run)")
    #expect(run.output.contains("change.service.not-compared"), "\(run)")
    let same = try await plumbline("diff", "\(folder.path)/old.json", "\(folder.path)/old.json")
    #expect(same.status == 0, "\(same)")
    #expect(!same.output.contains("change.service.not-compared"), "\(same)")
  }

  @Test func `what is only described otherwise below such a part is no change of it`() async throws {
    let folder = try TemporaryFolder()
    let webhooks = #", "webhooks": { "sold": { "post": { "requestBody": { "content": C } } } }"#
    let old = Self.document("", beside: webhooks.replacing("C }", with: "\(Self.content) }"), type: "string")
    try folder.write(old, to: "old.json")
    try folder.write(
      old.replacing(#""Name": {"#, with: #""Name": { "description": "What it is called.","#), to: "new.json")
    let run = try await plumbline("diff", "\(folder.path)/old.json", "\(folder.path)/new.json")
    #expect(run.status == 0, "\(run)")
  }

  @Test func `a member that nobody knows is named as not compared where both documents have it`() async throws {
    let folder = try TemporaryFolder()
    let paths = #", "/pets": { "get": { "responces": { "200": { "description": "Pets" } } } }"#
    try folder.write(Self.document(paths, beside: "", type: "string"), to: "old.json")
    let run = try await plumbline("diff", "\(folder.path)/old.json", "\(folder.path)/old.json")
    #expect(run.status == 0, "\(run)")
    let text = run.output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(text.contains("! Nothing changed that a client could notice."), "\(run)")
    #expect(text.contains("Not compared: Unknown key \"responces\""), "\(run)")
  }
}
