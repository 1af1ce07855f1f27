import PlumblineHTTPMessages
import PlumblineProxying
import Testing

/// The Location header field, which must not lead a client past the proxy.
@Suite struct RedirectContainmentTests {
  private func local(_ location: String, upstream: String = "https://api.example") throws -> String? {
    LocalLocation.of(location, upstream: try BaseURL(parsing: upstream), origin: "http://127.0.0.1:80")
  }

  @Test(arguments: [
    ("https://api.example/a/b?c=1#d", "http://127.0.0.1:80/a/b?c=1#d"),
    ("HTTPS://API.example:443/a/", "http://127.0.0.1:80/a/"),
    ("https://api.example", "http://127.0.0.1:80/"), ("https://api.example?x", "http://127.0.0.1:80/?x"),
    ("/a?b=https://evil.example", "http://127.0.0.1:80/a?b=https://evil.example"),
    ("//api.example/a", "http://127.0.0.1:80/a"),
    ("https://api.example//evil.example/a", "http://127.0.0.1:80//evil.example/a"),
    ("a/b:c", "a/b:c"), ("../a", "../a"), ("?a", "?a"), ("#a", "#a"),
  ])
  func `a place on the server is one behind the proxy`(location: String, rewritten: String) throws {
    #expect(try local(location) == rewritten)
  }

  @Test(arguments: [
    "https://evil.example/a", "http://api.example/a", "https://api.example:8443/a", "//evil.example/a",
    "https://api.example@evil.example/", "https://user@api.example/", "https:/evil.example", "https:evil.example",
    "/\\evil.example", "\\\\evil.example", "mailto:a@b.example", "https://api.example./", " https://evil.example",
    "ht\ttps://evil.example", "file:///etc/passwd", "https://api.example.evil.example/",
  ])
  func `any other place is left alone`(location: String) throws {
    #expect(try local(location) == nil)
  }

  @Test func `the path of the base URL is put there once`() throws {
    let base = "https://api.example/v2"
    #expect(try local("https://api.example/v2/a", upstream: base) == "http://127.0.0.1:80/a")
    #expect(try local("/v2/a", upstream: base) == "http://127.0.0.1:80/a")
    #expect(try local("/v2", upstream: base) == "http://127.0.0.1:80/")
    #expect(try local("/v3/a", upstream: base) == nil)
    #expect(try local("https://api.example/v20/a", upstream: base) == nil)
  }

  @Test func `the client sees the rewritten answer, what is inside the real one`() async throws {
    let foreign = "https://evil.example/a"
    let script: @Sendable (Request) -> OutgoingResponse? = { request in
      let location = request.path == "/own" ? "http://\(request.headers["host"] ?? "")/a" : foreign
      return OutgoingResponse(Response(status: 302, headers: ["Location": location, "X-A": "1"], body: Body("moved")))
    }
    try await withScript(script) { base, _ in
      let proxy = try ForwardingResponder(upstream: base)
      let contained = RedirectContainment(proxy, upstream: try BaseURL(parsing: base))
      let headers: HeaderFields = ["Host": "127.0.0.1:7"]
      let own = await contained.answer(to: Request(method: .get, target: "/own", headers: headers)).response
      #expect(own.headers["location"] == "http://127.0.0.1:7/a")
      let gone = await contained.answer(to: Request(method: .get, target: "/gone", headers: headers)).response
      #expect(gone.status == 302)
      #expect(gone.headers["location"] == nil)
      #expect(gone.headers["x-a"] == "1")
      #expect(gone.body.bytes == Array("moved".utf8))
      let stranger = Request(method: .get, target: "/own", headers: ["Host": "evil.example"])
      #expect(await contained.answer(to: stranger).response.headers["location"] == nil)
      #expect(await proxy.answer(to: Request(method: .get, target: "/gone")).response.headers["location"] == foreign)
      await proxy.shutdown()
    }
  }
}
