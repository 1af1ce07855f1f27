import Foundation
import PlumblineCommands
import PlumblineJSONTree
import TestSupport
import Testing

/// The command `plumbline serve` from the user's point of view.
@Suite struct ServeCommandTests {
  @Test func `serve prints its address, shows requests without an endpoint, and stops when asked`() async throws {
    let tool = RunningCommand(["serve", "truelog", "--port", "0", "--as", "agent", "--fault", "409@tickets.get"])
    defer { tool.kill() }
    let url = try #require(await tool.line(beginning: "TrueLog Inventory API: http://127.0.0.1:"))
    let port = try #require(Int(url))
    _ = await tool.line(beginning: "Press Ctrl-C")
    #expect(tool.text.contains("\n  curl http://127.0.0.1:\(port)/"))
    #expect(tool.text.contains("\n  inspector http://127.0.0.1:\(port)/__plumbline/\n"))
    let connection = try await RawConnection.connect(port: port)
    #expect(
      try await connection.exchange("GET /api/v2/tickets/1042 HTTP/1.1\r\nHost: localhost\r\n\r\n").status == 409)
    #expect(try await connection.exchange("GET /api/v2/tikets HTTP/1.1\r\nHost: localhost\r\n\r\n").status == 404)
    let nearest = await tool.line(beginning: "    nearest: tickets.list ")
    #expect(nearest?.contains("\"tikets\", not \"tickets\"") == true, "\(tool.text)")
    let struck = try #require(await tool.line(containing: " 409 GET /api/v2/tickets/1042"))
    #expect(struck.hasSuffix("  tickets.get: fault: 409"), "\(struck)")
    let health = try await connection.exchange("GET /__plumbline/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(try JSON.parse(health.body)["service"]?.string == "truelog")
    tool.terminate()
    #expect(await tool.end().status == 0)
  }

