import PlumblineHTTPMessages
import TestSupport
import Testing

@testable import PlumblineHTTPServer

/// The deadlines of a client, to the nanosecond, with a connection without a socket and a clock that the test advances.
@Suite struct ConnectionDeadlineTests {
  private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
  private static let moment = Duration.nanoseconds(1)

  /// Limits that all differ, so that none is mistaken for a different one.
  private static var limits: HTTPLimits {
    var limits = HTTPLimits()
    limits.idle = .seconds(75)
    limits.headTime = .seconds(30)
    limits.bodyTime = .seconds(60)
    limits.sendTime = .seconds(45)
    limits.linger = .seconds(2)
    return limits
  }

  private func server(_ responder: any Responder = EchoResponder()) throws -> ManualServer {
    try ManualServer(responder, limits: Self.limits)
  }

  /// Expects that the connection is closed exactly when this time has passed, and not earlier.
  private func expectEnd(
    of client: Int32, on server: ManualServer, after duration: Duration, status: Int?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try server.pass(duration - Self.moment)
    #expect(server.received(by: client).responses.map(\.status) == [], sourceLocation: sourceLocation)
    #expect(!server.socket(client).isClosed, sourceLocation: sourceLocation)
    try server.pass(Self.moment)
    #expect(server.received(by: client).responses.first?.status == status, sourceLocation: sourceLocation)
    #expect(server.socket(client).isClosed == (status == nil), sourceLocation: sourceLocation)
    #expect(server.socket(client).isSendingShutDown == (status != nil), sourceLocation: sourceLocation)
  }

  @Test func `without a request a connection goes when the idle time is over`() throws {
    let server = try server()
    let client = try server.connect()
    try expectEnd(of: client, on: server, after: Self.limits.idle, status: nil)
  }

  @Test func `each request gives it the whole idle time again`() throws {
    let server = try server()
    let client = try server.connect()
    for _ in 0..<3 {
      try server.pass(.seconds(74))
      try server.send(Self.get, from: client)
      #expect(server.texts(of: client) == [""])
    }
    try expectEnd(of: client, on: server, after: Self.limits.idle, status: nil)
  }

  @Test func `a head has its time once, however its bytes trickle in`() throws {
    let server = try server()
    let client = try server.connect()
    try server.pass(.seconds(10))
    for byte in "GET /" {
      try server.send("\(byte)", from: client)
      try server.pass(.seconds(5))
    }
    try expectEnd(of: client, on: server, after: Self.limits.headTime - .seconds(25), status: 408)
  }

  @Test func `the head of the next request has its own time`() throws {
    let server = try server()
    let client = try server.connect()
    try server.send(String(Self.get.prefix(9)), from: client)
    try server.pass(.seconds(29))
    try server.send(Self.get.dropFirst(9) + "GET", from: client)
    #expect(server.texts(of: client) == [""])
    try expectEnd(of: client, on: server, after: Self.limits.headTime, status: 408)
  }

  @Test func `a body has time as long as each next byte comes in time`() throws {
    let server = try server()
    let client = try server.connect()
    try server.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n", from: client)
    for _ in 0..<5 {
      try server.pass(Self.limits.bodyTime - Self.moment)
      try server.send("x", from: client)
    }
    try expectEnd(of: client, on: server, after: Self.limits.bodyTime, status: 408)
  }

  @Test func `a client that takes nothing of its answer is let go without a word`() throws {
    let server = try server()
    let client = try server.connect()
    try server.take(0, by: client)
    try server.send(Self.get, from: client)
    try expectEnd(of: client, on: server, after: Self.limits.sendTime, status: nil)
  }

  @Test func `who takes nothing wins no time by sending`() throws {
    let server = try server()
    let client = try server.connect()
    try server.take(0, by: client)
    try server.send(Self.get, from: client)
    for byte in "GET" {
      try server.pass(.seconds(10))
      try server.send("\(byte)", from: client)
    }
    try expectEnd(of: client, on: server, after: Self.limits.sendTime - .seconds(30), status: nil)
  }

  @Test func `a client that takes some of its answer has the time again, and gets it whole`() throws {
    let server = try server()
    let client = try server.connect()
    try server.take(0, by: client)
    try server.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", from: client)
    for _ in 0..<20 {
      try server.pass(Self.limits.sendTime - Self.moment)
      try server.take(1, by: client)
    }
    #expect(server.socket(client).output.count == 20)
    try server.take(.max, by: client)
    #expect(server.texts(of: client) == ["hello"])
    try expectEnd(of: client, on: server, after: Self.limits.idle, status: nil)
  }

