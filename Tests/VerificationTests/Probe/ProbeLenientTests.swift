import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineVerification
import TestSupport
import Testing

/// A server that acts on everything that it receives, which must not lose data in a probe.
struct ProbeLenientTests {
  /// A contract with endpoints for every kind of write, including those that no probe may send.
  private static let contract = ProbeContract.load(
    ProbeContract.text.replacing(
      #""session.end": {"#,
      with: """
        "notes.create": { "summary": "Add", "request": "POST /api/notes", "source": "Handbook",
          "body": { "type": "object", "required": ["text"], "properties": { "text": { "type": "string" } } },
          "success": { "201": { "payload": { "type": "object" } } } },
        "notes.edit": { "summary": "Edit", "request": "PUT /api/notes/{note}", "source": "Handbook",
          "path": { "note": { "type": "integer" } }, "body": { "type": "object" },
          "success": { "200": { "payload": { "type": "object" } } } },
        "notes.clear": { "summary": "Empty", "request": "DELETE /api/notes", "source": "Handbook",
          "success": { "200": { "payload": false } } },
        "comments.list": { "summary": "List", "request": "GET /api/notes/{note}/comments", "source": "Handbook",
          "path": { "note": { "type": "integer" } }, "success": { "200": { "payload": { "type": "array" } } } },
        "comments.delete": { "summary": "Delete", "request": "DELETE /api/notes/{note}/comments/{comment}",
          "source": "Handbook", "path": { "note": { "type": "integer" }, "comment": { "type": "integer" } },
          "success": { "200": { "payload": false } } },
        "session.end": {
        """))

  private static let items = ["/api/notes/7", "/api/notes/8", "/api/notes/7/comments/1", "/api/settings"]

  private func changes(isHasty: Bool, allowsWrites: Bool) async throws -> LenientServer {
    let server = try LenientServer(items: Self.items, isHasty: isHasty)
    let result = try await ProbeBench.run(
      at: server.url, contract: Self.contract,
      options: ProbeOptions(
        variables: ["note": "7"], allowsWrites: allowsWrites, environment: ProbeContract.environment))
    await server.stop()
    let methods: Set<HTTPMethod> = allowsWrites ? [.options, .get, .post, .delete] : [.options, .get]
    #expect(Set(result.plan.map(\.method)) == methods)
    return server
  }

  @Test(arguments: [false, true])
  func `only OPTIONS, GET and HEAD arrive, and nothing changes`(isHasty: Bool) async throws {
    let server = try await changes(isHasty: isHasty, allowsWrites: false)
    #expect(server.changes.isEmpty)
    #expect(server.requests.count > 20)
    #expect(server.requests.allSatisfy { ["OPTIONS", "GET", "HEAD"].contains($0.split(separator: " ").first) })
  }

  @Test(arguments: [false, true])
  func `with the user's permission nothing that was there is changed or removed`(isHasty: Bool) async throws {
    let server = try await changes(isHasty: isHasty, allowsWrites: true)
    for change in server.changes {
      guard case .stored = change else {
        Issue.record("\(change)")
        continue
      }
    }
    let writes = server.requests.filter { !["OPTIONS", "GET", "HEAD"].contains($0.split(separator: " ").first) }
    #expect(writes.contains("DELETE /api/notes/1987654321"))
    #expect(writes.contains("POST /api/notes/1987654321/publish"))
    #expect(writes.contains("POST /api/notes"))
    #expect(!writes.contains { $0.hasPrefix("PUT ") || $0.hasPrefix("PATCH ") })
    for path in Self.items + ["/api/notes/7/publish"] { #expect(!writes.contains { $0.hasSuffix(" \(path)") }) }
    #expect(!writes.contains("DELETE /api/notes"))
    #expect(!writes.contains("POST /api/session/end"))
  }

  @Test func `a body that never completes stores nothing, since its connection is reset`() async throws {
    let server = try await changes(isHasty: false, allowsWrites: true)
    #expect(server.requests.contains("POST /api/notes"))
    #expect(!server.changes.contains(.stored("/api/notes")))
  }

  @Test func `the server takes an orderly end for the end of a body`() async throws {
    let server = try LenientServer(items: Self.items)
    let connection = try await RawConnection.connect(port: server.port)
    try await connection.send("POST /api/notes HTTP/1.1\r\nHost: a\r\nContent-Length: 64\r\n\r\n{")
    connection.finishSending()
    _ = try await connection.receiveUntilClose()
    await server.stop()
    #expect(server.changes == [.stored("/api/notes")])
  }

  @Test(arguments: [
    ("DELETE /api/notes/7", [LenientServer.Change.removed("/api/notes/7")]),
    ("DELETE /api/notes/9", []),
    ("DELETE /api/notes", ["/api/notes/7", "/api/notes/7/comments/1", "/api/notes/8"].map { .removed($0) }),
    ("PUT /api/notes/9", [.stored("/api/notes/9")]), ("PUT /api/notes/8", [.changed("/api/notes/8")]),
    ("POST /api/notes/8/publish", [.changed("/api/notes/8")]), ("POST /any", [.stored("/any")]),
    ("OPTIONS /any", []), ("GET /api/notes/8", []),
  ])
  func `the server acts on anything`(line: String, changes: [LenientServer.Change]) async throws {
    let server = try LenientServer(items: Self.items)
    let connection = try await RawConnection.connect(port: server.port)
    try await connection.send("\(line) HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = try await connection.receiveUntilClose()
    await server.stop()
    #expect(server.changes == changes)
  }
}
