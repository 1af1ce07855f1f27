import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineProxying
import TestSupport
import Testing

/// Compressed event streams through a proxy, with a server and a client on real sockets.
@Suite struct PackedStreamTests {
  /// The flushed bytes of `data: {"n":1}` and its empty line, then the second event, and then the end of the gzip data.
  private static let pieces: [[UInt8]] = [
    [
      0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 3, 0x4A, 0x49, 0x2C, 0x49, 0xB4, 0x52, 0xA8, 0x56, 0xCA, 0x53, 0xB2, 0x32,
      0xAC, 0xE5, 0xE2, 0x02, 0, 0, 0, 0xFF, 0xFF,
    ],
    [0x4A, 0x41, 0x70, 0x8D, 0x80, 0x5C, 0, 0, 0, 0, 0xFF, 0xFF],
    [0x03, 0, 0x76, 0xFA, 0xEF, 0x99, 0x1E, 0, 0, 0],
  ]

  private static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
  }

  @Test func `a client has the first event before the server packs the second, and the observer has both with times`()
    async throws
  {
    var limits = HTTPLimits.patient
    limits.streamed = 1 << 20
    let kept = limits
    let (asked, ask) = AsyncStream<Void>.makeStream()
    try await withRawUpstream({ _, connection in
      _ = try await connection.receive(through: "\r\n\r\n")
      let head =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: gzip\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n"
      try await connection.send(Array(head.utf8) + Self.chunk(Self.pieces[0]))
      _ = await asked.first { _ in true }
      try await connection.send(Self.chunk(Self.pieces[1]) + Self.chunk(Self.pieces[2]) + Array("0\r\n\r\n".utf8))
    }) { base in
      let (seen, continuation) = AsyncStream<Exchange>.makeStream()
      let streams = OpenResponses(streams: { $0 == "text/event-stream" }, include: { _ in true })
      let proxy = ForwardingResponder(
        upstream: base, deadline: .seconds(3600), client: try UpstreamClient(limits: kept, opening: streams))
      let front = try HTTPServer(configuration: .init(loops: 1, limits: kept))
      let listener = try front.listen(
        responder: ObservingResponder(proxy, keeping: 1 << 20) { continuation.yield($0) })
      let result: Result<Void, any Error>
      do {
        let connection = try await RawConnection.connect(port: listener.port)
        try await connection.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try await connection.receive(through: "data: {\"n\":1}\n\n"))
        ask.yield()
        #expect(try await connection.receive(through: "data: {\"n\":2}\n\n"))
        let exchange = try #require(await seen.first { _ in true })
        #expect(exchange.response?.headers.contains("content-encoding") == false)
        #expect(exchange.response?.body.bytes == Array("data: {\"n\":1}\n\ndata: {\"n\":2}\n\n".utf8))
        #expect(exchange.timing?.parts.last?.end == 30)
        result = .success(())
      } catch {
        result = .failure(error)
      }
      await front.shutdown(grace: .zero)
      await proxy.shutdown()
      try result.get()
    }
  }
}
