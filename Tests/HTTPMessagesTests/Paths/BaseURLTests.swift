import PlumblineHTTPMessages
import Testing

@Suite struct BaseURLTests {
  @Test func `a base URL has an origin and a path`() throws {
    let url = try BaseURL(parsing: "HTTPS://Inventory.Example/api/v2//")
    #expect(url.scheme == "https")
    #expect(url.host == "inventory.example")
    #expect(url.port == 443)
    #expect(url.path == "/api/v2")
    #expect(url.origin == "https://inventory.example")
    #expect(url.description == "https://inventory.example/api/v2")
    let local = try BaseURL(parsing: "http://[::1]:8080")
    #expect(local.host == "::1")
    #expect(local.authority == "[::1]:8080")
  }

  @Test func `origins compare by scheme, lowercased host and effective port`() throws {
    let url = try BaseURL(parsing: "https://a.example")
    #expect(url.hasSameOrigin(as: try BaseURL(parsing: "https://A.EXAMPLE:443/x")))
    #expect(!url.hasSameOrigin(as: try BaseURL(parsing: "http://a.example:443")))
    #expect(!url.hasSameOrigin(as: try BaseURL(parsing: "https://a.example:444")))
    #expect(!url.hasSameOrigin(as: try BaseURL(parsing: "https://a.example.org")))
  }

  @Test(arguments: [
    "", "a.example", "ftp://a", "http://", "http:///x", "http://a:b", "http://a:99999", "http://u@a", "http://a?x",
    "http://a#x", "http://a b", "http://[::1", "http://a\n", "//a", "http://[]",
  ])
  func `what is no base URL is refused`(_ text: String) {
    #expect(throws: BaseURL.ParsingError.self) { try BaseURL(parsing: text) }
  }

  @Test(arguments: [
    ("https://ann:pass@a.example/x", "https://•••@a.example/x"), ("https://a@b@c/x@y", "https://•••@c/x@y"),
    ("ann:pass@a.example", "•••@a.example"), ("https://a.example?key=pass", "https://a.example?•••"),
    ("https://ann:pass@a.example#pass", "https://•••@a.example#•••"), ("https://a.example", "https://a.example"),
    ("", ""), ("@", "•••@"), ("?", "?"),
  ])
  func `a text that is refused is shown without its secrets`(text: String, shown: String) {
    #expect(BaseURL.withoutSecrets(text) == shown)
    do { _ = try BaseURL(parsing: text) } catch { #expect(!error.message.contains("pass")) }
  }
}
