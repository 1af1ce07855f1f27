import PlumblineHTTPMessages
import PlumblineProxying
import TestSupport
import Testing

/// Limits on the size of responses that the proxy decompresses for its clients.
@Suite struct AnswerLimitTests {
  private static let packed: HeaderFields = ["Content-Type": "text/plain", "Content-Encoding": "gzip", "X-A": "1"]

  private func outcome(
    _ headers: HeaderFields, _ body: [UInt8], status: Int = 200, limit: Int
  ) async throws -> Exchange.Outcome {
    var limits = HTTPLimits()
    limits.body = limit
    let response = Response(status: status, headers: headers, body: Body(body))
    return try await withScript({ _ in OutgoingResponse(response) }) { base, _ in
      let proxy = try ForwardingResponder(upstream: base, limits: limits)
      let answer = await proxy.answer(to: Request(method: .get, target: "/"))
      await proxy.shutdown()
      return answer.outcome
    }
  }

  @Test func `a packed answer goes on unpacked`() async throws {
    guard case .response(let response) = try await outcome(Self.packed, GzipBomb.bytes(unpackingTo: 259), limit: 259)
    else {
      Issue.record("no response")
      return
    }
    #expect(response.body.bytes == Array(repeating: UInt8(ascii: "0"), count: 259))
    #expect(!response.headers.contains("content-encoding"))
    #expect(response.headers["content-length"] != "33")
    #expect(response.headers["x-a"] == "1")
  }

  @Test func `a part of a packed answer goes on as it is`() async throws {
    var headers = Self.packed
    headers["Content-Range"] = "bytes 100-104/520"
    guard case .response(let response) = try await outcome(headers, Array("bytes".utf8), status: 206, limit: 259) else {
      Issue.record("no response")
      return
    }
    #expect(response.body.bytes == Array("bytes".utf8))
    #expect(response.headers["content-encoding"] == "gzip")
  }

  @Test func `one that grows past the limit is a failure that says so`() async throws {
    let bomb = GzipBomb.bytes(unpackingTo: 1_000_000)
    guard case .failure(let failure) = try await outcome(Self.packed, bomb, limit: 64 << 10) else {
      Issue.record("no failure")
      return
    }
    #expect(failure.kind == .tooLarge)
    #expect(failure.message.contains("is larger than 64KB when decompressed; --limit answer=SIZE"), "\(failure)")
  }

  @Test func `one that unpacks to far more than its size is refused far below the limit`() async throws {
    let bomb = GzipBomb.bytes(unpackingTo: 5 << 20)
    guard case .failure(let failure) = try await outcome(Self.packed, bomb, limit: 64 << 20) else {
      Issue.record("no failure")
      return
    }
    #expect(failure.kind == .tooLarge)
    #expect(failure.message.contains("decompresses to more than 4MB and 150 times its size"), "\(failure)")
  }

  @Test func `one that comes larger is reported with the same words`() async throws {
    guard case .failure(let failure) = try await outcome([:], Array(repeating: 32, count: 1001), limit: 1000) else {
      Issue.record("no failure")
      return
    }
    #expect(failure.kind == .tooLarge)
    #expect(failure.message.contains("is larger than 1000 bytes; --limit answer=SIZE"), "\(failure)")
  }

  @Test(arguments: [("gzip", "isn't gzip data"), ("br", "sent the content coding br")])
  func `a response that can't be unpacked isn't delivered`(coding: String, words: String) async throws {
    guard case .failure(let failure) = try await outcome(["Content-Encoding": coding], Array("plain".utf8), limit: 1000)
    else {
      Issue.record("no failure")
      return
    }
    #expect(failure.kind == .malformedResponse)
    #expect(failure.message.contains(words), "\(failure)")
  }
}
