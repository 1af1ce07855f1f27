import PlumblineHTTPMessages
import Testing

@testable import PlumblineHTTPServer

/// The behavior of a listener if the process has no file descriptors left, on a network that simulates this.
@Suite struct ListenerChannelTests {
  private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
  private static let pause = Duration.milliseconds(50)
  private static let moment = Duration.nanoseconds(1)

  @Test func `without a descriptor it tries again after a pause, and not before`() throws {
    let server = try ManualServer(EchoResponder())
    server.network.hasDescriptors = false
    let client = try server.connect()
    for tries in 1...5 {
      #expect(server.network.acceptCount == tries)
      #expect(server.network.sleep == 50)
      try server.pass(Self.pause - Self.moment)
      #expect(server.network.acceptCount == tries)
      try server.pass(Self.moment)
    }
    server.network.hasDescriptors = true
    try server.pass(Self.pause)
    try server.send(Self.get, from: client)
    #expect(server.received(by: client).responses.map(\.status) == [200])
  }

  @Test func `those who are connected are served while it waits`() throws {
    let server = try ManualServer(EchoResponder())
    let served = try server.connect()
    server.network.hasDescriptors = false
    let waiting = try server.connect()
    for _ in 0..<3 {
      try server.send(Self.get, from: served)
      #expect(server.received(by: served).responses.map(\.status) == [200])
    }
    #expect(server.network.acceptCount == 3, "one that was served, the end of that rush, and one that failed")
    #expect(server.network.waiting == [waiting])
  }

  @Test func `a connection that closes lets the next one in at once`() throws {
    let server = try ManualServer(EchoResponder())
    let leaving = try server.connect()
    server.network.hasDescriptors = false
    let waiting = try server.connect()
    server.network.hasDescriptors = true
    try server.finish(leaving)
    try server.send(Self.get, from: waiting)
    #expect(server.received(by: waiting).responses.map(\.status) == [200])
  }

  @Test func `beyond the limit of connections it waits in the same way`() throws {
    var limits = HTTPLimits()
    limits.connections = 2
    let server = try ManualServer(EchoResponder(), limits: limits)
    let clients = [try server.connect(), try server.connect(), try server.connect()]
    #expect(server.network.waiting == [clients[2]])
    #expect(!server.network.isListening)
    try server.finish(clients[0])
    #expect(server.network.waiting.isEmpty)
    #expect(server.loop.gate.openConnections == 2)
  }

  @Test func `it waits in the row of those that wait once, however long that takes`() throws {
    let server = try ManualServer(EchoResponder())
    server.network.hasDescriptors = false
    _ = try server.connect()
    for _ in 0..<100 { try server.pass(Self.pause) }
    #expect(server.network.acceptCount == 101)
    #expect(server.loop.gate.waiting.count == 1)
    #expect(server.loop.timers.count == 1)
  }

  @Test func `where the poller has no room it tries again, too`() throws {
    let server = try ManualServer(EchoResponder())
    server.network.hasDescriptors = false
    let client = try server.connect()
    server.network.hasDescriptors = true
    server.network.hasRoomToPoll = false
    for _ in 0..<3 { try server.pass(Self.pause) }
    #expect(!server.network.isListening)
    server.network.hasRoomToPoll = true
    try server.pass(Self.pause)
    try server.send(Self.get, from: client)
    #expect(server.received(by: client).responses.map(\.status) == [200])
  }

  @Test func `one that is closed while it waits stays closed`() throws {
    let server = try ManualServer(EchoResponder())
    server.network.hasDescriptors = false
    let client = try server.connect()
    server.listener.close(on: server.loop)
    server.network.hasDescriptors = true
    try server.pass(Self.pause)
    #expect(server.network.waiting == [client])
    #expect(!server.network.isListening)
  }
}
