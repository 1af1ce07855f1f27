import TestSupport
import Testing

/// A server whose process is limited to a few file descriptors, with more clients than that.
@Suite struct ServeDescriptorTests {
  private static let get = Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)

  @Test func `without a descriptor left, it serves those who are in, and lets others in as they leave`() async throws {
    let tool = try RunningTool(["serve", "--echo", "--port", "0"], openFiles: 32)
    defer { tool.kill() }
    let rest = await tool.line(beginning: "Echoing every request on http://127.0.0.1:")
    let port = try #require(rest.flatMap { Int($0) }, "\(tool.errorText)")
    // The clients run on a single thread. A client that waits too long for its turn among all the tests is disconnected
    // as idle.
    try await offPool { try Self.crowd(port) }
    #expect(tool.errorText == "")
  }

  private static func crowd(_ port: Int) throws {
    var waiting: [RawConnection] = []
    for _ in 0..<60 { waiting.append(try .connecting(port: port)) }
    for connection in waiting { connection.sending(get) }
    // The first clients are connected. Serving them again keeps the loops busy, so that they accept as many clients as
    // possible and then fail.
    var inside = Array(waiting.prefix(16))
    waiting.removeFirst(16)
    for connection in inside { #expect(try connection.receiving(responses: 1)[0].status == 200) }
    for _ in 0..<2 {
      for connection in inside {
        connection.sending(get)
        #expect(try connection.receiving(responses: 1)[0].status == 200)
      }
    }
    while !waiting.isEmpty {
      inside.removeFirst()
      let next = waiting.removeFirst()
      #expect(try next.receiving(responses: 1)[0].status == 200)
      inside.append(next)
    }
  }
}
