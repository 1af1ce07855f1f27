import PlumblineContractModel
import PlumblineOpenAPI
import Testing

/// Operations and responses that can't be served, which are left out, reported by name and counted.
struct LeftOutPartTests {
  private static let fine = ##""responses": { "200": { "description": "Fine" } }"##
  private static let other = ##""/ok": { "get": { "operationId": "ok", \##(fine) } }"##

  private static let documents: [(paths: String, says: String)] = [
    (##""/x{": { "get": { \##(fine) } }"##, "GET /x{ isn't served. Braces enclose"),
    (
      ##""/x/{a}": { "get": { \##(fine) } }, "/x/{b}": { "get": { \##(fine) } }"##,
      "GET /x/{b} can't be distinguished from GET /x/{a}"
    ),
    (##""x": { "get": { \##(fine) } }"##, "The name \"x\" is not allowed here."),
    (##""/x": { "fetch": { \##(fine) } }"##, "Unknown key \"fetch\""),
    (
      ##""/x": { "get": { "responses": { "2000": { "description": "" }, "200": { "description": "" } } } }"##,
      "The name \"2000\" is not allowed here. A status is three digits"
    ),
    (##""/x": { "get": { "security": [{ "nope": [] }], \##(fine) } }"##, "The security scheme \"nope\" isn't among"),
    (
      ##""/x": { "get": { "$ref": "#/x-nowhere" } }"##,
      "GET /x isn't served. \"$ref\" to \"#/x-nowhere\" leads nowhere"
    ),
    (
      ##""/x": { "get": { \##(fine) } }, "/x": { "put": { \##(fine) } }"##,
      "The key \"/x\" appears twice; the last one"
    ),
  ]

  @Test(arguments: documents)
  func `a part that can't be served is an error, and the rest is served`(_ row: (paths: String, says: String)) throws {
    let document = try TranslatedDocument("\"paths\": { \(Self.other), \(row.paths) }")
    let named = document.translation.errors.filter { $0.message.hasPrefix(row.says) }
    #expect(named.count == 1, "\(document.errors) \(document.notes)")
    #expect(named.allSatisfy { $0.isServable && $0.isOmission }, "\(document.errors)")
    #expect(try document.contract().endpoints.contains { $0.id == "ok" })
    #expect(!document.notes.contains { $0.contains("comes before the answer") })
  }

  @Test(arguments: documents)
  func `where no mistake is put up with, the document is refused`(_ row: (paths: String, says: String)) throws {
    let translation = try TranslatedDocument("\"paths\": { \(Self.other), \(row.paths) }").translation.strict([])
    #expect(translation.files.isEmpty)
    #expect(!translation.errors.isEmpty && translation.errors.allSatisfy { !$0.isServable }, "\(translation.errors)")
  }

  @Test func `a document without a mistake isn't refused`() throws {
    let translation = try TranslatedDocument("\"paths\": { \(Self.other) }").translation
    #expect(translation.strict([]).files.count == translation.files.count)
  }

  @Test func `an operation whose reference leads nowhere becomes no endpoint`() throws {
    let document = try TranslatedDocument(
      ##""paths": { \##(Self.other), "/x": { "get": { "$ref": "ops/missing.json" }, "put": { "operationId": "put", \##(Self.fine) } } }"##
    )
    #expect(try document.contract().endpoints.map(\.id) == ["ok", "put"])
    #expect(document.errors.count { $0.contains("leads nowhere") } == 1, "\(document.errors)")
  }

  @Test func `of a key that is there twice the last one is read`() throws {
    let document = try TranslatedDocument(
      """
      "paths": {
        "/x": { "get": { "operationId": "first", \(Self.fine) } },
        "/x": { "get": { "operationId": "last", \(Self.fine) } } }
      """)
    #expect(try document.contract().endpoints.map(\.id) == ["last"])
    #expect(
      document.errors == [
        "api.json:3:3: The key \"/x\" appears twice; the last one, on line 4, is read, and this one is left out."
      ])
  }

  @Test func `what is there twice and the same is a warning`() throws {
    let document = try TranslatedDocument("\"paths\": { \(Self.other), \(Self.other) }")
    #expect(document.errors == [])
    #expect(document.notes.count { $0.contains("The key \"/ok\" appears twice") } == 1, "\(document.notes)")
  }
}
