import TestSupport
import Testing

/// Partial documents with `plumbline serve DOC --only`.
@Suite struct ServePartTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      openapi: 3.1.0
      info: { title: Shop, version: "1" }
      paths:
        /items:
          get:
            operationId: items.list
            tags: [catalogue]
            responses:
              "200": { description: x, content: { application/json: { example: [1], schema: { type: array } } } }
        /orders: { get: { operationId: orders.list, responses: { "200": { description: x } } } }
      """, to: "shop.yaml")
  }

  @Test(arguments: ["items.*", "catalogue", "/items", "get /items,nothing*"]) func `the rest has no endpoint`(
    pattern: String
  ) async throws {
    let words = ["serve", "shop.yaml", "--port", "0", "--only", pattern]
    guard !pattern.contains("nothing") else {
      let run = try await plumbline(arguments: words, folder: folder.path)
      #expect(run.status == 2 && run.errors.contains("No operation has an id, a tag or a path like"), "\(run)")
      return
    }
    let tool = RunningCommand(words, folder: folder.path)
    defer { tool.kill() }
    let port = try #require(
      await tool.line(beginning: "Shop: http://127.0.0.1:").flatMap { Int($0) }, "\(tool.errorText)")
    let connection = try await RawConnection.connect(port: port)
    let items = try await connection.exchange("GET /items HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(items.status == 200 && items.text == "[1]", "\(items)")
    let orders = try await connection.exchange("GET /orders HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(orders.status == 404, "\(orders)")
    tool.terminate()
    _ = await tool.end()
  }

  @Test func `recordings of operations that weren't chosen are left out`() async throws {
    let recording = #"""
      { "provenance": { "kind": "authored", "on": "2026-11-21" }, "request": { "method": "GET", "path": "/orders" },
        "response": { "status": 200, "headers": {} } }
      """#
    try folder.write(recording, to: "Recordings/shop/orders.list/one.json")
    let tool = RunningCommand(
      ["serve", "shop.yaml", "--port", "0", "--only", "items.*"], folder: folder.path)
    defer { tool.kill() }
    let port = await tool.line(beginning: "Shop: http://127.0.0.1:")
    #expect(port != nil, "\(tool.errorText)")
    #expect(!tool.errorText.contains("orders"), "\(tool.errorText)")
    tool.terminate()
    _ = await tool.end()
  }

  @Test(arguments: [["truelog"], [], ["shop.yaml", "other.yaml"], ["--echo"]]) func `only a document has parts`(
    operands: [String]
  ) async throws {
    let run = try await plumbline(arguments: ["serve"] + operands + ["--only", "items.*"], folder: folder.path)
    #expect(run.status == 2 && run.errors.contains("--only selects operations of one OpenAPI document"), "\(run)")
  }
}
