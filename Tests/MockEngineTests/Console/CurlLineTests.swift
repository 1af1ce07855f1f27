import PlumblineMockEngine
import PlumblineRecordings
import Testing

@Suite struct CurlLineTests {
  private func line(_ recordings: [Recording], options: MockOptions = MockOptions()) throws -> String? {
    let library = MockLibrary(contract: try Shop.contract(), recordings: recordings)
    return CurlLine.text(for: library, baseURL: "http://127.0.0.1:8080", options: options)
  }

  @Test func `the line calls the first recorded GET with what its caller shows`() throws {
    let recordings = [
      try Shop.recording("items.get", "success", request: #"{ "method": "GET", "path": "/items/7" }"#),
      try Shop.recording(
        "items.list", "found",
        request: #"{ "method": "GET", "path": "/items", "query": { "q": "a'b", "page": "2" }, "persona": "guest" }"#),
    ]
    #expect(
      try line(recordings)
        == "curl -H 'X-Key: k' -H 'Authorization: Bearer guest-token' 'http://127.0.0.1:8080/items?q=a%27b&page=2'")
    #expect(
      try line([recordings[0]])
        == "curl -H 'X-Key: k' -H 'Authorization: Bearer owner-token' http://127.0.0.1:8080/items/7")
    #expect(
      try line([recordings[0]], options: MockOptions(persona: "guest")) == "curl http://127.0.0.1:8080/items/7")
  }

  @Test func `with nothing recorded it is a GET that needs no id`() throws {
    #expect(
      try line([]) == "curl -H 'X-Key: k' -H 'Authorization: Bearer owner-token' http://127.0.0.1:8080/items")
  }
}
