import TestSupport
import Testing

/// The findings of `plumbline diff` about parts of documents that aren't read, and about the schemas to which they
/// refer.
struct DiffUnreadPartTests {
  /// Returns a document with a part that isn't read, which uses a schema.
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
  func `a schema that only such a part uses is reported if it differs`(paths: String, others: String) async throws {
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

  @Test func `an unknown member is named as not compared if both documents have it`() async throws {
    let folder = try TemporaryFolder()
    let paths = #", "/pets": { "get": { "responces": { "200": { "description": "Pets" } } } }"#
    try folder.write(Self.document(paths, beside: "", type: "string"), to: "old.json")
    let run = try await plumbline("diff", "\(folder.path)/old.json", "\(folder.path)/old.json")
    #expect(run.status == 0, "\(run)")
    let text = run.output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(text.contains("! Nothing changed that clients could notice."), "\(run)")
    #expect(text.contains("Not compared: Unknown key \"responces\""), "\(run)")
  }

  @Test func `what is beside the reference of an operation is left out by name`() async throws {
    let folder = try TemporaryFolder()
    func document(_ members: String) -> String {
      Self.document(
        ##", "/pets": { "get": { "$ref": "#/x-operations/pets"\##(members) } }"##,
        beside: ##"""
          , "x-operations": { "pets": { "responses": { "200": { "description": "Pets" } } } }
          """##, type: "string")
    }
    try folder.write(document(""), to: "old.json")
    try folder.write(document(#", "deprecated": true, "description": "All pets""#), to: "new.json")
    let run = try await plumbline("diff", "\(folder.path)/old.json", "\(folder.path)/new.json")
    #expect(run.status == 1, "\(run)")
    let text = run.output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(text.contains(#""deprecated" beside the "$ref" of GET /pets is left out"#), "\(run)")
    #expect(!text.contains(#""description" beside"#), "\(run)")
    let same = try await plumbline("diff", "\(folder.path)/new.json", "\(folder.path)/new.json")
    #expect(same.status == 0, "\(same)")
    let named = same.output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(named.contains(#"Not compared: "deprecated" beside"#), "\(same)")
    #expect(!named.contains("✓"), "\(same)")
  }

  @Test func `an operation by reference is compared, so nothing else is said of it`() async throws {
    let folder = try TemporaryFolder()
    let operation = #"{ "responses": { "200": { "description": "Pets" } } }"#
    let others = #", "x-operations": { "pets": \#(operation) }"#
    try folder.write(
      Self.document(#", "/pets": { "get": \#(operation) }"#, beside: others, type: "string"), to: "old.json")
    try folder.write(
      Self.document(##", "/pets": { "get": { "$ref": "#/x-operations/pets" } }"##, beside: others, type: "string"),
      to: "new.json")
    let run = try await plumbline("diff", "\(folder.path)/old.json", "\(folder.path)/new.json")
    #expect(run.status == 0, "\(run)")
    let text = run.output.split { $0.isWhitespace }.joined(separator: " ")
    let added = #"Added: An operation is a "$ref", which OpenAPI doesn't allow; the reference was followed."#
    #expect(text.contains(added), "\(run)")
    #expect(!text.contains("not compared"), "\(run)")
  }

  // MARK: Named parts

  /// Compares two documents with one operation each. The arguments are members of the operation and of the document.
  private static func run(
    _ old: (operation: String, document: String), _ new: (operation: String, document: String), _ words: String...
  ) async throws -> Finished {
    let folder = try TemporaryFolder()
    for (name, members) in [("old", old), ("new", new)] {
      try folder.write(
        """
        { "openapi": "3.1.0", "info": { "title": "Pets", "version": "1" },
          "paths": { "/pets/{id}": { "get": { "operationId": "pets.get"\(members.operation),
            "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }],
            "responses": { "204": { "description": "Pets" } } } } }\(members.document),
          "components": { "securitySchemes": { "login": { "type": "http", "scheme": "bearer" } } } }
        """, to: "\(name).json")
    }
    return try await plumbline(arguments: ["diff", "\(folder.path)/old.json", "\(folder.path)/new.json"] + words)
  }

  private static let sent = #"{ "post": { "responses": { "200": { "description": "Thanks" } } } }"#

  @Test(arguments: [
    ("", #", "webhooks": { "sold": S }"#, #", "webhooks": { "sold": S, "born": S }"#, "change.webhook", "born"),
    (
      #""callbacks": { "on": { "{$url}": S } }"#, #""callbacks": { "on": { "{$url}": S }, "off": { "{$url}": S } }"#,
      "operation", "change.callback", "off"
    ),
    ("", "", #", "webhooks": { "sold": S }"#, "change.webhook", "sold"),
  ])
  func `a webhook or a callback that is gone is a warning, and a new one a notice`(
    first: String, second: String, third: String, rule: String, name: String
  ) async throws {
    func made(_ text: String) -> String { text.replacing("S", with: Self.sent) }
    let isOfOperation = third == "operation"
    let fewer = isOfOperation ? (", \(made(first))", "") : ("", made(second))
    let more = isOfOperation ? (", \(made(second))", "") : ("", made(third))
    let gone = try await Self.run(more, fewer)
    #expect(gone.status == 1, "\(gone)")
    #expect(gone.output.contains("warning   \(rule).removed"), "\(gone)")
    #expect(gone.output.contains("'\(name)'"), "\(gone)")
    #expect(!gone.output.contains("not-compared"), "\(gone)")
    let added = try await Self.run(fewer, more)
    #expect(added.status == 0, "\(added)")
    #expect(added.output.contains("notice    \(rule).added"), "\(added)")
    let gated = try await Self.run(fewer, more, "--gate", "notice")
    #expect(gated.status == 1, "\(gated)")
  }

  @Test func `a scope more is a warning at its operation, wherever the document asks for it`() async throws {
    func security(_ scopes: String) -> String { #", "security": [{ "login": [\#(scopes)] }]"# }
    let (one, two) = (security(#""read""#), security(#""read", "write""#))
    for (old, new) in [((one, ""), (two, "")), (("", one), ("", two)), (("", one), (two, one))] {
      let run = try await Self.run(old, new)
      #expect(run.status == 1, "\(run)")
      #expect(run.output.contains("pets.get  GET /pets/{id}"), "\(run)")
      #expect(run.output.contains("warning   change.access.scope-added"), "\(run)")
      #expect(run.output.contains("The scope write is now required."), "\(run)")
      let back = try await Self.run(new, old)
      #expect(back.status == 0, "\(back)")
      #expect(back.output.contains("notice    change.access.scope-removed"), "\(back)")
    }
    // The same scopes, declared for the document or for its only operation.
    let same = try await Self.run(("", two), (two, ""))
    #expect(same.status == 0, "\(same)")
    #expect(same.output.contains("Nothing changed"), "\(same)")
    // A newly required credential is reported as such.
    let open = try await Self.run(("", ""), (two, ""))
    #expect(open.status == 1, "\(open)")
    #expect(open.output.contains("change.access.credential-added"), "\(open)")
    #expect(!open.output.contains("scope-added"), "\(open)")
  }
}
