import PlumblineHTTPMessages
import PlumblineHTTPServer
import TestSupport
import Testing

import PlumblineProxying

/// The URLSession way, driven over plain HTTP: no test authority can be made known to it.
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
    try await withScript({ Answer(Response(status: 422, headers: ["X-A": "1"], body: $0.body)) }) { base, server in
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

  @Test func `a redirect is not followed`() async throws {
    try await withScript({ _ in Answer(Response(status: 307, headers: ["Location": "/there"])) }) { base, server in
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

  @Test func `nobody listens`() async throws {
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
    try await withScript({ _ in Answer(Response(status: 401, headers: headers, body: Body("no"))) }) { base, server in
      switch try await outcome(Request(method: .get, target: "/"), at: base) {
      case .response(let response): #expect(response.status == 401)
      case .failure(let failure): #expect(failure.message.contains("asked for a password"))
      }
      #expect(server.requests.count == 1)
    }
  }

  @Test func `a server without TLS is a TLS failure`() async throws {
    try await withScript({ _ in Answer(Response(status: 200)) }) { base, _ in
      let secure = "https" + base.dropFirst(4)
      guard case .failure(let failure) = try await outcome(Request(method: .get, target: "/"), at: secure) else {
        Issue.record("no failure")
        return
      }
      #expect(failure.kind == .tls, "\(failure)")
    }
  }
}