  @Test func `serve shows for every request what answered it, why it was refused, and its drift`() async throws {
    let tool = RunningCommand(["serve", "truelog", "--port", "0"])
    defer { tool.kill() }
    let url = try #require(await tool.line(beginning: "TrueLog Inventory API: http://127.0.0.1:"))
    let connection = try await RawConnection.connect(port: try #require(Int(url)))
    let key = "Host: localhost\r\nX-API-Key: demo-key\r\n"
    let head = key + "Authorization: Bearer agent-token\r\n"
    #expect(try await connection.exchange("GET /api/v2/tickets/1042 HTTP/1.1\r\n\(head)\r\n").status == 200)
    #expect(
      try await connection.exchange("GET /api/v2/tickets/1043 HTTP/1.1\r\nHost: localhost\r\n\r\n").status == 401)
    let body = #"{"priority":"WHENEVER"}"#
    let refused = try await connection.exchange(
      "PUT /api/v2/tickets/1042 HTTP/1.1\r\n\(head)Content-Type: application/json\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    #expect(refused.status == 422)
    _ = try await connection.exchange("GET /api/v2/tickets?pgae=2 HTTP/1.1\r\n\(head)\r\n")
    _ = try await connection.exchange("GET /the/end HTTP/1.1\r\nHost: localhost\r\n\r\n")
    // Requests are logged in order, so the presence of this one means that all of them have been logged.
    _ = await tool.line(containing: " GET /the/end")
    let lines = tool.text.split(separator: "\n")
    func told(_ text: String) -> String { lines.first { $0.contains(text) }.map(String.init) ?? "" }
    let answered = told(" 200 GET /api/v2/tickets/1042")
    #expect(answered.contains("  tickets.get/") || answered.contains("  tickets.get: "), "\(tool.text)")
    #expect(answered.prefix(8).filter { $0 == ":" }.count == 2, "the time comes first: \(answered)")
    #expect(told("    UNAUTHORIZED: ").contains("X-API-Key"), "\(tool.text)")
    #expect(told("    VALIDATION_ERROR: ").contains("priority"), "\(tool.text)")
    #expect(told("    warning request.query.undocumented").contains("(Contracts/truelog/"), "\(tool.text)")
    #expect(!tool.text.contains("Bearer agent-token HTTP"))
    tool.terminate()
    #expect(await tool.end().status == 0)
  }

  @Test func `with --lenient a wrong request is answered, and reported as drift`() async throws {
    let tool = RunningCommand(["serve", "truelog", "--port", "0", "--as", "agent", "--lenient"])
    defer { tool.kill() }
    let url = try #require(await tool.line(beginning: "TrueLog Inventory API: http://127.0.0.1:"))
    let connection = try await RawConnection.connect(port: try #require(Int(url)))
    let body = #"{"priority":"WHENEVER","subject":null}"#
    let taken = try await connection.exchange(
      "PUT /api/v2/tickets/1042 HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    try #require(taken.status == 200, "\(taken)")
    let drift = try #require(await tool.line(containing: "request.field.value-not-in-enum"), "\(tool.text)")
    #expect(drift.contains("priority"), "\(tool.text)")
    tool.terminate()
    #expect(await tool.end().status == 0)
    let upstream = try await plumbline("serve", "truelog", "--upstream", "http://127.0.0.1:1", "--lenient")
    #expect(upstream.status == 2 && upstream.errors.contains("omit --lenient"), "\(upstream)")
  }

  @Test func `with --verbose every request is shown, however many come`() async throws {
    let tool = RunningCommand(["serve", "truelog", "--port", "0", "--verbose", "--color", "always"])
    defer { tool.kill() }
    let url = try #require(await tool.line(beginning: "TrueLog Inventory API: http://127.0.0.1:"))
    let connection = try await RawConnection.connect(port: try #require(Int(url)))
    for number in 0..<300 {
      _ = try await connection.exchange("GET /api/v2/tickets/\(number) HTTP/1.1\r\nHost: localhost\r\n\r\n")
    }
    _ = try await connection.exchange("GET /api/v2/tikets HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let unmatched = try #require(await tool.line(containing: " GET /api/v2/tikets"))
    #expect(unmatched.hasPrefix("\u{1B}[1;33m"), "what no endpoint has stands out")
    #expect(unmatched.hasSuffix("\u{1B}[0m"), "what no endpoint has stands out")
    #expect(tool.text.split(separator: "\n").count { $0.contains(" GET /api/v2/tickets/") } == 300)
    tool.terminate()
    #expect(await tool.end().status == 0)
  }

  @Test func `of a flood so many a second are shown, and the rest is counted`() {
    let pace = RequestLogPace(perSecond: 3)
    #expect((0..<5).map { _ in pace.takesMore(in: 7) } == [true, true, true, false, false])
    #expect(pace.takesMore(in: 8))
    #expect(pace.unprinted() == 2)
    #expect(pace.unprinted() == 0)
    let all = RequestLogPace(perSecond: .max)
    #expect((0..<500).allSatisfy { _ in all.takesMore(in: 1) })
    #expect(all.unprinted() == 0)
  }

  @Test func `serve shows the recordings that come nearest where none fits`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"""
      { "plumbline": 1, "service": "notes", "title": "Notes", "envelope": null,
        "servers": { "a": { "url": "http://127.0.0.1:1" } },
        "endpoints": { "notes.list": { "summary": "Read", "request": "GET /notes", "source": "A test",
          "query": { "page": { "type": "integer" } }, "success": { "200": { "body": { "type": "array" } } } } } }
      """#, to: "Contracts/notes/contract.json")
    try folder.write(
      #"""
      { "provenance": { "kind": "authored", "on": "2026-11-21" },
        "request": { "method": "GET", "path": "/notes" }, "match": { "query.page": { "minimum": 2 } },
        "response": { "status": 200, "headers": { "content-type": "application/json" }, "body": ["late"] } }
      """#, to: "Recordings/notes/notes.list/late.json")
    let tool = RunningCommand(["serve", "--port", "0"], folder: folder.path)
    defer { tool.kill() }
    let port = try #require(await tool.line(beginning: "Notes: http://127.0.0.1:").flatMap { Int($0) })
    let connection = try await RawConnection.connect(port: port)
    let late = try await connection.exchange("GET /notes?page=2 HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(String(decoding: late.body, as: UTF8.self) == #"["late"]"#)
    _ = try await connection.exchange("GET /notes?page=1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let nearest = await tool.line(beginning: "    nearest: notes.list/late: ")
    #expect(nearest == "query.page: expected a number that is at least 2, found 1", "\(tool.text)")
    #expect(tool.text.contains(" 200 GET /notes?page=2  notes.list/late"), "\(tool.text)")
    tool.terminate()
    #expect(await tool.end().status == 0)
  }

  @Test func `recordings that lack what a collection begins with are served, and linted`() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(Suite.contracts.appendingPathComponent("truelog"), to: "Contracts/truelog")
    try folder.copy(
      Suite.recordings.appendingPathComponent("truelog/tickets.get"), to: "Recordings/truelog/tickets.get")
    let tool = RunningCommand(["serve", "truelog", "--port", "0", "--as", "agent"], folder: folder.path)
    defer { tool.kill() }
    let port = try #require(await tool.line(beginning: "TrueLog Inventory API: http://127.0.0.1:").flatMap { Int($0) })
    let connection = try await RawConnection.connect(port: port)
    #expect(
      try await connection.exchange("GET /api/v2/tickets/1042 HTTP/1.1\r\nHost: localhost\r\n\r\n").status == 200)
    tool.terminate()
    let run = await tool.end()
    #expect(run.status == 0, "\(run)")
    #expect(run.errors.contains("warning: The resource") && run.errors.contains("which isn't a recording"), "\(run)")
    let lint = try await plumbline("lint", "truelog", folder: folder.path)
    #expect(lint.status == 2, "\(lint)")
  }

  @Test(arguments: [
    (["--fault", "reset:2"], "0 to 1"), (["--fault", "rest"], "\"reset\""), (["--delay", "200"], "its unit"),
    (["--fault", "503@ticket.get"], "\"tickets.get\""), (["--delay", "1s@x.y"], "no endpoint \"x.y\""),
    (["--fault", "999"], "400 to 599"), (["--limit", "bodi=1MB"], "body,"), (["--limit", "body=much"], "KB, MB, GB"),
    (["--limit", "idle=0s"], "whole number"), (["--limit", "fields=9999999999999"], "whole number"),
    (["--upstream", "testin"], "\"testin\"; did you mean testing?"), (["--allow-writes"], "--upstream"),
    (["--upstream", "testing", "--as", "agent"], "identifies callers itself"), (["--pace", "fast"], "recorded, none"),
    (["--upstream", "testing", "--pace", "50ms"], "omit --pace"),
  ])
  func `what can't be done is refused, with what would be right`(
    _ words: [String], _ hint: String
  ) async throws {
    let tool = RunningCommand(["serve", "truelog", "--port", "0"] + words)
    defer { tool.kill() }
    let run = await tool.end()
    #expect(run.status == 2)
    #expect(run.errors.contains(hint), "\(run)")
  }
}