  @Test func `who waits for an answer may wait for ever`() throws {
    let responder = KeepingResponder()
    let server = try server(responder)
    let client = try server.connect()
    try server.send(Self.get, from: client)
    try server.pass(.seconds(1_000_000))
    #expect(!server.socket(client).isClosed)
    responder.completions[0](OutgoingResponse(Response(status: 200, body: Body("late"))))
    try server.settle()
    #expect(server.texts(of: client) == ["late"])
    try expectEnd(of: client, on: server, after: Self.limits.idle, status: nil)
  }

  @Test func `who was refused is read on until it goes, or the lingering is over`() throws {
    let server = try server()
    let (leaving, staying) = (try server.connect(), try server.connect())
    for client in [leaving, staying] {
      try server.send("no HTTP\r\n\r\n", from: client)
      #expect(server.received(by: client).responses.map(\.status) == [400])
      try server.send("more that nobody wants", from: client)
      #expect(server.socket(client).input.isEmpty)
    }
    try server.finish(leaving)
    #expect(server.socket(leaving).isClosed)
    try server.pass(Self.limits.linger - Self.moment)
    #expect(!server.socket(staying).isClosed)
    try server.pass(Self.moment)
    #expect(server.socket(staying).isClosed)
    #expect(server.socket(staying).output.isEmpty)
  }

  @Test func `a delayed answer comes when its delay is over, and holds up those behind it`() throws {
    let responder = ScriptedResponder { request in
      let delay = request.path == "/slow" ? Duration.seconds(500) : .zero
      return OutgoingResponse(Response(status: 200, body: Body(request.target)), delivery: Delivery(delay: delay))
    }
    let server = try server(responder)
    let client = try server.connect()
    try server.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n" + Self.get, from: client)
    try server.pass(.seconds(500) - Self.moment)
    #expect(server.socket(client).output.isEmpty)
    try server.pass(Self.moment)
    #expect(server.texts(of: client) == ["/slow", "/"])
  }

  @Test func `a paced body comes in pieces of its size, one each interval`() throws {
    let delivery = Delivery(pace: Delivery.Pace.steady(bytes: 3, interval: .seconds(100)))
    let responder = ScriptedResponder { _ in
      OutgoingResponse(Response(status: 200, body: Body("01234567")), delivery: delivery)
    }
    let server = try server(responder)
    let client = try server.connect()
    try server.send(Self.get, from: client)
    func text() -> String {
      String(decoding: server.socket(client).output, as: UTF8.self).components(after: "\r\n\r\n")
    }
    #expect(text() == "012")
    try server.pass(.seconds(100) - Self.moment)
    #expect(text() == "012")
    try server.pass(Self.moment)
    #expect(text() == "012345")
    try server.pass(.seconds(100))
    #expect(text() == "01234567")
    #expect(!server.socket(client).isClosed)
  }

  @Test func `a connection sets one timer, however many requests come`() throws {
    let server = try server()
    let client = try server.connect()
    for _ in 0..<1000 {
      try server.pass(.milliseconds(1))
      try server.send(Self.get, from: client)
    }
    #expect(server.loop.timers.count == 1)
    #expect(server.received(by: client).responses.count == 1000)
    try expectEnd(of: client, on: server, after: Self.limits.idle, status: nil)
  }

  @Test func `a loop with nothing to do sleeps until its next timer is due`() throws {
    let server = try server()
    #expect(try nextWait(of: server) == -1)
    _ = try server.connect()
    #expect(try nextWait(of: server) == 75_000)
    try server.pass(.seconds(74) + Self.moment)
    // The wait is rounded up, because waking too early would make the loop spin until the deadline.
    #expect(try nextWait(of: server) == 1000)
    try server.pass(.seconds(1) - Self.moment)
    #expect(try nextWait(of: server) == -1)
  }

  private func nextWait(of server: ManualServer) throws -> Int32? {
    try server.settle()
    return server.network.sleep
  }
}

/// A responder that records its requests, for a test on one thread.
private final class KeepingResponder: Responder {
  nonisolated(unsafe) var completions: [Completion] = []

  func respond(to request: Request, completion: Completion) -> Reply {
    completions.append(completion)
    return .later
  }
}

extension String {
  /// Returns the text after the first occurrence of a substring.
  fileprivate func components(after text: String) -> String {
    firstRange(of: text).map { String(self[$0.upperBound...]) } ?? ""
  }
}
