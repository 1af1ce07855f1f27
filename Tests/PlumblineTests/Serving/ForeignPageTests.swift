import Foundation
import TestSupport
import Testing

/// A web page in the developer's browser, which must not reach a real server through this one.
@Suite struct ForeignPageTests {
  private static let post =
    "POST /api/v2/tickets/1042/comments HTTP/1.1\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n"

  @Test(arguments: ["record", "serve"])
  func `only programs, pages of this machine and allowed origins are sent on`(command: String) async throws {
    let folder = try TemporaryFolder()
    try folder.copy(Suite.contracts, to: "Contracts")
    try folder.copy(Suite.recordings, to: "Recordings")
    let server = try UnrulyServer()
    try await server.serving { url in
      let tool = RunningCommand(
        [
          command, "truelog", "--upstream", url, "--port", "0", "--allow-writes", "--allow-origin",
          "https://app.example", "--allow-origin", "http://other.example:81",
        ], folder: folder.path)
      defer { tool.kill() }
      let port = try #require(
        await tool.line(beginning: "TrueLog Inventory API: http://127.0.0.1:").flatMap { Int($0) }, "\(tool.errorText)")
      _ = await tool.line(beginning: "Press Ctrl-C")
      let connection = try await RawConnection.connect(port: port)
      for fields in [
        "Host: localhost:\(port)\r\nOrigin: https://evil.example\r\n", "Host: localhost\r\nOrigin: null\r\n",
        "Host: evil.example:\(port)\r\n", "Host: evil.example\r\nOrigin: http://evil.example\r\n",
        "Host: localhost\r\nOrigin: http://app.example\r\n",
      ] {
        let refused = try await connection.exchange("\(Self.post)\(fields)\r\n{}")
        #expect(refused.status == 403, "\(fields)")
        #expect(refused.text.contains(fields.contains("null") ? "localhost" : "--allow-origin"), "\(refused.text)")
        #expect(!refused.text.lowercased().contains("access-control-"), "\(refused.text)")
      }
      #expect(server.requests.isEmpty)
      for fields in [
        "Host: 127.0.0.1:\(port)\r\n", "Host: localhost\r\nOrigin: http://localhost:5173\r\n",
        "Host: localhost\r\nOrigin: https://app.example\r\n",
      ] {
        let count = server.requests.count
        _ = try await connection.exchange("GET /api/v2/tickets/1042 HTTP/1.1\r\n\(fields)\r\n")
        #expect(server.requests.count == count + 1, "\(fields)")
      }
      tool.terminate()
      _ = await tool.end()
    }
  }

  @Test func `how many sessions there may be is a limit`() async throws {
    let tool = RunningCommand(["serve", "truelog", "--port", "0", "--limit", "sessions=2"])
    defer { tool.kill() }
    let port = try #require(
      await tool.line(beginning: "TrueLog Inventory API: http://127.0.0.1:").flatMap { Int($0) }, "\(tool.errorText)")
    let connection = try await RawConnection.connect(port: port)
    for name in ["a", "b", "c"] {
      let fields = "Host: localhost\r\nX-Plumbline-Session: \(name)\r\nPrefer: code=200\r\n"
      #expect(try await connection.exchange("GET /api/v2/tickets/1042 HTTP/1.1\r\n\(fields)\r\n").status != 503)
    }
    let list = try await connection.exchange("GET /__plumbline/sessions HTTP/1.1\r\nHost: localhost\r\n\r\n").text
    #expect(["main", "b", "c"].allSatisfy { list.contains("\"\($0)\"") } && !list.contains("\"a\""), "\(list)")
    tool.terminate()
    #expect(await tool.end().status == 0)
  }
}
