import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineWorkspace
import TestSupport
import Testing

/// An envelope that an import extracts from responses, which must describe the same values as the responses did.
struct EnvelopeLiftTests {
  private static let document = """
    {
      "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" },
      "paths": {
        "/a": { "get": { "responses": { "200": { "description": "A", "content": { "application/json": { "schema": {
          "type": "object", "required": ["ok", "data", "message"],
          "properties": {
            "ok": { "type": "boolean" }, "message": { "type": "string" },
            "data": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } }
          }
        } } } } } } },
        "/b": { "get": { "responses": { "200": { "description": "B", "content": { "application/json": { "schema": {
          "$ref": "#/components/schemas/Numbers"
        } } } } } } },
        "/c": { "get": { "responses": { "200": { "description": "C", "content": { "application/json": { "schema": {
          "type": "object", "required": ["ok", "data"],
          "properties": { "ok": { "type": "boolean" }, "data": { "type": ["string", "null"] } }
        } } } } } } }
      },
      "components": { "schemas": {
        "Frame": { "type": "object", "required": ["ok"], "properties": { "ok": { "type": "boolean" } } },
        "Numbers": {
          "allOf": [
            { "$ref": "#/components/schemas/Frame" },
            {
              "type": "object", "required": ["data"],
              "properties": {
                "data": { "type": "array", "items": { "$ref": "#/components/schemas/Number" } },
                "took": { "type": "integer", "minimum": 0 }
              }
            }
          ]
        },
        "Number": { "type": "integer", "maximum": 9 }
      } }
    }
    """

  /// Returns the contract that a document is read as, and the one that an import writes.
  private static func contracts() throws -> (direct: Contract, imported: Contract) {
    let folder = try TemporaryFolder()
    try folder.write(document, to: "shop.json")
    let workspace = Workspace(contracts: "Contracts", base: folder.path)
    let imported = workspace.import(.openapi, "shop.json", as: "shop")
    let bare = document.replacingOccurrences(of: "\"data\"", with: "\"thing\"")
    try folder.write(bare, to: "bare.json")
    let direct = workspace.import(.openapi, "bare.json", as: "shop")
    return (try #require(direct.contract), try #require(imported.contract))
  }

  private static func exchange(_ path: String, _ body: String) -> Exchange {
    Exchange(
      request: Request(method: .get, target: path, headers: [:], body: .empty),
      response: Response(status: 200, headers: ["content-type": "application/json"], body: Body(body)))
  }

  /// Valid bodies, and bodies with a single error.
  @Test(arguments: [
    ("/a", #"{ "ok": true, "message": "Hi", "data": { "id": 1 } }"#, true),
    ("/a", #"{ "ok": true, "data": { "id": 1 } }"#, false),
    ("/a", #"{ "ok": true, "message": 5, "data": { "id": 1 } }"#, false),
    ("/a", #"{ "ok": true, "message": "Hi", "data": { "id": "one" } }"#, false),
    ("/a", #"{ "ok": true, "message": "Hi", "data": {} }"#, false),
    ("/a", #"{ "ok": true, "message": "Hi" }"#, false),
    ("/a", #"{ "ok": "yes", "message": "Hi", "data": { "id": 1 } }"#, false),
    ("/a", #"{ "message": "Hi", "data": { "id": 1 } }"#, false),
    ("/b", #"{ "ok": true, "data": [1, 9], "took": 3 }"#, true), ("/b", #"{ "ok": true, "data": [] }"#, true),
    ("/b", #"{ "ok": true, "data": [10] }"#, false), ("/b", #"{ "ok": true, "data": [1], "took": -1 }"#, false),
    ("/b", #"{ "ok": true, "data": {} }"#, false), ("/c", #"{ "ok": true, "data": null }"#, true),
    ("/c", #"{ "ok": true, "data": "x" }"#, true), ("/c", #"{ "ok": true, "data": 7 }"#, false),
    ("/c", #"{ "ok": true }"#, false), ("/c", #"[1]"#, false),
  ])
  func `bodies are judged as they were`(path: String, body: String, isRight: Bool) throws {
    let (direct, imported) = try Self.contracts()
    #expect(direct.envelope == nil)
    #expect(imported.envelope?.payload == "/data")
    let bare = body.replacingOccurrences(of: "\"data\"", with: "\"thing\"")
    #expect(Inspector(direct).inspect(Self.exchange(path, bare)).isEmpty == isRight)
    let found = Inspector(imported).inspect(Self.exchange(path, body))
    #expect(found.isEmpty == isRight, "\(found)")
  }
}
