import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineMockEngine
import PlumblineProxying
import PlumblineRecordings
import PlumblineVerification
import Testing

/// Direct calls with every form of path, sent to a mock behind real sockets.
@Suite struct DirectPathTests {
  private static let text = """
    { "plumbline": 1, "service": "store", "title": "Store", "envelope": null, "authentication": [],
      "servers": { "production": { "url": "https://store.example/v1" } },
      "endpoints": {
        "tables.get": { "summary": "x", "request": "GET /tables/{table}.json", "source": "x",
          "path": { "table": { "type": "string" } }, "success": { "200": { "body": { "const": "table" } } } },
        "files.get": { "summary": "x", "request": "GET /files/{+path}", "source": "x",
          "path": { "path": { "examples": ["a b/c.txt"] } }, "success": { "200": { "body": { "const": "file" } } } },
        "drafts.get": { "summary": "x", "request": "GET /files/draft-{+path}", "source": "x",
          "path": { "path": { "examples": ["a/b"] } }, "success": { "200": { "body": { "const": "draft" } } } },
        "users.list": { "summary": "x", "request": "POST /", "source": "x",
          "when": { "header.x-amz-target": { "const": "Store.ListUsers" } }, "body": { "type": "object" },
          "success": { "200": { "body": { "const": "users" } } } },
        "roles.list": { "summary": "x", "request": "POST /", "source": "x",
          "when": { "header.x-amz-target": { "enum": ["Store.ListRoles", "Store.Roles"] } }, "body": { "type": "object" },
          "success": { "200": { "body": { "const": "roles" } } } },
        "rpc.add": { "summary": "x", "request": "POST /rpc", "source": "x",
          "when": { "body#/method": { "const": "add" } },
          "body": { "type": "object", "required": ["method"], "properties": { "method": { "type": "string" } } },
          "success": { "200": { "body": { "const": "added" } } } },
        "locations.get": { "summary": "x", "request": "GET /", "source": "x", "when": { "query.location": true },
          "success": { "200": { "body": { "const": "location" } } } },
        "links.add": { "summary": "x", "request": "LINK /files/{+path}", "source": "x",
          "path": { "path": { "type": "string" } }, "success": { "200": { "body": { "const": "link" } } } }
      } }
    """

  private static func contract() throws -> Contract {
    let file = ContractLoader.File(name: "contract.json", path: "store/contract.json", bytes: Array(text.utf8))
    let result = ContractLoader.load([file])
    #expect(result.problems.isEmpty, "\(result.problems)")
    return try #require(result.contract)
  }

  @Test func `a recorded refusal that the contract has left out is drift, not passed over`() async throws {
    let contract = try Self.contract()
    let text = """
      { "provenance": { "kind": "authored", "on": "2026-11-23" },
        "request": { "method": "GET", "path": "/tables/odd.json" }, "response": { "status": 409, "body": "table" } }
      """
    let file = RecordingLoader.File(
      endpoint: "tables.get", name: "conflict", path: "tables.get/conflict.json", bytes: Array(text.utf8))
    let recordings = RecordingLoader.load([file]).recordings
    let server = try HTTPServer(configuration: .init(loops: 1))
    let client = try UpstreamClient()
    let verifier = Verifier(
      suite: DirectSuite(contract: contract, recordings: recordings, client: client), contract: contract,
      target: .mock(MockLibrary(contract: contract, recordings: recordings)),
      options: VerifierOptions(only: [Wildcard("tables.get")]).patient, server: server)
    let outcomes = try await verifier.run()
    await client.shutdown()
    await server.shutdown(grace: .zero)
    #expect(outcomes.flatMap(\.drift).map(\.rule.id) == ["response.status.undocumented"])
  }

  @Test func `every endpoint is reached by a request that is made for it`() async throws {
    let contract = try Self.contract()
    let library = MockLibrary(contract: contract, recordings: [])
    let server = try HTTPServer(configuration: .init(loops: 1))
    let client = try UpstreamClient()
    let suite = DirectSuite(contract: contract, recordings: [], client: client)
    let verifier = Verifier(
      suite: suite, contract: contract, target: .mock(library), options: VerifierOptions().patient, server: server)
    let outcomes = try await verifier.run()
    await client.shutdown()
    await server.shutdown(grace: .zero)
    #expect(outcomes.count == contract.endpoints.count)
    for outcome in outcomes { #expect(outcome.isVerified, "\(outcome.line)") }
  }
}
