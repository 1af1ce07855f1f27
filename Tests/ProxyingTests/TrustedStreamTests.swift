import PlumblineHTTPMessages
import TestSupport
import Testing

@testable import PlumblineProxying

/// Answers over TLS, from a server that a named authority vouches for, that go on as they come.
@Suite struct TrustedStreamTests {
  /// The body of an answer to its end, and why it broke off.
  private func stream(
    _ path: String, of server: TLSServer
  ) async throws -> (length: Int?, count: Int, failure: TransportFailure?) {
    var limits = HTTPLimits()
    limits.streamed = 10
    let authorities = try TrustedAuthorities(file: TLSServer.certificate)
    let client = try UpstreamClient(limits: limits, trusting: authorities)
    let exchange = await client.exchange(
      Request(method: .get, target: path), with: try BaseURL(parsing: server.url), deadline: .seconds(3600))
    guard case .stream(let stream)? = exchange.response?.body else {
      Issue.record("\(exchange.outcome)")
      return (nil, 0, nil)
    }
    var count = 0
    var failure: TransportFailure?
    reading: while true {
      switch await withCheckedContinuation({ next in stream.next { next.resume(returning: $0) } }) {
      case .bytes(let bytes): count += bytes.count
      case .end: break reading
      case .failed(let why):
        failure = why
        break reading
      }
    }
    await client.shutdown()
    return (stream.length, count, failure)
  }

  @Test(.enabled(if: TrustedAuthorities.areSupported))
  func `a large answer goes on as it comes, however little of it there is room for`() async throws {
    _ = try await TLSServer.run { server in
      let (length, count, failure) = try await stream("/large", of: server)
      #expect(length == 1_000_000)
      #expect(count == 1_000_000)
      #expect(failure == nil)
    }
  }

  @Test(.enabled(if: TrustedAuthorities.areSupported))
  func `one that the server cuts short breaks off`() async throws {
    _ = try await TLSServer.run { server in
      let (length, count, failure) = try await stream("/cut", of: server)
      #expect(length == count + 1)
      #expect(failure?.kind == .connectionClosed)
    }
  }
}
