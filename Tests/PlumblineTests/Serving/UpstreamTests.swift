import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import TestSupport
import Testing

@testable import PlumblineCommands

/// A mock that forwards requests to a real server, which is represented by a second mock.
@Suite struct UpstreamTests {
  private func request(_ method: String, _ target: String) -> String {
    """
    \(method) \(target) HTTP/1.1\r\nHost: localhost\r\nX-API-Key: demo-key\r\n\
    Authorization: Bearer agent-token\r\nX-Plumbline-Session: mine\r\n\r\n
    """
  }

  private func forwarding<Value>(
    to url: String, allowsWrites: Bool = false, isolation: isolated (any Actor)? = #isolation,
    _ body: (_ directory: SessionDirectory, _ port: Int) async throws -> Value
  ) async throws -> Value {
    let contract = try TrueLog.library.get().contract
    let address = try ServerAddress.url(url, of: contract, option: "--upstream", telling: Console(environment: [:]))
    let server = try RealServer(address, contract: contract, allowsWrites: allowsWrites)
    let value = try await withDirectory({ $0.upstream = { _ in server } }) { try await body($0, $1) }
    await server.shutdown()
    return value
  }

  @Test func `reading is forwarded and journaled, writing only when it is allowed`() async throws {
    try await withDirectory { real, port in
      try await forwarding(to: "http://127.0.0.1:\(port)") { directory, own in
        let connection = try await RawConnection.connect(port: own)
        let read = try await connection.exchange(request("GET", "/api/v2/tickets/1042"))
        #expect(read.status == 200)
        #expect(try JSON.parse(read.body)["data"]?["id"]?.int == 1042)
        let refused = try await connection.exchange(request("DELETE", "/api/v2/tickets/1042"))
        #expect(refused.status == 403)
        #expect(refused.text.contains("--allow-writes"))
        // The name of the session isn't forwarded to the real server.
        #expect(real.main.journal.total == 1)
        #expect(real.sessions.isEmpty)
        let session = try #require(directory.find("mine"))
        #expect(session.journal.entries.map(\.status) == [200, 403])
        let journal = try await connection.exchange(request("GET", "/__plumbline/journal"))
        let exchanges = try JSON.parse(journal.body)["exchanges"]?.elements ?? JSON.emptyArray.elements
        #expect(exchanges.allSatisfy { $0["drift"]?.count == 0 }, "\(journal.text)")
      }
      try await forwarding(to: "http://127.0.0.1:\(port)", allowsWrites: true) { _, own in
        let connection = try await RawConnection.connect(port: own)
        #expect(try await connection.exchange(request("DELETE", "/api/v2/customers/8")).status != 403)
        #expect(real.main.journal.total == 2)
      }
    }
  }

  @Test func `a server whose contract forbids it is never written to`() async throws {
    try await forwarding(to: "production", allowsWrites: true) { _, own in
      let refused = try await RawConnection.connect(port: own).exchange(request("DELETE", "/api/v2/tickets/1"))
      #expect(refused.status == 403)
      #expect(refused.text.contains("the contract forbids writing to production"))
    }
  }

  @Test func `a server that can't be reached is a 502 that says so`() async throws {
    let port = try LoopbackPort.bound()
    defer { port.close() }
    try await forwarding(to: port.url) { _, own in
      let answer = try await RawConnection.connect(port: own).exchange(request("GET", "/api/v2/tickets/1"))
      #expect(answer.status == 502)
      #expect(answer.text.contains("refused"))
    }
  }
}
