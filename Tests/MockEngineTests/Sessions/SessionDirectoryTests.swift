import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Synchronization
import Testing

/// Gives out ports without opening any.
final class PretendedPorts: SessionPorts {
  struct State {
    var doors: [Int: any Responder] = [:]
    var failure: SessionError?
  }

  let state = Mutex(State())

  var open: Set<Int> { state.withLock { Set($0.doors.keys) } }

  func open(_ responder: any Responder, reachedAs host: String) throws(SessionError) -> SessionPort {
    let result = state.withLock { state -> Result<Int, SessionError> in
      if let failure = state.failure { return .failure(failure) }
      let port = 40_000 + state.doors.count
      state.doors[port] = responder
      return .success(port)
    }
    let port = try result.get()
    return SessionPort(port: port, baseURL: "http://\(host):\(port)") { [weak self] in
      _ = self?.state.withLock { $0.doors.removeValue(forKey: port) }
    }
  }

  func answer(at port: Int, to request: Request) async -> Answer? {
    await state.withLock { $0.doors[port] }?.answer(to: request)
  }
}

@Suite struct SessionDirectoryTests {
  private let clock = Clock()
  private let ports = PretendedPorts()

  /// A clock that tests set.
  final class Clock: Sendable {
    let time = Atomic<Int>(1_000_000)
  }

  private func directory(_ change: (inout SessionDirectory.Configuration) -> Void = { _ in }) throws -> SessionDirectory
  {
    var configuration = SessionDirectory.Configuration()
    configuration.options = MockOptions(persona: "owner")
    change(&configuration)
    let library = MockLibrary(
      contract: try Shop.contract(),
      recordings: [try Shop.recording("items.get", "success", request: #"{ "method": "GET", "path": "/items/7" }"#)])
    return SessionDirectory(
      library: library, configuration: configuration, ports: ports,
      clock: { [clock] in clock.time.load(ordering: .relaxed) })
  }

  private func status(_ directory: SessionDirectory, _ session: String? = nil) -> Int {
    var request = Request(method: .get, target: "/items/7")
    if let session { request.headers["X-Plumbline-Session"] = session }
    return directory.answer(to: request).response.status
  }

  @Test func `sessions share nothing: overrides, faults, sequences and journals stay apart`() throws {
    let directory = try directory()
    let one = try directory.session(named: "one")
    one.mock.add(Override(endpoint: "items.get", plays: .status(409)))
    let two = try directory.session(named: "two")
    two.faults.setFaults([FaultRule(.status(503))])
    #expect([status(directory), status(directory, "one"), status(directory, "two")] == [200, 409, 503])
    #expect(directory.main.journal.total == 1)
    #expect(one.journal.entries.map(\.status) == [409])
    one.reset()
    two.reset()
    #expect([status(directory, "one"), status(directory, "two")] == [200, 200])
    #expect(one.journal.total == 2, "the journal stays")
  }

  @Test func `the header's first request opens a session, and main is the main one`() throws {
    let directory = try directory()
    #expect(status(directory, "checkout-7") == 200)
    #expect(directory.sessions.map(\.name) == ["checkout-7"])
    #expect(status(directory, "main") == 200)
    #expect(directory.main.journal.total == 1)
    var request = Request(method: .get, target: "/items/7", headers: ["X-Plumbline-Session": "no good"])
    let refused = Seen(directory.answer(to: request))
    #expect((refused.status, refused.json?["ok"]?.bool) == (422, false))
    request.headers["X-Plumbline-Session"] = String(repeating: "a", count: 65)
    #expect(directory.answer(to: request).response.status == 422)
  }

  @Test func `a session has a port of its own until it is closed`() async throws {
    let directory = try directory()
    let session = try directory.open("mine", reachedAs: "127.0.0.1")
    let port = try #require(session.ownPort)
    #expect(port.baseURL == "http://127.0.0.1:\(port.port)")
    // The port decides, whatever the header says.
    let request = Request(method: .get, target: "/items/7", headers: ["X-Plumbline-Session": "other"])
    #expect(await ports.answer(at: port.port, to: request)?.response.status == 200)
    #expect(session.journal.total == 1)
    #expect(directory.sessions.map(\.name) == ["mine"])
    #expect(throws: SessionError.exists("mine")) { try directory.open("mine", reachedAs: "127.0.0.1") }
    #expect(throws: SessionError.exists("main")) { try directory.open("main", reachedAs: "127.0.0.1") }
    #expect(directory.close("mine"))
    #expect(ports.open == [])
    #expect(!directory.close("mine"))
    #expect(try directory.open(reachedAs: "x").name == "session-1")
    #expect(try directory.open(reachedAs: "x").name == "session-2")
  }

  @Test func `a session that gets no port isn't there`() throws {
    let directory = try directory()
    ports.state.withLock { $0.failure = .noPort("none is free") }
    #expect(throws: SessionError.noPort("none is free")) { try directory.open("mine", reachedAs: "x") }
    #expect(directory.sessions.isEmpty)
  }

  @Test func `there are only so many sessions, and one that idles makes room`() throws {
    let directory = try directory {
      $0.sessions = 2
      $0.idle = 1000
    }
    _ = try directory.open("a", reachedAs: "x")
    clock.time.add(500, ordering: .relaxed)
    #expect(status(directory, "b") == 200)
    #expect(status(directory, "c") == 503)
    #expect(throws: SessionError.full(limit: 2)) { try directory.open("c", reachedAs: "x") }
    clock.time.add(600, ordering: .relaxed)
    #expect(status(directory, "c") == 200)
    #expect(directory.sessions.map(\.name) == ["b", "c"])
    #expect(ports.open == [], "the dropped one's port is closed")
  }

  @Test func `other contracts and recordings answer at once in every session, and overrides go on`() throws {
    let directory = try directory { $0.reloads = true }
    let one = try directory.session(named: "one")
    one.mock.add(Override(endpoint: "items.get", plays: .status(409), times: 2))
    #expect(status(directory, "one") == 409)
    let edited = MockLibrary(
      contract: try Shop.contract(),
      recordings: [
        try Shop.recording("items.get", "edited", request: #"{ "method": "GET", "path": "/items/7" }"#)
      ])
    directory.adopt(edited)
    #expect(directory.loads == 2)
    let seen = Seen(directory.answer(to: Request(method: .get, target: "/items/7")))
    #expect(seen.from == "items.get/edited")
    #expect([status(directory, "one"), status(directory, "one")] == [409, 200])
    #expect(one.journal.total == 3)
  }
}
