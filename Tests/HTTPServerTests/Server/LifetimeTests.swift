import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
import PlumblineHTTPMessages
import PlumblineHTTPServer
import TestSupport
import Testing

/// Listeners and connections that open and close.
@Suite struct LifetimeTests {
  static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

  @Test(arguments: ExchangeTests.pollers)
  func `a thousand connections are served at once`(_ poller: PollerKind) async throws {
    try await withServer(EchoResponder(), .init(loops: 2, poller: poller)) { port in
      var connections: [RawConnection] = []
      for _ in 0..<1000 { connections.append(try await RawConnection.connect(port: port)) }
      for connection in connections { try await connection.send(Self.get) }
      for connection in connections { #expect(try await connection.receive(responses: 1)[0].status == 200) }
    }
  }

  @Test func `two thousand listeners open, serve and close`() async throws {
    let server = try HTTPServer(configuration: .init(loops: 2, limits: .patient))
    var ports: Set<Int> = []
    for index in 0..<2000 {
      let listener = try server.listen(responder: EchoResponder())
      ports.insert(listener.port)
      if index % 100 == 0 {
        let connection = try await RawConnection.connect(port: listener.port)
        #expect(try await connection.exchange(Self.get).status == 200)
        listener.close()
        #expect(try await connection.receiveUntilClose().bytes.isEmpty)
      }
      listener.close()
    }
    #expect(ports.count > 100)
    await server.shutdown()
  }

  @Test func `a closed listener refuses, but finishes what is under way`() async throws {
    let responder = WaitingResponder()
    let server = try HTTPServer(configuration: .init(loops: 2, limits: .patient))
    let listener = try server.listen(shared: true, responder: responder)
    let connection = try await RawConnection.connect(port: listener.port)
    try await connection.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
    let waiting = await responder.next()
    listener.close()
    // On Darwin, connections are refused a moment later, when the last loop has released the port.
    var tries = 0
    while tries < 10_000, (try? await RawConnection.connect(port: listener.port)) != nil { tries += 1 }
    #if canImport(Darwin)
      #expect(tries < 10_000)
    #else
      #expect(tries == 0)
    #endif
    waiting.completion(OutgoingResponse(Response(status: 200, body: Body("done"))))
    var (bytes, ending) = try await connection.receiveUntilClose()
    let response = RawResponse.take(from: &bytes)
    #expect(response?.text == "done")
    #expect(response?["connection"] == "close")
    #expect(ending == .closed)
    await server.shutdown()
  }

  @Test func `shutting down finishes what is under way and refuses what comes after`() async throws {
    let responder = WaitingResponder()
    let server = try HTTPServer(configuration: .init(loops: 2, limits: .patient))
    let listener = try server.listen(shared: true, responder: responder)
    let idle = try await RawConnection.connect(port: listener.port)
    let busy = try await RawConnection.connect(port: listener.port)
    try await busy.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
    let waiting = await responder.next()
    async let shutdown: Void = server.shutdown(grace: .seconds(60))
    #expect(try await idle.receiveUntilClose().bytes.isEmpty)
    waiting.completion(OutgoingResponse(Response(status: 200, body: Body("done"))))
    var (bytes, _) = try await busy.receiveUntilClose()
    #expect(RawResponse.take(from: &bytes)?.text == "done")
    await shutdown
    await #expect(throws: RawConnection.Failure.self) { try await RawConnection.connect(port: listener.port) }
    #expect(throws: ListenError.self) { try server.listen(responder: responder) }
  }

  @Test func `shutting down without grace doesn't wait for an answer that never comes`() async throws {
    let responder = WaitingResponder()
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let listener = try server.listen(responder: responder)
    let connection = try await RawConnection.connect(port: listener.port)
    try await connection.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
    let waiting = await responder.next()
    await server.shutdown(grace: .zero)
    waiting.completion(OutgoingResponse(Response(status: 200)))
    #expect(try await connection.receiveUntilClose().bytes.isEmpty)
  }

  @Test func `a port in use is named`() async throws {
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let listener = try server.listen(responder: EchoResponder())
    let error = #expect(throws: ListenError.self) {
      try server.listen(port: listener.port, responder: EchoResponder())
    }
    #expect(error?.code == .addressInUse)
    #expect(error?.description.hasPrefix("Port \(listener.port) is in use on 127.0.0.1") == true)
    await server.shutdown()
  }

  @Test(arguments: ["127.0.0.1", "0.0.0.0"])
  func `a port is taken as soon as a server listens there, and not before`(host: String) throws {
    let port = try LoopbackPort.bound()
    defer { port.close() }
    let address = try #require(try Sockets.resolve(host, port: Int(port.number)).first)
    #expect(!Sockets.isTaken(address))
    try port.listen()
    #expect(Sockets.isTaken(address))
    let any = try #require(try Sockets.resolve(host, port: 0).first)
    #expect(!Sockets.isTaken(any))
  }

  @Test func `addresses that can't be listened on say why`() async throws {
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    #expect(throws: ListenError.self) { try server.listen(host: "192.0.2.1", responder: EchoResponder()) }
    #expect(throws: ListenError.self) { try server.listen(host: "no such host", responder: EchoResponder()) }
    #expect(throws: ListenError.self) { try server.listen(port: 70000, responder: EchoResponder()) }
    await server.shutdown()
  }

  @Test(arguments: [
    ("", Optional<Int>.none), ("GET / HT", 408), ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab", 408),
  ])
  func `a client that keeps the server waiting is let go`(_ sent: String, _ status: Int?) async throws {
    var limits = HTTPLimits.patient
    if sent.isEmpty { limits.idle = .milliseconds(20) }
    if status != nil {
      limits.headTime = .milliseconds(20)
      limits.bodyTime = .milliseconds(20)
    }
    try await withServer(EchoResponder(), .init(loops: 1, limits: limits)) { port in
      let connection = try await RawConnection.connect(port: port)
      try await connection.send(sent)
      var (bytes, ending) = try await connection.receiveUntilClose()
      #expect(RawResponse.take(from: &bytes)?.status == status)
      #expect(ending == .closed)
    }
  }

  @Test func `connections beyond the limit wait until one closes`() async throws {
    var limits = HTTPLimits.patient
    limits.connections = 1
    try await withServer(EchoResponder(), .init(loops: 1, limits: limits)) { port in
      let first = try await RawConnection.connect(port: port)
      #expect(try await first.exchange(Self.get).status == 200)
      let second = try await RawConnection.connect(port: port)
      try await second.send(Self.get)
      first.finishSending()
      #expect(try await second.receive(responses: 1)[0].status == 200)
    }
  }

  @Test func `a base URL is what a client needs`() async throws {
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let listener = try server.listen(host: "0.0.0.0", responder: EchoResponder())
    #expect(listener.baseURL == "http://127.0.0.1:\(listener.port)")
    let (data, response) = try await URLSession.shared.data(from: try #require(URL(string: listener.baseURL)))
    #expect(data.isEmpty)
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
    await server.shutdown()
  }
}

/// A server's preparations for the connections to come.
@Suite struct OpenFilesTests {
  @Test func `a server raises how many descriptors the process may have, as far as the system allows`() async throws {
    let server = try HTTPServer(configuration: .init(loops: 1))
    await server.shutdown(grace: .zero)
    let (soft, hard) = OpenFiles.limits
    #expect(soft >= min(hard, 65_536) || soft >= OpenFiles.most)
  }
}
