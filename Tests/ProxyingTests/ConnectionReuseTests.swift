import PlumblineHTTPMessages
import PlumblineProxying
import TestSupport
import Testing

@testable import PlumblineHTTPServer
@testable import PlumblineProxying

/// Connections to a real server that are reused, and the handling of a request on a stale one.
@Suite struct ConnectionReuseTests {
  private static let small = Request(method: .get, target: "/small")
  /// A request that is larger than what the system accepts from a client whose server doesn't read.
  private static let large = Request(
    method: .put, target: "/large", body: Body([UInt8](repeating: 65, count: 64 << 20)))

  private static func answer(_ text: String) -> String {
    "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
  }

  /// Returns the results of requests that are sent one after another. `answered` is called as each response arrives.
  private static func texts(
    _ requests: [Request], at base: BaseURL, answered: () -> Void = {}
  ) async throws -> [String?] {
    let client = try UpstreamClient(limits: .patient)
    var texts: [String?] = []
    for request in requests {
      let exchange = await client.exchange(request, with: base, deadline: .seconds(3600))
      texts.append(exchange.response?.body.bytes.map { String(decoding: $0, as: UTF8.self) })
      answered()
    }
    await client.shutdown()
    return texts
  }

  @Test func `a connection whose request was sent and answered whole is used again`() async throws {
    let texts = try await withRawUpstream { number, connection in
      while try await connection.receive(through: "\r\n\r\n") {
        try await connection.send(Self.answer("connection \(number)"))
      }
    } _: { base in
      try await Self.texts([Self.small, Self.small], at: base)
    }
    #expect(texts == ["connection 1", "connection 1"])
  }

  @Test func `a connection on which only half of a request was sent when its answer came isn't`() async throws {
    let (answered, tell) = AsyncStream<Void>.makeStream()
    let texts = try await withRawUpstream { number, connection in
      if number == 1 {
        try await connection.send(Self.answer("enough"))
        // The body isn't read before the client has the response.
        for await _ in answered { break }
      }
      // Any further bytes on this connection belong to the body until it closes, so no request may arrive in the middle
      // of it.
      while try await connection.receive(through: "GET /small") {
        try await connection.send(Self.answer("connection \(number)"))
      }
    } _: { base in
      try await Self.texts([Self.large, Self.small], at: base) { tell.yield() }
    }
    #expect(texts == ["enough", "connection 2"])
  }

  @Test func `a request that meets a stale connection goes out once more, and not a third time`() async throws {
    let closing = OutgoingResponse(failure: TransportFailure(kind: .other, message: "Gone."))
    let script: @Sendable (Request) -> OutgoingResponse? = { request in
      request.path == "/first" ? OutgoingResponse(Response(status: 200)) : closing
    }
    try await withScript(script) { base, server in
      let client = try UpstreamClient(limits: .patient)
      let url = try BaseURL(parsing: base)
      let first = Request(method: .get, target: "/first")
      #expect(await client.exchange(first, with: url, deadline: .seconds(3600)).response?.status == 200)
      let second = await client.exchange(Self.small, with: url, deadline: .seconds(3600))
      #expect(second.failure?.kind == .connectionClosed)
      #expect(server.requests.map(\.target) == ["/first", "/small", "/small"])
      await client.shutdown()
    }
  }

  @Test func `a request that can't be sent twice isn't, also on a stale connection`() async throws {
    let closing = OutgoingResponse(failure: TransportFailure(kind: .other, message: "Gone."))
    try await withScript({ $0.path == "/first" ? OutgoingResponse(Response(status: 200)) : closing }) { base, server in
      let client = try UpstreamClient(limits: .patient)
      let url = try BaseURL(parsing: base)
      let requests = [Request(method: .get, target: "/first"), Request(method: .post, target: "/second")]
      for request in requests { _ = await client.exchange(request, with: url, deadline: .seconds(3600)) }
      #expect(server.requests.map(\.target) == ["/first", "/second"])
      await client.shutdown()
    }
  }

  @Test func `the pool repeats a call at most once`() throws {
    let port = try LoopbackPort.bound()
    defer { port.close() }
    try port.listen()
    let loop = LoopCore(mailbox: try Mailbox(), poller: try PollerKind.poll.open().make())
    let pool = UpstreamPool(on: loop)
    let outcomes = Outcomes()
    let call = UpstreamCall(
      bytes: Array("GET / HTTP/1.1\r\n\r\n".utf8), method: .get, base: try BaseURL(parsing: port.url),
      limits: HTTPLimits()
    ) { outcomes.all.append($0) }
    let failure = TransportFailure(kind: .connectionClosed, message: "It closed.")
    pool.retry(call, after: failure, on: loop)
    #expect(outcomes.all.isEmpty)
    #expect(call.connection != nil)
    call.connection?.close(on: loop)
    pool.retry(call, after: failure, on: loop)
    guard case .failure(failure) = outcomes.all.first else {
      Issue.record("sent a third time: \(outcomes.all)")
      return
    }
    #expect(outcomes.all.count == 1)
  }
}

/// The outcomes of calls on a single thread.
private final class Outcomes: Sendable {
  nonisolated(unsafe) var all: [Exchange.Outcome] = []
}
