import PlumblineContractModel
import PlumblineHTTPMessages
import Testing

/// Routing by the bytes of a path as the client sent them.
@Suite struct RouterBytesTests {
  private func endpoint(_ method: HTTPMethod, _ path: String) throws -> Endpoint {
    Endpoints.plain(method, try PathTemplate(parsing: path))
  }

  private func route(_ templates: [String], _ path: String) throws -> String? {
    let router = Router(try templates.map { try endpoint(.get, $0) })
    guard case .found(let endpoint) = router.route(.get, path: Array(path.utf8)[...]) else { return nil }
    return endpoint.request.template.text
  }

  @Test func `percent-encoded segments are compared decoded`() throws {
    let templates = ["/caf\u{e9}/menu", "/a b/{id}"]
    #expect(try route(templates, "/caf%C3%A9/menu") == "/caf\u{e9}/menu")
    #expect(try route(templates, "/%63af%c3%a9/menu") == "/caf\u{e9}/menu")
    #expect(try route(templates, "/a%20b/%2F") == "/a b/{id}")
    #expect(try route(templates, "/a%20b/c%2Fd") == "/a b/{id}")
    #expect(try route(templates, "/a%2020b/1") == nil)
  }

  @Test func `empty segments and slashes at the end count`() throws {
    let templates = ["/", "/a", "/a/{id}", "/a/{id}/b"]
    #expect(try route(templates, "/") == "/")
    #expect(try route(templates, "") == nil)
    #expect(try route(templates, "*") == nil)
    #expect(try route(templates, "/a") == "/a")
    #expect(try route(templates, "/a/") == nil)
    #expect(try route(templates, "//a") == nil)
    #expect(try route(templates, "/a//b") == nil)
    #expect(try route(templates, "/a/1/b") == "/a/{id}/b")
    #expect(try route(templates, "/a/1/b/") == nil)
  }

  @Test func `a literal that leads nowhere gives way to a parameter`() throws {
    let templates = ["/a/b/c/d", "/a/{x}/c/e", "/{y}/b/c/f"]
    #expect(try route(templates, "/a/b/c/d") == "/a/b/c/d")
    #expect(try route(templates, "/a/b/c/e") == "/a/{x}/c/e")
    #expect(try route(templates, "/a/b/c/f") == "/{y}/b/c/f")
    #expect(try route(templates, "/a/b/c/g") == nil)
  }

  @Test func `ten thousand literals beside one another are all found`() throws {
    let templates = (0..<10_000).map { "/things/thing-\($0)/{id}" }
    let router = Router(try templates.map { try endpoint(.get, $0) })
    let missed = (0..<10_000).filter { number in
      guard case .found(let endpoint) = router.route(.get, path: "/things/thing-\(number)/7") else { return true }
      return endpoint.request.template.text != templates[number]
    }
    #expect(missed.isEmpty)
    guard case .nothing = router.route(.get, path: "/things/thing-10000/7") else {
      Issue.record("a path that nobody has was found")
      return
    }
  }

  @Test func `a template gives its parameters' values from bytes as from text`() throws {
    let template = try PathTemplate(parsing: "/a/{one}/b c/{two}")
    for path in ["/a/1/b%20c/2", "/a/%31/b c/x%2Fy", "/a//b%20c/2", "/a/1/b%20c", "/a/1/b%20c/2/", "a/1/b%20c/2", "/"] {
      let values = template.values(in: Array(path.utf8)[...])
      let expected = template.match(path).map { [$0["one"] ?? "", $0["two"] ?? ""] }
      #expect(values == expected, "\(path)")
    }
  }
}
