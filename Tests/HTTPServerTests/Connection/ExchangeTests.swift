import PlumblineHTTPMessages
import PlumblineHTTPServer
import TestSupport
import Testing

/// Successive exchanges over real sockets, with both pollers.
@Suite struct ExchangeTests {
  static var pollers: [PollerKind] {
    #if canImport(Darwin)
      [.standard, .poll, .kqueue]
    #else
      [.standard, .poll]
    #endif
  }
  static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

  @Test(arguments: pollers)
  func `a body comes back, and the connection stays for the next one`(_ poller: PollerKind) async throws {
    try await withServer(EchoResponder(), .init(loops: 2, poller: poller)) { port in
      let connection = try await RawConnection.connect(port: port)
      for text in ["hello", "again", ""] {
        let response = try await connection.exchange(
          "POST /x HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
        )
        #expect(response.status == 200)
        #expect(response.text == text)
        #expect(response["content-type"] == "text/plain")
        #expect(response["date"]?.count == 29)
        #expect(response["connection"] == nil)
      }
    }
  }

  @Test(arguments: pollers)
  func `pipelined requests are answered in order, also when one is answered last`(_ poller: PollerKind) async throws {
    let responder = WaitingResponder()
    try await withServer(responder, .init(loops: 1, poller: poller)) { port in
      let connection = try await RawConnection.connect(port: port)
      let paths = ["/now/1", "/later/2", "/now/3", "/later/4", "/now/5"]
      try await connection.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
      let second = await responder.next()
      let fourth = await responder.next()
      #expect(fourth.request.target == "/later/4")
      fourth.completion(OutgoingResponse(Response(status: 200, body: Body("/later/4"))))
      second.completion(OutgoingResponse(Response(status: 200, body: Body("/later/2"))))
      second.completion(OutgoingResponse(Response(status: 500, body: Body("a second answer"))))
      let responses = try await connection.receive(responses: 5)
      #expect(responses.map(\.text) == paths)
    }
  }

  @Test func `many pipelined requests are all answered`() async throws {
    try await withServer(EchoResponder()) { port in
      let connection = try await RawConnection.connect(port: port)
      let count = 3000
      async let sent = connection.send(
        (0..<count).map { "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n\(1000 + $0)" }.joined())
      let responses = try await connection.receive(responses: count)
      #expect(responses.map(\.text) == (0..<count).map { "\(1000 + $0)" })
      #expect(try await sent)
    }
  }

  @Test func `HEAD has the length of the body and no body`() async throws {
    let rendered = RenderedResponse(Response(status: 200, body: Body("twelve bytes")))
    let responder = ScriptedResponder { request in
      request.path == "/rendered"
        ? OutgoingResponse(rendered: rendered) : OutgoingResponse(Response(status: 200, body: Body("twelve bytes")))
    }
    try await withServer(responder) { port in
      let connection = try await RawConnection.connect(port: port)
      for path in ["/rendered", "/plain"] {
        let response = try await connection.exchange("HEAD \(path) HTTP/1.1\r\nHost: a\r\n\r\n", isHead: true)
        #expect(response["content-length"] == "12")
      }
      #expect(try await connection.exchange(Self.get).text == "twelve bytes")
    }
  }

  @Test func `a client that waits for 100 Continue gets it before it sends its body`() async throws {
    try await withServer(EchoResponder()) { port in
      let connection = try await RawConnection.connect(port: port)
      try await connection.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
      #expect(try await connection.receive(responses: 1)[0].status == 100)
      #expect(try await connection.exchange("ok").text == "ok")
    }
  }

  @Test func `HTTP 1.0 closes, unless it asks to stay`() async throws {
    try await withServer(EchoResponder()) { port in
      let staying = try await RawConnection.connect(port: port)
      let first = try await staying.exchange("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      #expect(first["connection"] == "keep-alive")
      try await staying.send("GET / HTTP/1.0\r\n\r\n")
      var (bytes, ending) = try await staying.receiveUntilClose()
      #expect(RawResponse.take(from: &bytes)?["connection"] == "close")
      #expect(ending == .closed)
    }
  }

  @Test func `what is no request is refused, and the connection closed`() async throws {
    try await withServer(EchoResponder()) { port in
      let cases = [
        ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n", 413),
        ("GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n", 417), ("\u{16}\u{3}\u{1}", 400),
      ]
      for (text, status) in cases {
        let connection = try await RawConnection.connect(port: port)
        try await connection.send(text + "and more that nobody reads")
        var (bytes, ending) = try await connection.receiveUntilClose()
        let response = RawResponse.take(from: &bytes)
        #expect(response?.status == status)
        #expect(response?["connection"] == "close")
        #expect(ending == .closed)
        #expect(bytes.isEmpty)
      }
    }
  }

  @Test func `a refusal comes after the answers before it`() async throws {
    let responder = WaitingResponder()
    try await withServer(responder) { port in
      let connection = try await RawConnection.connect(port: port)
      try await connection.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\nGET bad HTTP/1.1\r\n\r\n")
      await responder.next().completion(OutgoingResponse(Response(status: 204)))
      var (bytes, _) = try await connection.receiveUntilClose()
      #expect(RawResponse.take(from: &bytes)?.status == 204)
      #expect(RawResponse.take(from: &bytes)?.status == 400)
    }
  }

  @Test func `a client that has said all still gets its answer`() async throws {
    let responder = WaitingResponder()
    try await withServer(responder) { port in
      let connection = try await RawConnection.connect(port: port)
      try await connection.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
      connection.finishSending()
      await responder.next().completion(OutgoingResponse(Response(status: 200, body: Body("late"))))
      var (bytes, ending) = try await connection.receiveUntilClose()
      #expect(RawResponse.take(from: &bytes)?.text == "late")
      #expect(ending == .closed)
    }
  }

  @Test func `a chunked request with trailers that comes byte by byte is put together`() async throws {
    let responder = ScriptedResponder { request in
      OutgoingResponse(
        Response(status: 200, headers: ["X-Trailer": request.trailers["sum"] ?? "none"], body: request.body))
    }
    try await withServer(responder) { port in
      let connection = try await RawConnection.connect(port: port)
      let text =
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n2\r\nde\r\n0\r\nSum: 5\r\n\r\n"
      for byte in text.utf8 { try await connection.send([byte]) }
      let response = try await connection.receive(responses: 1)[0]
      #expect(response.text == "abcde")
      #expect(response["x-trailer"] == "5")
    }
  }
}
