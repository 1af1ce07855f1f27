import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineJSONTree
import PlumblineMockEngine
import TestSupport
import Testing

@testable import PlumblineCommands

/// Sessions, events and reloading over real sockets.
@Suite struct ServingTests {
  private static let ticket = "GET /api/v2/tickets/1042 HTTP/1.1\r\nHost: localhost\r\n"

  private func get(_ path: String, _ method: String = "GET", _ more: String = "", body: String = "") -> String {
    let framing = body.isEmpty ? "" : "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
    return "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(more)\(framing)\r\n\(body)"
  }

  @Test func `a session has a port of its own, which closes with it`() async throws {
    try await withDirectory { directory, port in
      let control = try await RawConnection.connect(port: port)
      let opened = try await control.exchange(get("/__plumbline/sessions", "POST", body: #"{"name": "mine"}"#))
      #expect(opened.status == 201)
      let json = try JSON.parse(opened.body)
      let own = try #require(json["port"]?.int)
      #expect(json["baseURL"]?.string == "http://127.0.0.1:\(own)")
      let session = try await RawConnection.connect(port: own)
      let put = try await session.exchange(
        get("/__plumbline/faults", "PUT", body: #"{"faults": [{"fault": "503"}]}"#))
      #expect(put.status == 200)
      #expect(try await session.exchange(Self.ticket + "\r\n").status == 503)
      #expect(try await control.exchange(Self.ticket + "\r\n").status == 200)
      #expect(
        try await control.exchange(Self.ticket + "X-Plumbline-Session: mine\r\n\r\n").status == 503)
      #expect(try await control.exchange(get("/__plumbline/sessions/mine", "DELETE")).status == 204)
      #expect(try await session.receiveUntilClose().bytes.isEmpty)
      #expect(directory.sessions.isEmpty)
      await #expect(throws: (any Error).self) { try await RawConnection.connect(port: own) }
    }
  }

  @Test func `exchanges come as server-sent events while they happen`() async throws {
    try await withDirectory { _, port in
      let events = try await RawConnection.connect(port: port)
      try await events.send(get("/__plumbline/journal/events"))
      var text = ""
      while !text.contains("as they arrive") {
        text += String(decoding: try await events.receive(bytes: 1), as: UTF8.self)
      }
      #expect(text.contains("text/event-stream"))
      let connection = try await RawConnection.connect(port: port)
      #expect(try await connection.exchange(Self.ticket + "\r\n").status == 200)
      while !text.contains("tickets.get") {
        text += String(decoding: try await events.receive(bytes: 1), as: UTF8.self)
      }
      #expect(text.contains("event: exchange\nid: 1\ndata: {\"id\":1,"))
    }
  }

  @Test func `a foreign host is refused over the wire, a page's call of the mock isn't`() async throws {
    try await withDirectory { _, port in
      let connection = try await RawConnection.connect(port: port)
      let foreign = "GET /__plumbline/health HTTP/1.1\r\nHost: evil.example\r\n\r\n"
      #expect(try await connection.exchange(foreign).status == 403)
      let called = try await connection.exchange(
        "GET /api/v2/tickets/1042 HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://a.example\r\n\r\n")
      #expect(called.status == 200)
      #expect(called["Access-Control-Allow-Origin"] == "http://a.example")
    }
  }

  @Test func `both loopback addresses have the same port, where IPv6 is there`() async throws {
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let listeners = try ListeningPlace(host: "localhost").listen(on: server, port: 0, responder: EchoResponder())
    #expect(Set(listeners.map(\.port)).count == 1)
    #expect(listeners[0].baseURL.hasPrefix("http://127.0.0.1:"))
    #expect(listeners.dropFirst().allSatisfy { $0.host == "::1" })
    let error = #expect(throws: ListenError.self) {
      try ListeningPlace(host: nil).listen(on: server, port: listeners[0].port, responder: EchoResponder())
    }
    #expect(error?.code == .addressInUse)
    await server.shutdown(grace: .zero)
  }
}
