import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineMockEngine
import Testing

@Suite struct InspectorPageTests {
  /// Returns the text between two substrings.
  private func part(of page: String, after start: String, before end: String) throws -> String {
    let from = try #require(page.firstRange(of: start)).upperBound
    let to = try #require(page[from...].firstRange(of: end)).lowerBound
    return String(page[from..<to])
  }

  @Test func `the page runs its own script and style and nothing else`() throws {
    let seen = try ControlClient().send(.get, "/")
    #expect(seen.status == 200)
    #expect(seen["content-type"] == "text/html; charset=utf-8")
    let policy = try #require(seen["content-security-policy"])
    for (name, start, end) in [("style", "<style>", "</style>"), ("script", "<script>", "</script>")] {
      let text = try part(of: seen.text, after: start, before: end)
      #expect(text.utf8.count > 5_000)
      let hash = Base64.encode(SHA256.digest(Array(text.utf8)))
      #expect(policy.contains("\(name)-src 'sha256-\(hash)';"), "\(policy)")
    }
    for rule in ["default-src 'none'", "connect-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"] {
      #expect(policy.contains(rule))
    }
    #expect(!policy.contains("unsafe"))
    #expect(seen["x-content-type-options"] == "nosniff")
    #expect(seen["referrer-policy"] == "no-referrer")
    #expect(seen["cache-control"] == "no-store")
    for way in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "http://", "https://"] {
      let own = seen.text.replacing("http://www.w3.org/2000/svg", with: "")
      #expect(!own.contains(way), "\(way)")
    }
  }

  @Test func `an address without its slash leads to the page`() throws {
    let client = try ControlClient()
    let seen = client.send(.get, "")
    #expect(seen.status == 308)
    #expect(seen["location"] == "/__plumbline/")
    #expect(client.send(.get, "?token=a").response.headers["location"] == "/__plumbline/?token=a")
    #expect(client.send(.head, "/").status == 200)
  }

  @Test func `where other machines reach the server the page is off, and says what switches it on`() throws {
    let client = try ControlClient { $0.inspector = .closed }
    let seen = client.send(.get, "/")
    #expect(seen.status == 403)
    #expect(seen["content-type"] == "text/plain; charset=utf-8")
    #expect(seen.text.contains("PLUMBLINE_TOKEN"))
    #expect(client.send(.get, "/journal").status == 200, "the control interface is for programs, as it was")
  }

  @Test func `a token is asked for, for everything but health and the empty page`() throws {
    let token = "a-token-that-nobody-guesses"
    let client = try ControlClient { $0.inspector = .token(token) }
    func status(_ path: String, _ headers: HeaderFields = [:]) -> Int {
      client.send(.get, path, headers: headers).status
    }
    #expect(status("/health") == 200)
    #expect([status("/"), status("/?token=wrong"), status("/?token=\(token)")] == [403, 403, 200])
    #expect(client.send(.get, "/").text.contains("id=\"door\""), "the page itself asks for it")
    for path in ["/journal", "/state", "/metrics", "/contract", "/personas", "/journal?token=\(token)"] {
      #expect(client.send(.get, path, judged: false).status == 401, "\(path)")
    }
    for wrong in [token, "Bearer", "Bearer \(token)x", "Bearer \(token.dropLast())", "Basic \(token)"] {
      #expect(status("/journal", ["Authorization": wrong]) == 401, "\(wrong)")
    }
    #expect(status("/journal", ["Authorization": "Bearer \(token)"]) == 200)
    #expect(client.send(.post, "/reset").status == 401)
    #expect(client.directory.main.journal.total == 0, "no journal has what a control request shows")
  }
}

/// Pages that steer the mock.
@Suite struct InspectorOriginTests {
  @Test func `only this server's own page changes something, and other pages of this machine look`() throws {
    let client = try ControlClient { $0.origins = Set([WebOrigin("http://app.test:5173")].compactMap(\.self)) }
    func reset(_ headers: HeaderFields) -> Int { client.send(.post, "/reset", headers: headers).status }
    #expect(reset([:]) == 204, "a program")
    #expect(reset(["Origin": "http://127.0.0.1:8080", "Sec-Fetch-Site": "same-origin"]) == 204)
    #expect(reset(["Origin": "http://app.test:5173"]) == 204, "an origin that is allowed")
    #expect(reset(["Host": "localhost:8080", "Origin": "https://localhost:8080"]) == 204, "behind TLS")
    for other in ["http://localhost:8080", "http://127.0.0.1:3000", "http://127.0.0.1", "https://127.0.0.1:8081"] {
      #expect(reset(["Origin": other]) == 403, "\(other)")
      #expect(client.send(.get, "/journal", headers: ["Origin": other]).status == 200, "\(other)")
    }
    #expect(reset(["Sec-Fetch-Site": "same-site"]) == 403)
    #expect(reset(["Sec-Fetch-Site": "none"]) == 204)
    let refused = client.send(.put, "/personas", #"{"everyone":null}"#, headers: ["Origin": "http://localhost:3000"])
    #expect((refused.status, refused.code) == (403, "FOREIGN_ORIGIN"))
    #expect(refused.message.contains("--allow-origin"))
  }
}
