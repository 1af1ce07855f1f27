import PlumblineContractModel
import PlumblineJSONTree
import PlumblineOpenAPI
import Testing

/// The places in the exported document where the parts of a contract are.
struct DocumentContentTests {
  private let shapes: [String: [String: String]]

  init() {
    shapes = Dictionary(uniqueKeysWithValues: ContractShapes.all.map { ($0.name, $0.files) })
  }

  private func document(_ name: String) throws -> JSON {
    try ExportedContract(try #require(shapes[name])).document
  }

  private func expect(
    _ document: JSON, _ pointer: JSONPointer, _ value: JSON?, _ place: Testing.SourceLocation = #_sourceLocation
  ) {
    #expect(document.at(pointer) == value, "\(pointer)", sourceLocation: place)
  }

  @Test func `the service, its servers and who may call`() throws {
    let document = try document("many words")
    expect(document, "/openapi", "3.1.1")
    expect(document, "/info", ["title": "Shop", "description": "Words", "version": "unversioned"])
    expect(document, "/servers/0/url", "http://a.example/v1")
    expect(document, "/servers/0/x-plumbline-name", "one")
    expect(document, "/security", [["key": []]])
    let schemes = try #require(document.at("/components/securitySchemes"))
    let plain = schemes.members.map { name, scheme in
      "\(name) \(scheme["type"]?.string ?? "") \(scheme["in"]?.string ?? "") \(scheme["scheme"]?.string ?? "")"
    }
    #expect(
      plain == [
        "key apiKey header ", "login http  basic", "pin http  body", "sid apiKey cookie ", "sig apiKey query ",
        "token http  bearer",
      ])
    expect(document, "/components/securitySchemes/key/name", "X-Key")
    expect(document, "/components/securitySchemes/key/x-plumbline-lifetime", "P1D")
    expect(document, "/x-plumbline-personas/ada/credentials/key", "demo")
    expect(document, "/x-plumbline-features/Chapter/1", "Read")
    expect(document, "/x-plumbline-resources/books/item/$ref", "#/components/schemas/Book")
  }

  @Test func `an endpoint's request, answers and what OpenAPI has no word for`() throws {
    let document = try document("many words")
    let read = try #require(document.at("/paths/~1books~1{id}/get"))
    expect(read, "/operationId", "books.get")
    expect(read, "/tags", ["contract"])
    expect(read, "/deprecated", true)
    let parameters = read["parameters"]?.elements.map { parameter in
      "\(parameter["in"]?.string ?? "") \(parameter["name"]?.string ?? "") \(parameter["required"]?.bool ?? false)"
    }
    #expect(parameters == ["path id true", "query b false", "query a true", "header X-A true", "cookie lang false"])
    expect(read, "/responses/200/content/application~1json/schema/$ref", "#/components/schemas/Book")
    expect(read, "/responses/410/$ref", "#/components/responses/gone")
    expect(read, "/responses/401/$ref", "#/components/responses/noKey")
    expect(read, "/x-plumbline-state/action", "read")
    expect(read, "/x-plumbline-deprecated/successor", "books.add")
    #expect(read["x-plumbline-path"] == nil)
    #expect(read["x-plumbline-required"] == nil)
    #expect(read["x-plumbline-success"] == nil)
    let add = try #require(document.at("/paths/~1books/post"))
    expect(add, "/security", [["key": []], [:]])
    expect(add, "/requestBody/required", true)
    expect(add, "/requestBody/content/application~1json/schema/$ref", "#/components/schemas/Book")
    expect(document, "/components/responses/gone/description", "Gone.")
  }

