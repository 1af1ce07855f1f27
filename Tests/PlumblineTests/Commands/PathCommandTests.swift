import Foundation
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineJSONTree
import TestSupport
import Testing

/// The commands with a contract whose server URL has a path. It has every form of path, and endpoints that are
/// distinguished by `when`.
struct PathCommandTests {
  private static let contract = """
    { "plumbline": 1, "service": "store", "title": "Store", "envelope": null, "authentication": [],
      "servers": { "production": { "url": "https://store.example/v1" } },
      "endpoints": {
        "tables.get": { "summary": "x", "request": "GET /tables/{table}.json", "source": "x",
          "path": { "table": { "type": "string" } }, "success": { "200": { "body": { "type": "integer" } } } },
        "files.get": { "summary": "x", "request": "GET /files/{+path}", "source": "x",
          "path": { "path": { "type": "string" } }, "success": { "200": { "body": { "type": "integer" } } } },
        "users.list": { "summary": "x", "request": "POST /", "source": "x", "safe": true,
          "when": { "header.x-amz-target": { "const": "Store.ListUsers" } }, "body": { "type": "object" },
          "success": { "200": { "body": { "type": "integer" } } } },
        "roles.list": { "summary": "x", "request": "POST /", "source": "x", "safe": true,
          "when": { "header.x-amz-target": { "const": "Store.ListRoles" } }, "body": { "type": "object" },
          "success": { "200": { "body": { "type": "string" } } } }
      } }
    """

  private func workspace() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Self.contract, to: "Contracts/store/contract.json")
    return folder
  }

  private func entry(_ method: String, _ path: String, _ answer: String, target: String? = nil) -> JSON {
    let url = "https://store.example\(path)"
    var headers: [JSON] = []
    var request: [(String, JSON)] = [("method", JSON(method)), ("url", JSON(url))]
    if let target {
      headers = [
        ["name": "X-Amz-Target", "value": JSON(target)], ["name": "Content-Type", "value": "application/json"],
      ]
      request.append(("postData", ["text": "{}"]))
    }
    request.append(("headers", .array(headers)))
    return [
      "request": .object(request),
      "response": [
        "status": 200, "headers": [["name": "content-type", "value": "application/json"]],
        "content": ["text": JSON(answer), "mimeType": "application/json"],
      ],
    ]
  }

  @Test func `captured requests belong to the endpoints that their whole request says`() async throws {
    let folder = try workspace()
    let entries = [
      entry("GET", "/v1/tables/facts.json", "7"), entry("GET", "/v1/files/a/b.txt", "7"),
      entry("POST", "/v1/", "7", target: "Store.ListUsers"), entry("POST", "/v1/", "\"x\"", target: "Store.ListRoles"),
    ]
    try folder.write(
      JSON.object([("log", ["version": "1.2", "entries": .array(entries)])]).prettyText, to: "good.har")
    let good = try await plumbline("check", "good.har", folder: folder.path)
    #expect(good.status == 0, "\(good)")
    let wrong = [
      entry("GET", "/v1/tables/facts.json", "\"x\""), entry("POST", "/v1/", "7", target: "Store.ListRoles"),
      entry("POST", "/v1/", "7", target: "Store.ListRules"),
    ]
    try folder.write(JSON.object([("log", ["version": "1.2", "entries": .array(wrong)])]).prettyText, to: "wrong.har")
    let run = try await plumbline("check", "wrong.har", "--report", "json=r.json", folder: folder.path)
    #expect(run.status == 1, "\(run)")
    let drift = try #require(JSON.parse(try folder.text(of: "r.json"))["drift"]).elements
    #expect(
      Set(drift.map { "\($0["endpoint"]?.string ?? "") \($0["rule"]?.string ?? "")" }) == [
        "tables.get response.field.type-changed", "roles.list response.field.string-as-number",
        "POST / endpoint.undocumented",
      ])
    let unknown = drift.first { $0["rule"]?.string == "endpoint.undocumented" }?["message"]?.string ?? ""
    #expect(
      unknown.contains(#"roles.list: header.x-amz-target: "Store.ListRules" is not Store.ListRoles"#), "\(unknown)")
  }

  @Test func `verify --direct calls every endpoint of the mock`() async throws {
    let folder = try workspace()
    let run = try await plumbline("verify", "--direct", "--report", "json=r.json", folder: folder.path)
    #expect(run.status == 0, "\(run)")
    let calls = try #require(JSON.parse(try folder.text(of: "r.json"))["calls"]).elements
    #expect(calls.map { $0["outcome"]?.string } == ["passed", "passed", "passed", "passed"])
  }

  /// A server that responds only below `/v1`.
  private struct Upstream: Responder {
    func respond(to request: Request, completion: Completion) -> Reply {
      let isThere = request.path.hasPrefix("/v1/") && !request.path.hasPrefix("/v1/v1")
      let body = request.headers["x-amz-target"] == "Store.ListRoles" ? "\"x\"" : "7"
      return .now(
        OutgoingResponse(
          Response(status: isThere ? 200 : 500, headers: ["Content-Type": "application/json"], body: Body(body))))
    }
  }

  @Test func `record removes a server's path from requests, and keeps what distinguishes endpoints`()
    async throws
  {
    let folder = try workspace()
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let listener = try server.listen(responder: Upstream())
    let tool = RunningCommand(
      ["record", "store", "--upstream", listener.baseURL + "/v1", "--port", "0"], folder: folder.path)
    defer { tool.kill() }
    let port = try #require(await tool.line(beginning: "Store: http://127.0.0.1:").flatMap { Int($0) })
    _ = await tool.line(beginning: "Press Ctrl-C")
    let connection = try await RawConnection.connect(port: port)
    for path in ["/v1/tables/facts.json", "/files/a/b.txt"] {
      #expect(try await connection.exchange("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n").status == 200)
    }
    let post = "POST /v1/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
    #expect(try await connection.exchange(post + "X-Amz-Target: Store.ListRoles\r\n\r\n{}").status == 200)
    tool.send(SIGINT)
    let run = await tool.end()
    await server.shutdown(grace: .zero)
    let recorded = try [
      "tables.get", "files.get", "roles.list",
    ].map { try JSON.parse(try folder.text(of: "Recordings/store/\($0)/success.json"))["request"] }
    #expect(recorded.map { $0?["path"]?.string } == ["/tables/facts.json", "/files/a/b.txt", "/"], "\(run)")
    #expect(recorded[2]?["headers"]?["x-amz-target"]?.string == "Store.ListRoles")
    let lint = try await plumbline("lint", folder: folder.path)
    #expect(lint.status == 0, "\(lint)")
  }

  @Test func `lint reports endpoints that can't be distinguished`() async throws {
    let folder = try workspace()
    try folder.replace("Store.ListRoles", with: "Store.ListUsers", in: "Contracts/store/contract.json")
    let run = try await plumbline("lint", folder: folder.path)
    #expect(run.status == 2, "\(run)")
    let text = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("roles.list can't be reached"), "\(run)")
  }
}
