import Foundation
import PlumblineHTTPMessages
import TestSupport
import Testing

@testable import PlumblineProxying

/// Responses over TLS that are forwarded as they arrive, from a server whose certificate a specified authority has
/// signed.
@Suite struct TrustedStreamTests {
  /// Returns the body of a response to its end, and the reason for an interruption.
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

  /// Runs a closure with a client that receives responses of unknown length as they arrive.
  private func following(_ work: @escaping @Sendable (UpstreamClient, BaseURL) async throws -> Void) async throws {
    _ = try await TLSServer.run { server in
      var limits = HTTPLimits()
      limits.streamed = limits.body
      let authorities = try TrustedAuthorities(file: TLSServer.certificate)
      let client = try UpstreamClient(limits: limits, trusting: authorities)
      let result: Result<Void, any Error>
      do {
        result = .success(try await work(client, try BaseURL(parsing: server.url)))
      } catch {
        result = .failure(error)
      }
      await client.shutdown()
      try result.get()
    }
  }

  private func body(_ path: String, _ client: UpstreamClient, _ base: BaseURL) async -> Body? {
    await client.exchange(Request(method: .get, target: path), with: base, deadline: .seconds(60)).response?.body
  }

  @Test(.enabled(if: TrustedAuthorities.areSupported))
  func `a stream without a reader ends at the server, though nothing happens in it`() async throws {
    try await following { client, base in
      guard case .stream(let stream)? = await body("/events", client, base) else {
        Issue.record("it isn't handed on")
        return
      }
      let first = await withCheckedContinuation { next in stream.next { next.resume(returning: $0) } }
      guard case .bytes = first else {
        Issue.record("\(first)")
        return
      }
      stream.cancel()
      // The response is sent only when the server has seen the end of the stream.
      #expect(await body("/left", client, base)?.bytes != nil)
    }
  }

  @Test(.enabled(if: TrustedAuthorities.areSupported))
  func `however many streams are open, another answer comes`() async throws {
    try await following { client, base in
      var open: [any BodyStream] = []
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount * 4 + 8 {
        guard case .stream(let stream)? = await body("/events", client, base) else {
          Issue.record("\(open.count) streams are open, and no other is given")
          break
        }
        open.append(stream)
      }
      #expect(await body("/", client, base)?.bytes != nil)
      for stream in open { stream.cancel() }
    }
  }
}
