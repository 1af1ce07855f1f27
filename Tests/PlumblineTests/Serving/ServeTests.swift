import Foundation
import PlumblineHTTPServer
import PlumblineJSONTree
import TestSupport
import Testing

/// The command `plumbline serve` over real sockets.
struct ServeTests {
  /// A running mock and its curl line.
  private struct Served {
    let tool: RunningTool
    let port: Int
    let curl: String

    func send(
      _ line: String, token: String? = "agent-token", key: String? = "demo-key", body: String? = nil
    ) async throws -> RawResponse {
      var request = "\(line) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
      if let key { request += "X-API-Key: \(key)\r\n" }
      if let token { request += "Authorization: Bearer \(token)\r\n" }
      if let body { request += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n" }
      return try await RawConnection.connect(port: port).exchange(request + "\r\n" + (body ?? ""))
    }
  }

  private func serve<Value>(
    _ more: [String] = [], isolation: isolated (any Actor)? = #isolation, _ body: (Served) async throws -> Value
  ) async throws -> Value {
    let tool = try RunningTool(["serve", "truelog", "--port", "0"] + more)
    defer { tool.kill() }
    let url = try #require(await tool.line(beginning: "TrueLog Inventory API: http://127.0.0.1:"), "\(tool.errorText)")
    let curl = try #require(await tool.line(beginning: "  curl "))
    return try await body(Served(tool: tool, port: try #require(Int(url)), curl: curl))
  }

  /// Returns a failure's message, and checks the members that every error has.
  private func failure(_ response: RawResponse, _ code: String) throws -> String {
    #expect(response["content-type"]?.hasPrefix("application/json") == true)
    let body = try JSON.parse(response.body)
    #expect(body["success"]?.bool == false)
    #expect(body["error"]?.string == code)
    return try #require(body["message"]?.string)
  }

  @Test func `a body over the limit is refused in the envelope`() async throws {
    try await serve(["--limit", "body=10"]) { served in
      let response = try await served.send("POST /api/v2/tickets", body: #"{"subject": "Dock"}"#)
      #expect(response.status == 413)
      #expect(try failure(response, "CONTENT_TOO_LARGE").contains("larger than this server accepts: 10 bytes"))
    }
  }

  @Test func `a success comes from a recording, in the envelope`() async throws {
    try await serve { served in
      let response = try await served.send("GET /api/v2/tickets/1042")
      #expect(response.status == 200)
      #expect(response["plumbline-recording"] == "tickets.get/success")
      let body = try JSON.parse(response.body)
      #expect(body["success"]?.bool == true)
      #expect(body["data"]?["id"]?.int == 1042)
    }
  }

  @Test func `without a key it is 401, as viewer 403, with a wrong value 422 and a pointer`() async throws {
    try await serve { served in
      let edit = #"{"priority": "URGENT"}"#
      let unauthorized = try await served.send("GET /api/v2/tickets/1042", key: nil)
      #expect(unauthorized.status == 401)
      #expect(try failure(unauthorized, "UNAUTHORIZED").contains("X-API-Key"))
      let forbidden = try await served.send("PUT /api/v2/tickets/1042", token: "viewer-token", body: edit)
      #expect(forbidden.status == 403)
      _ = try failure(forbidden, "FORBIDDEN")
      let invalid = try await served.send("PUT /api/v2/tickets/1042", body: #"{"priority": "SOON"}"#)
      #expect(invalid.status == 422)
      #expect(try failure(invalid, "VALIDATION_ERROR").contains("/priority"))
    }
  }

  @Test func `what no endpoint fits is 404 or 405 and names the nearest`() async throws {
    try await serve { served in
      let missing = try await served.send("GET /api/v2/tikets/1042")
      #expect(missing.status == 404)
      #expect(try failure(missing, "ENDPOINT_NOT_FOUND").contains("GET /api/v2/tickets/{ticket_id}"))
      let method = try await served.send("PATCH /api/v2/tickets/1042")
      #expect(method.status == 405)
      let allowed = Set((method["allow"] ?? "").split(separator: ",").map { $0.drop { $0 == " " } })
      #expect(allowed.isSuperset(of: ["GET", "PUT", "DELETE"]))
      let body = try JSON.parse(method.body)
      #expect(body["success"]?.bool == false)
      #expect(body["message"]?.string?.contains("/api/v2/tickets/{ticket_id}") == true)
    }
  }

  @Test func `the curl line works`() async throws {
    try await serve { served in
      var fields: [String] = []
      var rest = served.curl[...]
      while let start = rest.range(of: "-H '"), let end = rest[start.upperBound...].firstIndex(of: "'") {
        fields.append(String(rest[start.upperBound..<end]))
        rest = rest[rest.index(after: end)...]
      }
      let url = try #require(rest.range(of: "http://127.0.0.1:\(served.port)"))
      let target = rest[url.upperBound...].prefix { $0 != "'" && $0 != " " }
      #expect(!fields.isEmpty)
      let head = ["GET \(target) HTTP/1.1", "Host: 127.0.0.1", "Connection: close"] + fields
      let response = try await RawConnection.connect(port: served.port)
        .exchange(head.joined(separator: "\r\n") + "\r\n\r\n")
      #expect(response.status == 200, "\(response.text)")
    }
  }

  @Test func `with a persona no caller needs credentials`() async throws {
    try await serve(["--as", "viewer"]) { served in
      #expect(!served.curl.contains("-H"))
      #expect(try await served.send("GET /api/v2/tickets/1042", token: nil, key: nil).status == 200)
      let edit = #"{"priority": "URGENT"}"#
      let forbidden = try await served.send("PUT /api/v2/tickets/1042", token: nil, key: nil, body: edit)
      #expect(forbidden.status == 403)
    }
  }

  @Test func `of several services those without the persona say so, and go on asking`() async throws {
    // With port 0, each service gets any free port.
    let tool = try RunningTool(["serve", "truelog", "photoscout", "--as", "viewer", "--port", "0"])
    defer { tool.kill() }
    let said = await tool.line(containing: "--as viewer is ignored for photoscout: no such persona")
    #expect(said != nil, "\(tool.errorText)")
    tool.terminate()
    let run = await tool.end()
    #expect(run.status == 0)
    #expect(!run.output.contains("truelog has no such persona"))
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `a signal ends it in good order`(signal: Int32) async throws {
    try await serve { served in
      served.tool.send(signal)
      let run = await served.tool.end()
      #expect(run.status == 0, "\(run)")
      #expect(run.lines.suffix(2) == ["Stopping.", ""])
      #expect(run.errors.isEmpty)
    }
  }

  @Test func `what is under way is finished, unless it is stopped twice`() async throws {
    func slow(_ served: Served, _ seconds: Int) async throws -> RawConnection {
      let connection = try await RawConnection.connect(port: served.port)
      // A response proves that the connection was accepted.
      _ = try await connection.exchange("GET /__plumbline/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
      _ = try await connection.send(
        "GET /api/v2/tickets/1042 HTTP/1.1\r\nHost: localhost\r\nPrefer: wait=\(seconds)\r\n\r\n")
      return connection
    }
    try await serve(["--as", "agent"]) { served in
      let connection = try await slow(served, 1)
      served.tool.terminate()
      #expect(try await connection.receive(responses: 1).map(\.status) == [200])
      #expect(await served.tool.end().status == 0)
    }
    try await serve(["--as", "agent"]) { served in
      let connection = try await slow(served, 60)
      served.tool.send(SIGINT)
      _ = await served.tool.line(beginning: "Stopping.")
      served.tool.send(SIGINT)
      #expect(try await connection.receiveUntilClose().bytes.isEmpty, "an answer would have come in time")
      #expect([0, 130].contains(await served.tool.end().status))
    }
  }

  @Test func `a second signal ends it whatever it computes`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"""
      { "plumbline": 1, "service": "texts", "title": "Texts", "envelope": null, "endpoints": { "texts.add": {
        "summary": "Add", "source": "A test", "request": "POST /texts", "success": { "204": {} },
        "body": { "type": "string", "pattern": "[ab](a|aa){1,3000}c$" } } } }
      """#, to: "Contracts/texts/contract.json")
    // An incomplete request doesn't count as work. In that case, the first signal ends the process, and the test tries
    // again.
    for _ in 0..<60 {
      let status = try await self.statusAfterTwoSignals(folder)
      if status != 0 { return #expect(status == 130) }
    }
    Issue.record("The first signal never came while it computed.")
  }

  /// Returns the exit status of a server that receives two signals right after a request that takes it several seconds.
  private func statusAfterTwoSignals(_ folder: TemporaryFolder) async throws -> Int32 {
    let tool = try RunningTool(["serve", "--port", "0", "--limit", "body=8000000"], folder: folder.path)
    defer { tool.kill() }
    let url = try #require(await tool.line(beginning: "Texts: http://127.0.0.1:"), "\(tool.errorText)")
    let port = try #require(Int(url))
    let slow = try await RawConnection.connect(port: port)
    let health = "GET /__plumbline/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    _ = try await slow.exchange(health)
    // This takes seconds to check, even in an optimized build.
    let text = "\"" + String(repeating: "a", count: 3_000_000) + "\""
    let head = "POST /texts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    try await slow.send(head + "Content-Length: \(text.utf8.count)\r\n\r\n" + text)
    tool.send(SIGINT)
    _ = await tool.line(beginning: "Stopping.")
    tool.send(SIGINT)
    return await tool.end().status
  }

  @Test func `what a client sends can't act on the terminal, or forge a line`() async throws {
    let characters = (0...0x1F).map { $0 } + [0x7F] + (0x80...0x9F).map { $0 }
    try await serve { served in
      for character in characters {
        let bytes = String(UnicodeScalar(UInt8(character))).utf8
        let encoded = bytes.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        _ = try await served.send("GET /api/v2/tick\(encoded)%5d0;pwned%0d%0a200%20GET%20/faked-\(character)")
      }
      _ = try await served.send("GET /the/end")
      _ = await served.tool.line(containing: " 404 GET /the/end")
      let lines = served.tool.text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count { $0.dropFirst(8).hasPrefix(" 404 GET /api/v2/tick") } == characters.count)
      #expect(!lines.contains { $0.hasPrefix("200") || $0.dropFirst(8).hasPrefix(" 200") })
      let control = served.tool.text.unicodeScalars.filter { $0.properties.generalCategory == .control && $0 != "\n" }
      #expect(control.isEmpty, "\(control.map(\.value))")
    }
  }

  @Test func `into a pipe the same is printed as on a terminal`() async throws {
    try await serve { served in
      _ = try await served.send("GET /api/v2/tickets/1042")
      #expect(await served.tool.line(containing: " GET /api/v2/tickets/1042  tickets.get") != nil)
    }
  }

  @Test func `an echo answers with the request's own body`() async throws {
    let tool = try RunningTool(["serve", "--echo", "--port", "0"])
    defer { tool.kill() }
    let rest = await tool.line(beginning: "Echoing every request on http://127.0.0.1:")
    let port = try #require(rest.flatMap { Int($0) }, "\(tool.errorText)")
    let response = try await RawConnection.connect(port: port).exchange(
      "POST /any/where HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello")
    #expect(response.status == 200)
    #expect(response.text == "hello")
    tool.terminate()
    #expect(await tool.end().status == 0)
  }

  @Test func `a port in use is named`() async throws {
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let listener = try server.listen(responder: EchoResponder())
    let run = try await plumbline("serve", "truelog", "--port", "\(listener.port)")
    await server.shutdown(grace: .zero)
    #expect(run.status == 2, "\(run)")
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("plumbline: Port \(listener.port) is in use on 127.0.0.1"), "\(run)")
  }
}
