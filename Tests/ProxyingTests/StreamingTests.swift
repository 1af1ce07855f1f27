import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineProxying
import Synchronization
import TestSupport
import Testing

/// Bodies that pass through the proxy as they arrive, with a server and a client on real sockets.
@Suite struct StreamingTests {
  private static let size = 3 << 20

  /// A server that responds with the number of bytes that it received, or with as many bytes as a request asks for.
  private final class Counter: Responder {
    func respond(to request: Request, completion: Completion) -> Reply {
      if case .stream(let stream) = request.body {
        count(stream, 0, completion)
        return .later
      }
      let bytes = [UInt8](repeating: 0x78, count: StreamingTests.size)
      let source = BodyPipe(length: request.path == "/known" ? bytes.count : nil, resume: {})
      source.push(bytes)
      source.finish(.end(trailers: HeaderFields()))
      return .now(OutgoingResponse(Response(status: 200, headers: ["X-A": "1"], body: .stream(source))))
    }

    private func count(_ stream: any BodyStream, _ sum: Int, _ completion: Completion) {
      stream.next { chunk in
        switch chunk {
        case .bytes(let bytes): self.count(stream, sum + bytes.count, completion)
        case .end: completion(OutgoingResponse(Response(status: 200, body: Body("\(sum)"))))
        case .failed(let failure): completion(OutgoingResponse(failure: failure))
        }
      }
    }
  }

  /// Runs a proxy in front of that server for the duration of a test, with its result for each exchange.
  private func proxied<Value>(
    isolation: isolated (any Actor)? = #isolation, seen: @escaping @Sendable (Exchange) -> Void = { _ in },
    _ body: (_ port: Int) async throws -> Value
  ) async throws -> Value {
    var limits = HTTPLimits.patient
    limits.streamed = 64 << 10
    let upstream = try HTTPServer(configuration: .init(loops: 1, limits: limits))
    let target = try upstream.listen(responder: Counter())
    let proxy = try ForwardingResponder(upstream: target.baseURL, deadline: .seconds(3600), limits: limits)
    let front = try HTTPServer(configuration: .init(loops: 1, limits: limits))
    let listener = try front.listen(responder: ObservingResponder(proxy, observe: seen))
    let result: Result<Value, any Error>
    do { result = .success(try await body(listener.port)) } catch { result = .failure(error) }
    await front.shutdown(grace: .zero)
    await proxy.shutdown()
    await upstream.shutdown(grace: .zero)
    return try result.get()
  }

  @Test(arguments: ["/known", "/unknown"]) func `a large answer goes through, and is never there as a whole`(
    path: String
  )
    async throws
  {
    let wasWhole = Mutex<[Bool]>([])
    try await proxied(seen: { exchange in
      wasWhole.withLock { $0.append(exchange.response?.body.bytes != nil) }
    }) { port in
      let connection = try await RawConnection.connect(port: port)
      for _ in 0..<2 {
        let answer = try await connection.exchange("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(answer.body == [UInt8](repeating: 0x78, count: Self.size))
        #expect(answer["x-a"] == "1")
        #expect((answer["content-length"] != nil) == (path == "/known"))
      }
    }
    #expect(wasWhole.withLock { $0 } == [false, false])
  }

  @Test(arguments: [true, false]) func `a large request goes through, and the connection carries on`(isChunked: Bool)
    async throws
  {
    try await proxied { port in
      let connection = try await RawConnection.connect(port: port)
      let body = [UInt8](repeating: 0x78, count: Self.size)
      for _ in 0..<2 {
        var request = Array("POST / HTTP/1.1\r\nHost: localhost\r\n".utf8)
        if isChunked {
          request += Array("Transfer-Encoding: chunked\r\n\r\n\(String(Self.size, radix: 16))\r\n".utf8) + body
          request += Array("\r\n0\r\n\r\n".utf8)
        } else {
          request += Array("Content-Length: \(Self.size)\r\n\r\n".utf8) + body
        }
        try await connection.send(request)
        #expect(try await connection.receive(responses: 1)[0].text == "\(Self.size)")
      }
    }
  }

  @Test func `a client that breaks off in the middle of its request breaks the server's off as well`() async throws {
    let failed = AsyncStream<TransportFailure.Kind?>.makeStream()
    try await proxied(seen: { failed.continuation.yield($0.failure?.kind) }) { port in
      let connection = try await RawConnection.connect(port: port)
      let head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(Self.size)\r\n\r\n"
      try await connection.send(Array(head.utf8) + [UInt8](repeating: 0x78, count: 200_000))
      connection.finishSending()
      var kinds = failed.stream.makeAsyncIterator()
      #expect(await kinds.next() == .connectionClosed)
    }
  }

  @Test func `an answer is read no faster than it is asked for`() async throws {
    var limits = HTTPLimits.patient
    limits.streamed = 10
    let kept = limits
    let count = 24 << 20
    try await withRawUpstream({ _, connection in
      _ = try await connection.receive(through: "\r\n\r\n")
      try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n")
      try await connection.send([UInt8](repeating: 7, count: count))
    }) { base in
      let proxy = try ForwardingResponder(upstream: "\(base)", deadline: .seconds(3600), limits: kept)
      guard case .stream(let stream) = await proxy.answer(to: Request(method: .get, target: "/")).response.body else {
        Issue.record("it came whole")
        return
      }
      var (sum, largest) = (0, 0)
      reading: while true {
        switch await withCheckedContinuation({ next in stream.next { next.resume(returning: $0) } }) {
        case .bytes(let bytes):
          // The bytes are read more slowly than they arrive.
          #expect(bytes.allSatisfy { $0 == 7 })
          sum += bytes.count
          largest = max(largest, bytes.count)
        case .end: break reading
        case .failed(let failure):
          Issue.record("\(failure)")
          break reading
        }
      }
      #expect(sum == count)
      #expect(largest <= 1 << 20, "\(largest) bytes waited")
      await proxy.shutdown()
    }
  }

  @Test func `an answer that breaks off breaks off at the client`() async throws {
    var limits = HTTPLimits.patient
    limits.streamed = 10
    let kept = limits
    try await withRawUpstream({ _, connection in
      _ = try await connection.receive(through: "\r\n\r\n")
      try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n0123456789")
    }) { base in
      let proxy = try ForwardingResponder(upstream: "\(base)", deadline: .seconds(3600), limits: kept)
      let answer = await proxy.answer(to: Request(method: .get, target: "/"))
      guard case .stream(let stream) = answer.response.body else {
        Issue.record("\(answer)")
        return
      }
      #expect(stream.length == 1000)
      var text = ""
      reading: while true {
        switch await withCheckedContinuation({ next in stream.next { next.resume(returning: $0) } }) {
        case .bytes(let bytes): text += String(decoding: bytes, as: UTF8.self)
        case .failed(let failure):
          #expect(failure.kind == .connectionClosed)
          break reading
        case .end:
          Issue.record("it ended as if it were whole")
          break reading
        }
      }
      #expect(text == "0123456789")
      await proxy.shutdown()
    }
  }
}