  @Test func `the envelope is a frame, and beside it what lies in it`() throws {
    let document = try document("an envelope of many parts")
    let frame = try #require(document.at("/components/schemas/Envelope"))
    expect(frame, "/properties/status/properties/kind/enum", ["ok"])
    expect(frame, "/properties/meta/properties/took/type", "integer")
    expect(frame, "/required", ["status"])
    let parts = try #require(document.at("/paths/~1a/get/responses/200/content/application~1json/schema/allOf"))
    expect(parts, "/0/$ref", "#/components/schemas/Envelope")
    expect(parts, "/1/required", ["result", "meta"])
    expect(parts, "/1/properties/result/required", ["data"])
    expect(parts, "/1/properties/result/properties/data/type", "array")
    let refusals = try #require(document.at("/paths/~1d/get/responses/400"))
    expect(refusals, "/x-plumbline-errors", ["bad", "worse"])
    expect(
      refusals, "/content/application~1json/schema/anyOf",
      [["$ref": "#/components/schemas/bad"], ["$ref": "#/components/schemas/worse"]])
    expect(document, "/components/schemas/bad/allOf/0/$ref", "#/components/schemas/ErrorEnvelope")
    expect(
      document, "/components/schemas/bad/allOf/1/properties/errors/prefixItems/0/properties/code/enum", ["A", 2])
    expect(document, "/components/schemas/ErrorEnvelope/properties/status/properties/kind/enum", ["error", "fail"])
    expect(document, "/paths/~1c/get/responses/204", ["description": "No Content"])
  }

