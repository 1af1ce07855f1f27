import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineProxying
import TestSupport
import Testing

/// Upstream servers that are unreachable or misbehave.
@Suite struct FailureTests {
  static let get = Request(method: .get, target: "/")

  @Test func `a port without a listener`() async throws {
    let port = try LoopbackPort.bound()
    defer { port.close() }
    let proxy = try ForwardingResponder(upstream: port.url)
    let failure = await proxy.answer(to: Self.get).failure
    #expect(failure?.kind == .connectionRefused)
    #expect(failure?.message == "127.0.0.1:\(port.number) refused the connection.")
    await proxy.shutdown()
  }

  @Test func `a name without an address`() async throws {
    let proxy = try ForwardingResponder(upstream: "http://no-such-host.invalid")
    #expect(await proxy.answer(to: Self.get).failure?.kind == .nameNotFound)
    await proxy.shutdown()
  }

  @Test func `what is asked while the client is shut down is answered, too`() async throws {
    try await withScript({ _ in OutgoingResponse(Response(status: 200)) }) { base, _ in
      let base = try BaseURL(parsing: base)
      for _ in 0..<20 {
        let client = try UpstreamClient()
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<50 { group.addTask { _ = await client.exchange(Self.get, with: base, deadline: .seconds(30)) } }
          group.addTask { await client.shutdown() }
        }
      }
    }
  }

  @Test func `no answer before the deadline`() async throws {
    try await withScript({ _ in nil }) { base, _ in
      let proxy = try ForwardingResponder(upstream: base, deadline: .milliseconds(30))
      #expect(await proxy.answer(to: Self.get).failure?.kind == .timeout)
      await proxy.shutdown()
    }
  }

  @Test func `a connection that is closed or reset before an answer`() async throws {
    let failure = TransportFailure(kind: .other, message: "Gone.")
    try await withScript({ _ in OutgoingResponse(failure: failure) }) { base, _ in
      let proxy = try ForwardingResponder(upstream: base)
      #expect(await proxy.answer(to: Self.get).failure?.kind == .connectionClosed)
      await proxy.shutdown()
    }
    try await withScript({ _ in OutgoingResponse(Response(status: 200), delivery: Delivery(reset: true)) }) { base, _ in
      let proxy = try ForwardingResponder(upstream: base)
      #expect(await proxy.answer(to: Self.get).failure?.kind == .connectionReset)
      await proxy.shutdown()
    }
  }

  @Test func `an answer that ends too early or is too large`() async throws {
    let body = Body("0123456789")
    let cut = Delivery(truncateAfter: 3)
    try await withScript({ _ in OutgoingResponse(Response(status: 200, body: body), delivery: cut) }) { base, _ in
      let proxy = try ForwardingResponder(upstream: base)
      #expect(await proxy.answer(to: Self.get).failure?.kind == .connectionClosed)
      await proxy.shutdown()
    }
    try await withScript({ _ in OutgoingResponse(Response(status: 200, body: body)) }) { base, _ in
      var limits = HTTPLimits()
      limits.body = 9
      let proxy = try ForwardingResponder(upstream: base, limits: limits)
      #expect(await proxy.answer(to: Self.get).failure?.kind == .tooLarge)
      await proxy.shutdown()
    }
  }

  @Test func `after shutting down, a request is cancelled at once`() async throws {
    try await withScript({ _ in nil }) { base, _ in
      let proxy = try ForwardingResponder(upstream: base)
      async let waiting = proxy.answer(to: Self.get)
      await proxy.shutdown()
      #expect(await waiting.failure?.kind == .cancelled)
      #expect(await proxy.answer(to: Self.get).failure?.kind == .cancelled)
    }
  }

  @Test func `what is no base URL is named`() {
    #expect(throws: BaseURL.ParsingError.self) { try ForwardingResponder(upstream: "localhost:80") }
  }
}
