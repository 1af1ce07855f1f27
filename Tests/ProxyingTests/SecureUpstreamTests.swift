import Foundation
import PlumblineHTTPMessages
import Synchronization
import TestSupport
import Testing

@testable import PlumblineProxying

/// The client that uses URLSession. It's tested over plain HTTP, because it can't be given a test authority.
@Suite struct SecureUpstreamTests {
  private func outcome(
    _ request: Request, at base: String, deadline: Duration = .seconds(30)
  ) async throws -> Exchange.Outcome {
    let upstream = SecureUpstream(limits: HTTPLimits())
    let url = try BaseURL(parsing: base)
    let outcome = await withCheckedContinuation { continuation in
      upstream.send(request, to: url, deadline: deadline) { continuation.resume(returning: $0) }
    }
    await upstream.shutdown()
    return outcome
  }

  @Test func `a request and its response go through`() async throws {
    try await withScript({ OutgoingResponse(Response(status: 422, headers: ["X-A": "1"], body: $0.body)) }) {
      base, server in
      let request = Request(method: .put, target: "/a%2Fb?c=%20", headers: ["X-B": "2"], body: Body("hello"))
      guard case .response(let response) = try await outcome(request, at: base) else {
        Issue.record("no response: \(try await outcome(Request(method: .get, target: "/"), at: base))")
        return
      }
      #expect(response.status == 422)
      #expect(response.headers["x-a"] == "1")
      #expect(response.body.bytes == Array("hello".utf8))
      #expect(server.requests.first?.target == "/a%2Fb?c=%20")
      #expect(server.requests.first?.headers["x-b"] == "2")
    }
  }

  @Test(arguments: [
    ("a=1; Path=/", ["a=1; Path=/"]), ("a=1, b=2; Secure", ["a=1", "b=2; Secure"]),
    (
      "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/,b=x=y, c=",
      [
        "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/", "b=x=y", "c=",
      ]
    ),
    ("a=1,2, b=3", ["a=1,2", "b=3"]), ("", [""]),
  ])
  func `cookies that were joined are told apart`(joined: String, cookies: [String]) {
    #expect(Response.cookies(in: joined) == cookies)
  }

  @Test func `repeated fields survive`() async throws {
    var headers: HeaderFields = ["Set-Cookie": "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "Link": "</a>; rel=next"]
    headers.append(name: "Set-Cookie", value: "b=2")
    let sent = headers
    try await withScript({ _ in OutgoingResponse(Response(status: 200, headers: sent, body: Body("x"))) }) { base, _ in
      guard case .response(let response) = try await outcome(Request(method: .get, target: "/"), at: base) else {
        Issue.record("no response")
        return
      }
      #expect(response.headers.values("set-cookie") == ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2"])
    }
  }

  @Test func `a redirect is not followed`() async throws {
    try await withScript({ _ in OutgoingResponse(Response(status: 307, headers: ["Location": "/there"])) }) {
      base, server in
      let request = Request(method: .post, target: "/", body: Body("x"))
      guard case .response(let response) = try await outcome(request, at: base) else {
        Issue.record("no response: \(try await outcome(Request(method: .get, target: "/"), at: base))")
        return
      }
      #expect(response.status == 307)
      #expect(response.headers["location"] == "/there")
      #expect(server.requests.count == 1)
    }
  }

  @Test func `the deadline is ours`() async throws {
    try await withScript({ _ in nil }) { base, _ in
      let outcome = try await outcome(Request(method: .get, target: "/"), at: base, deadline: .milliseconds(30))
      guard case .failure(let failure) = outcome else {
        Issue.record("no failure")
        return
      }
      #expect(failure.kind == .timeout)
    }
  }

  @Test func `a port without a listener`() async throws {
    let port = try LoopbackPort.bound()
    defer { port.close() }
    let outcome = try await outcome(Request(method: .get, target: "/"), at: port.url)
    guard case .failure(let failure) = outcome else {
      Issue.record("no failure")
      return
    }
    #expect(failure.kind == .connectionRefused)
  }

  @Test func `a demand for a password ends at once, as an answer or as a failure that says why`() async throws {
    let headers: HeaderFields = ["WWW-Authenticate": "Basic realm=\"x\""]
    try await withScript({ _ in OutgoingResponse(Response(status: 401, headers: headers, body: Body("no"))) }) {
      base, server in
      switch try await outcome(Request(method: .get, target: "/"), at: base) {
      case .response(let response): #expect(response.status == 401)
      case .failure(let failure): #expect(failure.message.contains("requested a password"))
      }
      #expect(server.requests.count == 1)
    }
  }

  @Test func `an answer that grows past the limit as it is unpacked is a failure`() async throws {
    let bomb = Response(
      status: 200, headers: ["Content-Encoding": "gzip"], body: Body(GzipBomb.bytes(unpackingTo: 1_000_000)))
    try await withScript({ _ in OutgoingResponse(bomb) }) { base, _ in
      var limits = HTTPLimits()
      limits.body = 64 << 10
      let upstream = SecureUpstream(limits: limits)
      let url = try BaseURL(parsing: base)
      for _ in 0..<2 {
        let outcome = await withCheckedContinuation { continuation in
          upstream.send(Request(method: .get, target: "/"), to: url, deadline: .seconds(30)) {
            continuation.resume(returning: $0)
          }
        }
        guard case .failure(let failure) = outcome else {
          Issue.record("no failure")
          return
        }
        #expect(failure.kind == .tooLarge)
      }
      await upstream.shutdown()
    }
  }

  @Test func `who calls the delegate waits once a few calls are waiting`() async {
    let queue = DelegateQueue(room: 2)
    let counts = Mutex<(begun: Int, added: Int)>((0, 0))
    let held = DispatchSemaphore(value: 0)
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      Thread.detachNewThread {
        for index in 1...6 {
          // The third one waits until the first one has finished, and so on.
          if index >= 3 { held.signal() }
          queue.addOperation {
            held.wait()
            // This takes long enough for a task that doesn't wait to be far ahead.
            for _ in 0..<100_000 { counts.withLock { $0.added += 0 } }
            counts.withLock { $0.begun += 1 }
          }
          counts.withLock { counts in
            counts.added += 1
            #expect(counts.added - counts.begun <= 2)
          }
        }
        held.signal()
        held.signal()
        queue.waitUntilAllOperationsAreFinished()
        done.resume()
      }
    }
    #expect(counts.withLock { $0.begun } == 6)
  }

  @Test func `a server without TLS is a TLS failure`() async throws {
    try await withScript({ _ in OutgoingResponse(Response(status: 200)) }) { base, _ in
      let secure = "https" + base.dropFirst(4)
      guard case .failure(let failure) = try await outcome(Request(method: .get, target: "/"), at: secure) else {
        Issue.record("no failure")
        return
      }
      #expect(failure.kind == .tls, "\(failure)")
    }
  }
}
