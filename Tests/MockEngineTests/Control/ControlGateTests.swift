import PlumblineHTTPMessages
import PlumblineMockEngine
import Testing

@Suite struct ControlGateTests {
  @Test(arguments: [
    "localhost", "LOCALHOST:8080", "127.0.0.1:8080", "127.1.2.3", "[::1]:8080", "app.localhost:80", "192.168.1.20:8080",
    "[fe80::1]", "my-mac.local:8080",
  ])
  func `loopback names, addresses in digits and own names are let in`(_ host: String) throws {
    let client = try ControlClient { $0.hosts = ["My-Mac.local"] }
    #expect(client.send(.get, "/health", headers: ["Host": host]).status == 200)
  }

  @Test(arguments: [
    "evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example", "", "1.2.3",
  ])
  func `a name that anybody could point here is refused`(_ host: String) throws {
    let client = try ControlClient()
    let seen = client.send(.delete, "/journal", headers: ["Host": host])
    #expect((seen.status, seen.code) == (403, "FOREIGN_HOST"))
    #expect(seen.message.contains("localhost"))
  }

  @Test(arguments: ["https://evil.example", "null", "http://localhost.evil.example", "http://10.0.0.9", "file://"])
  func `a page of a foreign origin is refused`(_ origin: String) throws {
    let client = try ControlClient()
    for method in [HTTPMethod.get, .options, .post] {
      let seen = client.send(method, "/reset", headers: ["Origin": origin], judged: false)
      #expect((seen.status, seen.code) == (403, "FOREIGN_ORIGIN"), "\(method)")
      #expect(seen["Access-Control-Allow-Origin"] == nil)
    }
  }

  @Test func `pages of this machine and of the same host are let in, without a word to browsers`() throws {
    let client = try ControlClient()
    for (origin, host) in [
      ("http://localhost:5173", "127.0.0.1:8080"), ("http://[::1]:3000", "localhost:8080"),
      ("http://192.168.1.20:8080", "192.168.1.20:8080"),
    ] {
      let seen = client.send(.get, "/health", headers: ["Origin": origin, "Host": host])
      #expect(seen.status == 200, "\(origin)")
      #expect(seen["Access-Control-Allow-Origin"] == nil)
    }
  }
}
