import PlumblineHTTPMessages
import PlumblineMockEngine
import Synchronization
import Testing

@Suite struct CallerGateTests {
  @Test(arguments: [
    "localhost", "LOCALHOST:8080", "127.0.0.1:8080", "127.1.2.3", "[::1]:8080", "app.localhost:80", "192.168.1.20:8080",
    "[fe80::1]", "my-mac.local:8080",
  ])
  func `loopback names, addresses in digits and own names are admitted`(_ host: String) throws {
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

  @Test func `pages of this machine and of the same host are admitted, without CORS fields`() throws {
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

  @Test func `an origin that is allowed steers the mock, and its host is a name of this server`() throws {
    let client = try ControlClient { $0.origins = Set([WebOrigin("http://app.test:5173")].compactMap(\.self)) }
    func status(_ headers: HeaderFields) -> Int { client.send(.get, "/health", headers: headers, judged: false).status }
    #expect(status(["Origin": "http://app.test:5173"]) == 200)
    #expect(status(["Origin": "http://app.test:5173", "Host": "app.test:5173"]) == 200)
    #expect(status(["Host": "app.test:5173"]) == 200)
    for origin in ["http://app.test", "https://app.test:5173", "http://app.test:5173.evil.example"] {
      #expect(status(["Origin": origin]) == 403, "\(origin)")
    }
    #expect(status(["Host": "app.test:8080"]) == 403)
    #expect(status(["Origin": "http://app.test:3000", "Host": "app.test:5173"]) == 403)
  }
}

extension CallerGateTests {
  @Test func `a host behind TLS is admitted by the page's own origin`() throws {
    let client = try ControlClient { $0.origins = Set([WebOrigin("https://mine.tunnel.example")].compactMap(\.self)) }
    let page: HeaderFields = ["Origin": "https://mine.tunnel.example", "Host": "mine.tunnel.example"]
    #expect(client.send(.get, "/health", headers: page, judged: false).status == 200)
    #expect(client.send(.get, "/health", headers: ["Host": "mine.tunnel.example"], judged: false).status == 200)
    let closed = try ControlClient().send(.get, "/health", headers: page, judged: false)
    #expect(closed.message.contains("--allow-origin https://mine.tunnel.example"), "\(closed)")
  }

  @Test func `a page without an origin gets no useless advice`() throws {
    let seen = try ControlClient().send(.get, "/health", headers: ["Origin": "null"], judged: false)
    #expect(!seen.message.contains("--allow-origin") && seen.message.contains("localhost"), "\(seen)")
  }

  @Test func `a picture on another site's page is refused, and a followed link isn't`()
    throws
  {
    let client = try ControlClient()
    func status(_ site: String, _ mode: String) -> Int {
      let headers: HeaderFields = ["Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode]
      return client.send(.get, "/health", headers: headers, judged: false).status
    }
    #expect(status("cross-site", "no-cors") == 403)
    #expect(status("cross-site", "navigate") == 200)
    #expect([status("same-origin", "no-cors"), status("none", "navigate")] == [200, 200])
  }
}

/// The gate in front of a real server that responds in the mock's place.
@Suite struct GatedUpstreamTests {
  /// A responder that counts the requests that reach it.
  private final class Server: Responder {
    let count = Atomic<Int>(0)

    func respond(to request: Request, completion: Completion) -> Reply {
      count.add(1, ordering: .relaxed)
      return .now(OutgoingResponse(Response(status: 200, body: Body("private"))))
    }
  }

  private let server = Server()

  private func client(_ origins: String...) throws -> ControlClient {
    try ControlClient { [server] in
      $0.upstream = { [server] _ in server }
      $0.origins = Set(origins.compactMap { WebOrigin($0) })
    }
  }

  private func answer(_ client: ControlClient, _ method: HTTPMethod, _ headers: HeaderFields) async -> Response {
    let request = Request(
      method: method, target: "/items/7", headers: headers, body: method == .post ? Body("x") : .empty)
    return await client.directory.answer(to: request).response
  }

  @Test(
    arguments: [
      ["Host": "localhost:8080", "Origin": "https://evil.example"], ["Host": "localhost:8080", "Origin": "null"],
      ["Host": "evil.example:8080"], ["Host": "evil.example:8080", "Origin": "http://evil.example:8080"], [:],
      ["Host": "localhost", "Origin": "https://evil.example", "Access-Control-Request-Method": "POST"],
      ["Host": "localhost", "Origin": "https://evil.example", "X-Plumbline-Session": "mine"],
      ["Host": "localhost", "Origin": "https://evil.example", "Content-Type": "text/plain"],
    ] as [HeaderFields])
  func `a foreign page reaches nothing behind the mock, and is allowed nothing`(headers: HeaderFields) async throws {
    let client = try client()
    for method in [HTTPMethod.get, .post, .options] {
      let response = await answer(client, method, headers)
      #expect(response.status == 403, "\(method)")
      #expect(response.headers.allSatisfy { !$0.name.lowercased().hasPrefix("access-control-") })
      #expect(String(decoding: response.body.bytes ?? [], as: UTF8.self).contains("FOREIGN_"))
    }
    #expect(server.count.load(ordering: .relaxed) == 0)
    #expect(client.directory.sessions.isEmpty)
    #expect(client.directory.main.journal.entries.map(\.status) == [403, 403, 403], "whoever looks sees it")
    #expect(client.directory.main.journal.entries.allSatisfy { $0.recording == "not-sent" })
  }

  @Test func `a port of a session's own has the gate, too`() async throws {
    let client = try client()
    let port = try #require(try client.directory.open("mine", reachedAs: "127.0.0.1").ownPort)
    for (headers, status) in [(["Host": "127.0.0.1:1"], 200), (["Host": "a.example"], 403)] as [(HeaderFields, Int)] {
      let request = Request(method: .get, target: "/items/7", headers: headers)
      #expect(await client.ports.answer(at: port.port, to: request)?.response.status == status)
    }
    #expect(server.count.load(ordering: .relaxed) == 1)
  }

  @Test func `programs and pages of this machine get through, and so does an origin that is allowed`() async throws {
    let client = try client("https://app.example")
    #expect(await answer(client, .post, ["Host": "localhost:8080"]).status == 200)
    for origin in ["http://localhost:5173", "https://app.example"] {
      let headers: HeaderFields = ["Host": "127.0.0.1:8080", "Origin": origin]
      let response = await answer(client, .get, headers)
      #expect(response.status == 200)
      #expect(response.headers["Access-Control-Allow-Origin"] == origin)
      var preflight = headers
      preflight["Access-Control-Request-Method"] = "POST"
      #expect(await answer(client, .options, preflight).status == 204)
    }
    #expect(server.count.load(ordering: .relaxed) == 3)
  }

  @Test func `a refusal says what would let the page in`() async throws {
    let client = try client()
    func text(_ headers: HeaderFields) async -> String {
      String(decoding: await answer(client, .get, headers).body.bytes ?? [], as: UTF8.self)
    }
    let page = await text(["Host": "localhost", "Origin": "http://app.test:5173"])
    #expect(page.contains("--allow-origin http://app.test:5173"), "\(page)")
    let name = await text(["Host": "mock.test:8080"])
    #expect(name.contains("--allow-origin http://mock.test:8080"), "\(name)")
  }
}
