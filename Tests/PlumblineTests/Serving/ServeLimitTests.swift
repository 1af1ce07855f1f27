import Foundation
import TestSupport
import Testing

/// Limits that the command line sets, each reached over a real socket.
@Suite struct ServeLimitTests {
  private static let head = "Host: localhost\r\n"

  @Test(arguments: [
    ("request-line=100", "GET /\(String(repeating: "a", count: 200)) HTTP/1.1\r\n\(head)\r\n", 414),
    ("head=1KB", "GET / HTTP/1.1\r\n\(head)X: \(String(repeating: "a", count: 2000))\r\n\r\n", 431),
    ("fields=2", "GET / HTTP/1.1\r\n\(head)A: 1\r\nB: 2\r\n\r\n", 431),
    ("body=10", "POST / HTTP/1.1\r\n\(head)Content-Length: 11\r\n\r\n", 413),
    ("head-time=1ms", "GET / HTTP/1.1\r\nHost: loc", 408),
    ("body-time=1ms", "POST / HTTP/1.1\r\n\(head)Content-Length: 11\r\n\r\n", 408),
  ])
  func `a request beyond a bound gets the bound's own status`(
    limit: String, request: String, status: Int
  ) async throws {
    let tool = RunningCommand(["serve", "--echo", "--port", "0", "--limit", limit])
    defer { tool.kill() }
    let rest = await tool.line(beginning: "Echoing every request on http://127.0.0.1:")
    let port = try #require(rest.flatMap { Int($0) }, "\(tool.errorText)")
    let response = try await RawConnection.connect(port: port).exchange(request)
    #expect(response.status == status)
  }
}
