import Foundation
import TestSupport
import Testing

/// A recorded stream of events with `plumbline serve`.
@Suite struct ServeStreamTests {
  private static let contract = #"""
    { "plumbline": 1, "service": "chat", "title": "Chat", "envelope": null,
      "servers": { "a": { "url": "http://127.0.0.1:1" } },
      "endpoints": { "chat.read": { "summary": "Read", "request": "GET /chat", "source": "A test",
        "success": { "200": { "content": { "text/event-stream": {} } } } } } }
    """#
  private static let recording = #"""
    { "provenance": { "kind": "authored", "on": "2026-11-21" },
      "request": { "method": "GET", "path": "/chat" },
      "response": { "status": 200, "headers": { "content-type": "text/event-stream" }, "encoding": "events",
        "body": [{ "at": 0, "data": "one" }, { "at": 1, "data": "two" }, { "at": 2, "data": "three" }] } }
    """#
  private static let request = "GET /chat HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

  private func serving<Value>(
    _ options: [String], isolation: isolated (any Actor)? = #isolation,
    _ body: (_ tool: RunningCommand, _ port: Int) async throws -> Value
  ) async throws -> Value {
    let folder = try TemporaryFolder()
    try folder.write(Self.contract, to: "Contracts/chat/contract.json")
    try folder.write(Self.recording, to: "Recordings/chat/chat.read/success.json")
    let tool = RunningCommand(["serve", "--port", "0"] + options, folder: folder.path)
    defer { tool.kill() }
    let port = try #require(
      await tool.line(beginning: "Chat: http://127.0.0.1:").flatMap { Int($0) }, "\(tool.errorText)")
    return try await body(tool, port)
  }

  @Test(
    arguments: [
      ([], true), (["--pace", "recorded"], true), (["--pace", "0ms"], true), (["--pace", "none"], false),
    ] as [([String], Bool)])
  func `a stream goes out as it was recorded, at a pace, or at once`(options: [String], isChunked: Bool) async throws {
    try await serving(options) { tool, port in
      let response = try await RawConnection.connect(port: port).exchange(Self.request)
      #expect(response.text == "data: one\n\ndata: two\n\ndata: three\n\n")
      #expect((response["transfer-encoding"] == "chunked") == isChunked)
      #expect((response["content-length"] == nil) == isChunked)
      let line = try #require(await tool.line(containing: " 200 GET /chat"))
      #expect(line.hasSuffix("  chat.read/success, 3 events"), "\(line)")
    }
  }

  @Test func `a stream breaks off behind an event`() async throws {
    try await serving(["--fault", "break-off-2"]) { tool, port in
      let connection = try await RawConnection.connect(port: port)
      try await connection.send(Self.request)
      let text = String(decoding: try await connection.receiveUntilClose().bytes, as: UTF8.self)
      #expect(text.contains("Plumbline-Fault: break-off-2\r\n"))
      #expect(text.hasSuffix("b\r\ndata: one\n\n\r\nb\r\ndata: two\n\n\r\n"), "\(text)")
      let line = try #require(await tool.line(containing: " --- GET /chat"))
      #expect(line.hasSuffix("  chat.read: fault: break-off-2, 2 of 3 events"), "\(line)")
    }
  }
}
