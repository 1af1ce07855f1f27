import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineProxying
import TestSupport
import Testing

/// Requests that are forwarded to a real server on this machine.
@Suite struct ForwardingTests {
  @Test func `a request and its response go through, without what concerns one connection`() async throws {
    let script: @Sendable (Request) -> OutgoingResponse? = { request in
      OutgoingResponse(
        Response(
          status: 201,
          headers: [
            "Content-Type": "text/plain", "Set-Cookie": "a=1", "set-cookie": "b=2", "Proxy-Authenticate": "x",
          ],
          body: request.body))
    }
    try await withScript(script) { base, server in
      let proxy = try ForwardingResponder(upstream: base + "/prefix/")
      let request = Request(
        method: .post, target: "/a%20b?x=1&y",
        headers: [
          "Host": "elsewhere", "X-Mine": "1", "Connection": "keep-alive, X-Secret", "X-Secret": "s", "TE": "trailers",
          "Accept-Encoding": "gzip", "Content-Type": "text/plain",
        ], body: Body("hello"))
      let response = await proxy.answer(to: request).response
      #expect(response.status == 201)
      #expect(response.body.bytes == Array("hello".utf8))
      #expect(response.headers.values("set-cookie") == ["a=1", "b=2"])
      #expect(!response.headers.contains("proxy-authenticate"))
      let seen = try #require(server.requests.first)
      #expect(seen.target == "/prefix/a%20b?x=1&y")
      #expect(seen.headers["host"].map { "http://" + $0 } == base)
      #expect(seen.headers["accept-encoding"] == "identity")
      #expect(seen.headers["x-mine"] == "1")
      for name in ["x-secret", "te", "connection"] { #expect(!seen.headers.contains(name), "\(name)") }
      await proxy.shutdown()
    }
  }

  @Test func `concurrent requests get their own responses`() async throws {
    try await withScript({ OutgoingResponse(Response(status: 200, body: Body($0.target))) }) { base, _ in
      let proxy = try ForwardingResponder(upstream: base)
      let bodies = await withTaskGroup(of: Bool.self) { group in
        for index in 0..<300 {
          group.addTask {
            let target = "/\(index)"
            return await proxy.answer(to: Request(method: .get, target: target)).response.body.bytes
              == Array(target.utf8)
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(bodies.count == 300)
      #expect(bodies.allSatisfy { $0 })
      await proxy.shutdown()
    }
  }

  @Test func `redirects, HEAD and answers without a body are passed through`() async throws {
    let script: @Sendable (Request) -> OutgoingResponse? = { request in
      switch request.path {
      case "/moved": OutgoingResponse(Response(status: 302, headers: ["Location": "/there"]))
      case "/none": OutgoingResponse(Response(status: 204))
      default: OutgoingResponse(Response(status: 200, body: Body("twelve bytes")))
      }
    }
    try await withScript(script) { base, server in
      let proxy = try ForwardingResponder(upstream: base)
      let moved = await proxy.answer(to: Request(method: .get, target: "/moved")).response
      #expect(moved.status == 302)
      #expect(moved.headers["location"] == "/there")
      #expect(await proxy.answer(to: Request(method: .get, target: "/none")).response.status == 204)
      let head = await proxy.answer(to: Request(method: .head, target: "/")).response
      #expect(head.headers["content-length"] == "12")
      #expect(head.body.bytes == [])
      #expect(server.requests.count == 3)
      await proxy.shutdown()
    }
  }

  @Test func `a kept connection that was closed meanwhile costs a GET nothing`() async throws {
    try await withScript({ _ in OutgoingResponse(Response(status: 200), delivery: Delivery(truncateAfter: 0)) }) {
      base, server in
      let proxy = try ForwardingResponder(upstream: base)
      // Each response suggests that the connection stays open, but then the connection closes.
      for _ in 0..<20 {
        #expect(await proxy.answer(to: Request(method: .get, target: "/")).response.status == 200)
      }
      #expect(server.requests.count == 20)
      await proxy.shutdown()
    }
  }

  @Test func `a proxy behind a server answers a client`() async throws {
    try await withScript({ OutgoingResponse(Response(status: 200, body: $0.body)) }) { base, _ in
      let proxy = try ForwardingResponder(upstream: base)
      let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
      let listener = try server.listen(responder: proxy)
      let connection = try await RawConnection.connect(port: listener.port)
      let text = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nok"
      try await connection.send(text + text)
      #expect(try await connection.receive(responses: 2).map(\.text) == ["ok", "ok"])
      await server.shutdown(grace: .zero)
      await proxy.shutdown()
    }
  }
}