  @Test func `several endpoints on one path become several paths, distinguished by a parameter`() throws {
    let exported = try ExportedContract(try #require(shapes["several endpoints on one path"]))
    let keys = exported.document["paths"]?.members.keys
    #expect(
      keys == ["/rpc#rpc.b", "/rpc#rpc.a", "/rpc", "/items/{id}", "/items/{name}#items.new", "/said"])
    expect(
      exported.document, "/paths/~1rpc#rpc.a/post/parameters",
      [["name": "op", "in": "query", "required": true, "schema": ["const": "a"], "x-plumbline-implied": true]])
    #expect(exported.export.remarks.joined().contains("rpc.b, rpc.a and items.new"))
    let methods = try ExportedContract(try #require(shapes["methods of all kinds"]))
    expect(methods.document, "/paths/~1m/x-plumbline-operations/QUERY/operationId", "m.QUERY")
    #expect(methods.export.remarks.joined().contains("doesn't support the methods of m.QUERY, m.LINK and m.get"))
  }

  @Test func `recordings are examples, and say where they come from`() throws {
    let document = try document("recordings of all kinds")
    let operation = try #require(document.at("/paths/~1a/post"))
    let example = try #require(operation.at("/responses/200/content/application~1json/examples/json"))
    expect(example, "/value", ["ok": [1, nil]])
    expect(example, "/summary", "Recorded on 2026-11-01 from http://a.example")
    expect(example, "/x-plumbline-recording/provenance/kind", "recorded")
    #expect(example.at("/x-plumbline-recording/request/body") == nil)
    expect(operation, "/requestBody/content/application~1json/examples/json/value", ["n": 1])
    #expect(operation.at("/requestBody/content/application~1json/examples/refused") == nil)
    expect(operation, "/responses/400/content/application~1json/examples/refused/value", ["no": true])
    expect(operation, "/responses/400/x-plumbline-errors", ["bad"])
    expect(operation, "/responses/201/content/text~1plain/examples/text/value", "text")
    expect(operation, "/responses/201/x-plumbline-recordings/bytes/response/encoding", "base64")
    expect(operation, "/responses/204/x-plumbline-recordings/none/request/path", "/a")
    expect(operation, "/x-plumbline-recordings/other/response/status", 500)
  }

  @Test(arguments: [
    ("authored", "Written from the documentation on 2026-11-01"), ("imported", "Imported on 2026-11-01 from f.har"),
    ("recorded", "Recorded on 2026-11-01 from f.har"),
  ])
  func `who wrote an example is never said to have recorded it`(kind: String, summary: String) throws {
    var files = try #require(shapes["nothing said"])
    files["contract.json"] = files["contract.json"]?.replacing("{ \"200\": {} }", with: "{ \"200\": { \"body\": {} } }")
    files["a/one.json"] = """
      { "provenance": { "kind": "\(kind)", "on": "2026-11-01"\(kind == "authored" ? "" : ", \"from\": \"f.har\"") },
        "request": { "method": "GET", "path": "/a" }, "response": { "status": 200, "body": 1 } }
      """
    let exported = try ExportedContract(files)
    try exported.expectEqual()
    expect(
      exported.document, "/paths/~1a/get/responses/200/content/application~1json/examples/one/summary", JSON(summary))
    let again = try #require(exported.translation.recordings.first)
    #expect(try JSON.parse(again.bytes)["provenance"]?["kind"] == JSON(kind))
  }

  @Test func `files are tags, and schemas whose names OpenAPI doesn't have keep them beside others`() throws {
    let files = try document("files of their own order")
    #expect(files["tags"]?.elements.compactMap { $0["name"]?.string } == ["contract", "a", "b"])
    expect(files, "/paths/~1z/post/tags", ["b"])
    expect(files, "/x-plumbline-links/links/l/form", "shop://{id}")
    expect(files, "/tags/2/x-plumbline-resources/d/item/$ref", "#/components/schemas/D")
    let schemas = try document("schemas of all names")
    expect(schemas, "/components/schemas/A-b/x-plumbline-name", "A b")
    expect(schemas, "/components/schemas/No/not", [:])
    expect(
      schemas, "/paths/~1a/post/requestBody/content/application~1json/schema/allOf/1/$ref",
      "#/components/schemas/Same-3/properties/x")
    expect(schemas, "/components/schemas/Same-3/x-plumbline-file", "other.json")
  }

  @Test(arguments: [
    #""tags": [{ "name": "../up" }, { "name": "links" }, { "name": 1 }, 7], "x-plumbline-links": 3"#,
    #""components": { "schemas": { "A": 7, "B": { "x-plumbline-file": [] } }, "responses": { "r": [] } }"#,
    #""components": { "securitySchemes": { "k": 1 } }, "security": 3, "servers": [{ "x-plumbline-name": "s" }, 1]"#,
    #""components": { "schemas": { "E": { "x-plumbline-frame": "success" }, "F": { "x-plumbline-frame": "failure" } } }"#,
    #""x-plumbline-commonFailures": 1, "x-plumbline-personas": [], "x-plumbline-envelope": { "flag": 1 }"#,
  ])
  func `whatever says that it was exported is held to the format, and stops nothing`(members: String) throws {
    let text = """
      { "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "x-plumbline": { "service": "shop" },
        "paths": { "/a": { "get": { "operationId": "a", "tags": ["../up"], "responses": {
          "200": { "description": "", "x-plumbline-answers": 1, "x-plumbline-recordings": { "../x": 1, "y": [] } },
          "400": { "x-plumbline-failures": 3 } }, "x-plumbline-recordings": { "y": 2 }, "parameters": [{ "in": "query" }] },
          "x-plumbline-operations": 3 } }, \(members) }
      """
    let translation = try ExportedContract.read(Array(text.utf8), service: "shop")
    let loaded = ContractLoader.load(translation.files)
    #expect(!translation.errors.isEmpty || loaded.contract == nil || !loaded.problems.isEmpty)
    for file in translation.files { #expect(!file.name.contains("/")) }
    for recording in translation.recordings { #expect(!recording.name.contains("/")) }
  }

  @Test func `control characters are escaped in the file, and come back`() throws {
    var files = try #require(shapes["nothing said"])
    files["contract.json"] = files["contract.json"]?.replacing("\"S\"", with: "\"a\u{7F}b\u{85}c\u{200B}é\"")
    let exported = try ExportedContract(files)
    let text = String(decoding: exported.export.text, as: UTF8.self)
    #expect(text.contains("\"a\\u007fb\\u0085c\u{200B}é\""))
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    try exported.expectEqual()
  }
}
