import PlumblineHTTPMessages
import Testing

@Suite struct WebOriginTests {
  @Test(arguments: [
    ("http://localhost:5173", "http://localhost:5173"), ("HTTPS://App.Example:443", "https://app.example"),
    ("http://app.example:80", "http://app.example"), ("http://[::1]:3000", "http://[::1]:3000"),
    ("capacitor://localhost", "capacitor://localhost"), ("chrome-extension://abc", "chrome-extension://abc"),
  ])
  func `an origin is its scheme, host and port, whatever its spelling`(text: String, same: String) throws {
    #expect(try #require(WebOrigin(text)).description == same)
    #expect(WebOrigin(text) == WebOrigin(same))
  }

  @Test(arguments: [
    "", "null", "*", "localhost", "http:", "http://", "file://", "http://a/", "http://a/b", "http://a?b", "http://u@a",
    "http://a:x", "http://a b", "://a", "1a://b", "http://a, http://b",
  ])
  func `what isn't one origin is none`(text: String) {
    #expect(WebOrigin(text) == nil)
  }
}
