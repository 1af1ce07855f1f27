import PlumblineHTTPMessages
import Testing

@testable import PlumblineHTTPServer

/// Bodies whose parts are sent at their own times, with a connection without a socket and a clock that the test
/// advances.
@Suite struct TimedBodyTests {
  private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
  private static let moment = Duration.nanoseconds(1)
  private static let body = "one\ntwo\nthree\n"
  /// The ends of the body's lines, which are sent immediately, after ten minutes and after twenty.
  private static let timing = BodyTiming([
    .init(end: 4, time: .zero), .init(end: 8, time: .seconds(600)), .init(end: 14, time: .seconds(1200)),
  ])

  private func server(_ delivery: Delivery) throws -> ManualServer {
    try ManualServer(
      ScriptedResponder { _ in OutgoingResponse(Response(status: 200, body: Body(Self.body)), delivery: delivery) })
  }

  /// Returns everything that a client has received, including the head.
  private func text(_ server: ManualServer, _ client: Int32) -> String {
    String(decoding: server.socket(client).output, as: UTF8.self)
  }

  @Test func `the head goes at once and each part when it is due, in a chunk of its own`() throws {
    let server = try server(Delivery(pace: .timed(Self.timing)))
    let client = try server.connect()
    try server.send(Self.get, from: client)
    #expect(text(server, client).hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(text(server, client).contains("Transfer-Encoding: chunked\r\n"))
    #expect(!text(server, client).contains("Content-Length"))
    #expect(text(server, client).hasSuffix("\r\n\r\n4\r\none\n\r\n"))
    try server.pass(.seconds(600) - Self.moment)
    #expect(text(server, client).hasSuffix("one\n\r\n"))
    try server.pass(Self.moment)
    #expect(text(server, client).hasSuffix("one\n\r\n4\r\ntwo\n\r\n"))
    try server.pass(.seconds(600) - Self.moment)
    #expect(text(server, client).hasSuffix("two\n\r\n"))
    try server.pass(Self.moment)
    #expect(text(server, client).hasSuffix("two\n\r\n6\r\nthree\n\r\n0\r\n\r\n"))
    #expect(server.texts(of: client) == [Self.body])
    #expect(!server.socket(client).isClosed)
  }

  @Test func `the head goes before a first part that comes late`() throws {
    let late = BodyTiming([.init(end: 14, time: .seconds(5))])
    let server = try server(Delivery(pace: .timed(late)))
    let client = try server.connect()
    try server.send(Self.get, from: client)
    #expect(text(server, client).hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(text(server, client).hasSuffix("\r\n\r\n"))
    try server.pass(.seconds(5))
    #expect(server.texts(of: client) == [Self.body])
  }

  @Test func `times count from the head, which a delay holds back`() throws {
    let server = try server(Delivery(delay: .seconds(30), pace: .timed(Self.timing)))
    let client = try server.connect()
    try server.send(Self.get, from: client)
    try server.pass(.seconds(30))
    #expect(text(server, client).hasSuffix("one\n\r\n"))
    try server.pass(.seconds(600) - Self.moment)
    #expect(text(server, client).hasSuffix("one\n\r\n"))
    try server.pass(Self.moment)
    #expect(text(server, client).hasSuffix("two\n\r\n"))
  }

  @Test func `parts that are due together go together, and what is behind the last one goes with it`() throws {
    let timing = BodyTiming([.init(end: 4, time: .seconds(1)), .init(end: 8, time: .seconds(1))])
    let server = try server(Delivery(pace: .timed(timing)))
    let client = try server.connect()
    try server.send(Self.get, from: client)
    try server.pass(.seconds(1))
    #expect(server.texts(of: client) == [Self.body])
  }

  @Test func `a body is cut off in the middle of a part, and at a part's end`() throws {
    for (cut, seen) in [(6, "4\r\none\n\r\n2\r\ntw\r\n"), (8, "4\r\none\n\r\n4\r\ntwo\n\r\n")] {
      let server = try server(Delivery(pace: .timed(Self.timing), truncateAfter: cut))
      let client = try server.connect()
      try server.send(Self.get, from: client)
      #expect(!server.socket(client).isSendingShutDown)
      try server.pass(.seconds(600))
      #expect(text(server, client).hasSuffix(seen))
      #expect(server.socket(client).isSendingShutDown)
    }
  }

  @Test func `a body that is cut off behind its last byte lacks its end`() throws {
    let server = try server(Delivery(pace: .timed(Self.timing), truncateAfter: 14))
    let client = try server.connect()
    try server.send(Self.get, from: client)
    try server.pass(.seconds(1200))
    #expect(text(server, client).hasSuffix("6\r\nthree\n\r\n"))
    #expect(server.socket(client).isSendingShutDown)
  }

  @Test func `a client of HTTP/1.0 sees that a body was cut off by a reset`() throws {
    let server = try server(Delivery(pace: .timed(Self.timing), truncateAfter: 4))
    let client = try server.connect()
    try server.send("GET / HTTP/1.0\r\n\r\n", from: client)
    #expect(text(server, client).hasSuffix("\r\n\r\none\n"))
    #expect(server.socket(client).resetsOnClose)
    #expect(server.socket(client).isClosed)
  }

  @Test func `a client that has gone ends the body with the next part`() throws {
    let server = try server(Delivery(pace: .timed(Self.timing)))
    let client = try server.connect()
    try server.send(Self.get, from: client)
    // The client's system responds to any further bytes with a reset.
    server.network.change(client) { $0.isSendingShutDown = true }
    try server.pass(.seconds(600))
    #expect(server.socket(client).isClosed)
  }

  @Test func `a response to HEAD has no body to pace`() throws {
    let server = try server(Delivery(pace: .timed(Self.timing)))
    let client = try server.connect()
    try server.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n", from: client)
    #expect(text(server, client).contains("Transfer-Encoding: chunked\r\n"))
    #expect(text(server, client).hasSuffix("\r\n\r\n"))
    try server.pass(.seconds(1200))
    #expect(text(server, client).hasSuffix("\r\n\r\n"))
    #expect(!text(server, client).contains("one"))
  }

  @Test func `an answer behind a paced one waits for it`() throws {
    let server = try ManualServer(
      ScriptedResponder { request in
        OutgoingResponse(
          Response(status: 200, body: Body(request.path == "/slow" ? Self.body : "next")),
          delivery: Delivery(pace: request.path == "/slow" ? Delivery.Pace.timed(Self.timing) : nil))
      })
    let client = try server.connect()
    try server.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n" + Self.get, from: client)
    #expect(!text(server, client).contains("next"))
    try server.pass(.seconds(1200))
    #expect(server.texts(of: client) == [Self.body, "next"])
  }
}
