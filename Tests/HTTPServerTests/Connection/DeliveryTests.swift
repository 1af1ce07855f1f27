import PlumblineHTTPMessages
import PlumblineHTTPServer
import TestSupport
import Testing

/// Responses that are delivered late, slowly, partially, in pieces, or not at all.
@Suite struct DeliveryTests {
  static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
  static let body = "0123456789"

  private func answering(_ delivery: Delivery) -> ScriptedResponder {
    ScriptedResponder { _ in OutgoingResponse(Response(status: 200, body: Body(Self.body)), delivery: delivery) }
  }

  @Test(arguments: ExchangeTests.pollers)
  func `a delayed answer keeps its place and holds no other connection up`(_ poller: PollerKind) async throws {
    let responder = ScriptedResponder { request in
      OutgoingResponse(
        Response(status: 200, body: Body(request.target)),
        delivery: Delivery(delay: request.path == "/slow" ? .milliseconds(30) : .zero))
    }
    try await withServer(responder, .init(loops: 1, poller: poller)) { port in
      let connection = try await RawConnection.connect(port: port)
      let other = try await RawConnection.connect(port: port)
      try await connection.send(
        "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /slow HTTP/1.1\r\nHost: a\r\n\r\nGET /3 HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await other.exchange(Self.get).text == "/")
      #expect(try await connection.receive(responses: 3).map(\.text) == ["/1", "/slow", "/3"])
    }
  }

  @Test func `a paced body arrives whole, and the connection stays`() async throws {
    let pace = Delivery.Pace.steady(bytes: 3, interval: .milliseconds(1))
    try await withServer(answering(Delivery(pace: pace))) { port in
      let connection = try await RawConnection.connect(port: port)
      for _ in 0..<2 { #expect(try await connection.exchange(Self.get).text == Self.body) }
    }
  }

  @Test func `a truncated body ends early under a head that promised more`() async throws {
    try await withServer(answering(Delivery(truncateAfter: 4))) { port in
      let connection = try await RawConnection.connect(port: port)
      try await connection.send(Self.get + Self.get)
      let (bytes, ending) = try await connection.receiveUntilClose()
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains("Content-Length: 10\r\n"))
      #expect(text.hasSuffix("\r\n\r\n0123"))
      #expect(ending == .closed)
    }
  }

  @Test func `raw bytes come in place of the answer, or none at all, and the connection closes`() async throws {
    for raw in ["no HTTP at all", ""] {
      try await withServer(answering(Delivery(raw: Array(raw.utf8)))) { port in
        let connection = try await RawConnection.connect(port: port)
        try await connection.send(Self.get)
        let (bytes, ending) = try await connection.receiveUntilClose()
        #expect(String(decoding: bytes, as: UTF8.self) == raw)
        #expect(ending == .closed)
      }
    }
  }

  @Test func `a reset comes in place of the answer, or in its middle`() async throws {
    try await withServer(answering(Delivery(reset: true))) { port in
      let connection = try await RawConnection.connect(port: port)
      try await connection.send(Self.get)
      let (bytes, ending) = try await connection.receiveUntilClose()
      #expect(bytes.isEmpty)
      #expect(ending == .reset)
    }
    try await withServer(answering(Delivery(truncateAfter: 4, reset: true))) { port in
      let connection = try await RawConnection.connect(port: port)
      try await connection.send(Self.get)
      #expect(try await connection.receiveUntilClose().ending == .reset)
    }
  }

  @Test func `an answer may close the connection, and says so`() async throws {
    try await withServer(answering(Delivery(close: true))) { port in
      let connection = try await RawConnection.connect(port: port)
      try await connection.send(Self.get + Self.get)
      var (bytes, _) = try await connection.receiveUntilClose()
      #expect(RawResponse.take(from: &bytes)?["connection"] == "close")
      #expect(bytes.isEmpty)
    }
  }

  @Test func `a failure upstream closes the connection without an answer`() async throws {
    let responder = ScriptedResponder { _ in
      OutgoingResponse(failure: TransportFailure(kind: .connectionRefused, message: "Nobody is there."))
    }
    try await withServer(responder) { port in
      let connection = try await RawConnection.connect(port: port)
      try await connection.send(Self.get)
      let (bytes, ending) = try await connection.receiveUntilClose()
      #expect(bytes.isEmpty)
      #expect(ending == .closed)
    }
  }

  @Test func `a stream goes out in chunks with its trailers`() async throws {
    let responder = ScriptedResponder { _ in
      let chunks: [BodyChunk] = [
        .bytes(Array("one ".utf8)), .bytes([]), .bytes(Array("two".utf8)), .end(trailers: ["Sum": "7"]),
      ]
      return OutgoingResponse(Response(status: 200, body: .stream(ListStream(chunks))))
    }
    try await withServer(responder) { port in
      let connection = try await RawConnection.connect(port: port)
      for _ in 0..<2 {
        let response = try await connection.exchange(Self.get)
        #expect(response.text == "one two")
        #expect(response.trailers == ["Sum: 7"])
      }
      let old = try await RawConnection.connect(port: port)
      try await old.send("GET / HTTP/1.0\r\n\r\n")
      var (bytes, _) = try await old.receiveUntilClose()
      #expect(RawResponse.take(from: &bytes, isEnded: true)?.text == "one two")
    }
  }

  @Test func `a stream that fails or brings too little ends the connection`() async throws {
    let failure = TransportFailure(kind: .connectionReset, message: "The source went away.")
    for last in [BodyChunk.failed(failure), .end(trailers: HeaderFields())] {
      let responder = ScriptedResponder { _ in
        OutgoingResponse(Response(status: 200, body: .stream(ListStream([.bytes([65]), last], length: 5))))
      }
      try await withServer(responder) { port in
        let connection = try await RawConnection.connect(port: port)
        try await connection.send(Self.get)
        let (bytes, ending) = try await connection.receiveUntilClose()
        #expect(bytes.last == 65)
        #expect(ending == .closed)
      }
    }
  }

  @Test func `a large body reaches a client that reads late`() async throws {
    let large = [UInt8](repeating: 7, count: 9_000_000)
    let responder = ScriptedResponder { _ in OutgoingResponse(Response(status: 200, body: .bytes(large))) }
    try await withServer(responder) { port in
      let connection = try await RawConnection.connect(port: port)
      try await connection.send(Self.get + Self.get)
      let other = try await RawConnection.connect(port: port)
      #expect(try await other.exchange(Self.get).body.count == large.count)
      let responses = try await connection.receive(responses: 2)
      #expect(responses.allSatisfy { $0.body == large })
    }
  }

  @Test func `a field that could split the answer doesn't`() async throws {
    let responder = ScriptedResponder { _ in
      OutgoingResponse(Response(status: 200, headers: ["X": "a\r\nSet-Cookie: b", "Y\r\nZ": "c"]))
    }
    try await withServer(responder) { port in
      let response = try await RawConnection.connect(port: port).exchange(Self.get)
      #expect(response["x"] == "a  Set-Cookie: b")
      #expect(response["set-cookie"] == nil)
      #expect(response["z"] == nil)
    }
  }

  @Test func `an answer that had to wait for its client goes on when the client takes all at once`() throws {
    let pieces = Array(repeating: BodyChunk.bytes([UInt8](repeating: 0x78, count: 600_000)), count: 4)
    let server = try ManualServer(
      ScriptedResponder { _ in
        OutgoingResponse(Response(status: 200, body: .stream(ListStream(pieces, length: 2_400_000))))
      })
    let client = try server.connect()
    try server.take(0, by: client)
    try server.send(Self.get, from: client)
    try server.take(.max, by: client)
    #expect(server.received(by: client).responses.map(\.body.count) == [2_400_000])
  }
}
