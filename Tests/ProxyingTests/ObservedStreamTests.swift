import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineProxying
import TestSupport
import Testing

/// Event streams through a proxy that observes them, with a server and a client on real sockets.
@Suite struct ObservedStreamTests {
  /// Runs a proxy in front of a server that handles raw connections, and passes its exchanges on one by one.
  private func proxied(
    _ script: @escaping @Sendable (RawConnection) async throws -> Void,
    _ body: @escaping @Sendable (_ port: Int, _ front: HTTPServer, _ seen: AsyncStream<Exchange>) async throws -> Void
  ) async throws {
    var limits = HTTPLimits.patient
    limits.streamed = 1 << 20
    let kept = limits
    try await withRawUpstream({ _, connection in
      _ = try await connection.receive(through: "\r\n\r\n")
      try await script(connection)
    }) { base in
      let (seen, continuation) = AsyncStream<Exchange>.makeStream()
      let proxy = try ForwardingResponder(upstream: "\(base)", deadline: .seconds(3600), limits: kept)
      let front = try HTTPServer(configuration: .init(loops: 1, limits: kept))
      let listener = try front.listen(
        responder: ObservingResponder(proxy, keeping: 1 << 20) { continuation.yield($0) })
      let result: Result<Void, any Error>
      do { result = .success(try await body(listener.port, front, seen)) } catch { result = .failure(error) }
      await front.shutdown(grace: .zero)
      await proxy.shutdown()
      try result.get()
    }
  }

  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
  private static let get = "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n"

  private static func chunk(_ text: String) -> String { "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n" }

  @Test func `a client has the first event before the server sends the second, and the observer has both`() async throws
  {
    let (asked, ask) = AsyncStream<Void>.makeStream()
    try await proxied({ connection in
      try await connection.send(Self.head + Self.chunk("data: 1\n\n"))
      _ = await asked.first { _ in true }
      try await connection.send(Self.chunk("data: 2\n\n") + "0\r\n\r\n")
    }) { port, _, seen in
      let connection = try await RawConnection.connect(port: port)
      try await connection.send(Self.get)
      #expect(try await connection.receive(through: "data: 1\n\n"))
      ask.yield()
      #expect(try await connection.receive(through: "data: 2\n\n"))
      let exchange = try #require(await seen.first { _ in true })
      #expect(exchange.response?.body.bytes == Array("data: 1\n\ndata: 2\n\n".utf8))
      #expect(exchange.timing?.parts.last?.end == 18)
      #expect(exchange.fragment == nil)
    }
  }

  @Test func `a stream that is closed on its way ends at the server, and the observer has what came`() async throws {
    let (ended, end) = AsyncStream<Void>.makeStream()
    try await proxied({ connection in
      try await connection.send(Self.head + Self.chunk("data: 1\n\n"))
      _ = try await connection.receiveUntilClose()
      end.yield()
    }) { port, front, seen in
      let connection = try await RawConnection.connect(port: port)
      try await connection.send(Self.get)
      #expect(try await connection.receive(through: "data: 1\n\n"))
      await front.shutdown(grace: .zero)
      let exchange = try #require(await seen.first { _ in true })
      #expect(exchange.response?.body.bytes == nil)
      #expect(exchange.fragment?.bytes == Array("data: 1\n\n".utf8))
      #expect(exchange.fragment?.reason.kind == .cancelled)
      for await _ in ended { break }
    }
  }

  @Test func `a server that breaks off breaks off at the client, and the observer knows why`() async throws {
    try await proxied({ connection in
      _ = try await connection.send(Self.head + Self.chunk("data: 1\n\nda"))
    }) { port, _, seen in
      let connection = try await RawConnection.connect(port: port)
      try await connection.send(Self.get)
      let (bytes, _) = try await connection.receiveUntilClose()
      #expect(String(decoding: bytes, as: UTF8.self).contains("data: 1\n\n"))
      #expect(!String(decoding: bytes, as: UTF8.self).hasSuffix("0\r\n\r\n"))
      let exchange = try #require(await seen.first { _ in true })
      #expect(exchange.fragment?.bytes == Array("data: 1\n\nda".utf8))
      #expect(exchange.fragment?.reason.kind == .connectionClosed)
    }
  }
}
