import PlumblineHTTPMessages
import Synchronization
import Testing

/// Requests whose bodies are passed on before they are complete.
@Suite struct StreamedRequestTests {
  private static let limits: HTTPLimits = {
    var limits = HTTPLimits()
    limits.streamed = 10
    return limits
  }()

  private static func post(_ length: Int) -> String {
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n"
  }

  /// A responder that records its requests, and reads their bodies when a test asks it to.
  private final class Taker: Responder {
    private let state = Mutex<[(request: Request, completion: Completion)]>([])
    let taken = Mutex<[UInt8]>([])
    let ends = Mutex<[String]>([])

    func respond(to request: Request, completion: Completion) -> Reply {
      state.withLock { $0.append((request, completion)) }
      return .later
    }

    var count: Int { state.withLock { $0.count } }

    func ask() {
      guard case .stream(let stream) = state.withLock({ $0.last?.request.body }) else { return }
      stream.next { chunk in
        switch chunk {
        case .bytes(let bytes): self.taken.withLock { $0 += bytes }
        case .end: self.ends.withLock { $0.append("end") }
        case .failed(let failure): self.ends.withLock { $0.append(failure.message) }
        }
      }
    }

    func answer(_ text: String) {
      state.withLock { $0.last }?.completion(OutgoingResponse(Response(status: 200, body: Body(text))))
    }
  }

  @Test func `a large body is read no faster than it is asked for`() throws {
    let taker = Taker()
    let server = try ManualServer(taker, limits: Self.limits)
    let client = try server.connect()
    let count = 4 << 20
    try server.send(Self.post(count) + String(repeating: "x", count: count), from: client)
    #expect(taker.count == 1, "it is there before its body is")
    let left = server.socket(client).input.count
    #expect(left > 3 << 20, "\(left) of \(count) are left in the network")
    while taker.taken.withLock({ $0.count }) < count {
      taker.ask()
      try server.settle()
    }
    taker.ask()
    taker.answer("thanks")
    try server.settle()
    #expect(taker.ends.withLock { $0 } == ["end"])
    #expect(server.texts(of: client) == ["thanks"])
    try server.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n", from: client)
    #expect(taker.count == 2, "the connection carries on")
  }

  @Test func `who answers before the body is there closes the connection after the answer`() throws {
    let taker = Taker()
    let server = try ManualServer(taker, limits: Self.limits)
    let client = try server.connect()
    try server.send(Self.post(1000) + "0123456789", from: client)
    taker.answer("no")
    try server.settle()
    let (responses, rest) = server.received(by: client)
    #expect(responses.map(\.text) == ["no"])
    #expect(responses.first?["connection"] == "close")
    #expect(rest.isEmpty)
    #expect(server.socket(client).isSendingShutDown)
    taker.ask()
    taker.ask()
    #expect(taker.ends.withLock { $0.count } == 1, "nobody waits for the rest")
  }

  @Test func `a body that breaks off is reported to its reader`() throws {
    let taker = Taker()
    let server = try ManualServer(taker, limits: Self.limits)
    let client = try server.connect()
    try server.send(Self.post(1000) + "0123456789", from: client)
    try server.finish(client)
    taker.ask()
    taker.ask()
    #expect(taker.taken.withLock { $0.count } == 10)
    #expect(taker.ends.withLock { $0 } == ["The client sent only part of its request."])
  }

  @Test func `a body that stops coming is refused in its time`() throws {
    let taker = Taker()
    let server = try ManualServer(taker, limits: Self.limits)
    let client = try server.connect()
    try server.send(Self.post(1000) + "0123456789", from: client)
    try server.pass(.seconds(61))
    taker.ask()
    taker.ask()
    #expect(taker.ends.withLock { $0.count } == 1)
    taker.answer("late")
    try server.settle()
    #expect(server.received(by: client).responses.map(\.status) == [200, 408])
  }
}
