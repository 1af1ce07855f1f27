import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Synchronization
import Testing

/// Ports that are assigned without being opened.
final class PretendedPorts: SessionPorts {
  struct State {
    var doors: [Int: any Responder] = [:]
    var failure: SessionError?
    /// Work that runs while a port is being opened.
    var meanwhile: (@Sendable () -> Void)?
  }

  let state = Mutex(State())

  var open: Set<Int> { state.withLock { Set($0.doors.keys) } }

  func open(_ responder: any Responder, reachedAs host: String) throws(SessionError) -> SessionPort {
    let meanwhile = state.withLock { state in
      defer { state.meanwhile = nil }
      return state.meanwhile
    }
    meanwhile?()
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

  func answer(at port: Int, to request: Request) async -> OutgoingResponse? {
    await state.withLock { $0.doors[port] }?.answer(to: request)
  }
}

/// A server that holds its responses until the test releases them.
final class HeldAnswers: Responder {
  private let held = Mutex<[Completion]>([])

  func respond(to request: Request, completion: Completion) -> Reply {
    held.withLock { $0.append(completion) }
    return .later
  }

  func answer() {
    let held = held.withLock { held in
      defer { held = [] }
      return held
    }
    for completion in held { completion(OutgoingResponse(Response(status: 200))) }
  }
}

@Suite struct SessionDirectoryTests {
  private let ports = PretendedPorts()

  private func directory(_ change: (inout SessionDirectory.Configuration) -> Void = { _ in }) throws -> SessionDirectory
  {
    var configuration = SessionDirectory.Configuration()
    configuration.options = MockOptions(persona: "owner")
    change(&configuration)
    let library = MockLibrary(
      contract: try Shop.contract(),
      recordings: [try Shop.recording("items.get", "success", request: #"{ "method": "GET", "path": "/items/7" }"#)])
    return SessionDirectory(library: library, configuration: configuration, ports: ports)
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
    // The port decides which session is used, regardless of the header field.
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

  @Test func `a session that waits for its port isn't evicted, and closes the port if it was closed meanwhile`()
    throws
  {
    let directory = try directory { $0.sessions = 1 }
    ports.state.withLock { state in
      state.meanwhile = { #expect(throws: SessionError.full(limit: 1)) { try directory.session(named: "other") } }
    }
    #expect(try directory.open("mine", reachedAs: "x").ownPort != nil)
    #expect(directory.close("mine"))
    ports.state.withLock { state in state.meanwhile = { _ = directory.close("mine") } }
    #expect(try directory.open("mine", reachedAs: "x").ownPort == nil)
    #expect(ports.open == [])
  }

  @Test func `a page that came by a foreign name opens no session`() throws {
    let directory = try directory()
    func status(_ session: String, _ headers: HeaderFields) -> Int {
      var request = Request(method: .get, target: "/items/7", headers: headers)
      request.headers["X-Plumbline-Session"] = session
      return directory.answer(to: request).response.status
    }
    #expect(status("a", ["Host": "evil.example", "Sec-Fetch-Site": "same-origin"]) == 403)
    #expect(
      status("b", ["Host": "localhost:8080", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"]) == 403)
    #expect(directory.sessions.isEmpty)
    #expect(status("c", ["Host": "localhost:8080", "Sec-Fetch-Site": "same-origin"]) == 200)
    #expect(status("d", ["Host": "mock:8080"]) == 200, "a program's, in a container")
  }

  @Test func `the session that was used longest ago makes room for one more`() throws {
    let directory = try directory { $0.sessions = 2 }
    _ = try directory.open("a", reachedAs: "x")
    #expect([status(directory, "b"), status(directory, "a"), status(directory, "c")] == [200, 200, 200])
    #expect(directory.sessions.map(\.name) == ["a", "c"])
    #expect(status(directory, "b") == 200)
    #expect(directory.sessions.map(\.name) == ["b", "c"])
    #expect(ports.open == [], "the dropped one's port is closed")
  }

  @Test func `a session that answers or is watched doesn't make room, and without any other none is opened`() throws {
    let upstream = HeldAnswers()
    let directory = try directory {
      $0.sessions = 2
      $0.upstream = { _ in upstream }
    }
    let answers = Mutex<[String]>([])
    func ask(_ session: String, _ more: HeaderFields = [:]) {
      var request = Request(
        method: .get, target: "/items/7", headers: ["Host": "localhost", "X-Plumbline-Session": session])
      for (name, value) in more { request.headers[name] = value }
      let completion = Completion { answer in answers.withLock { $0.append("\(session) \(answer.response.status)") } }
      if case .now(let answer) = directory.respond(to: request, completion: completion) { completion(answer) }
    }
    ask("a")
    let watched = try directory.session(named: "b")
    let listener = watched.journal.listen { _ in [] }
    ask("c", ["Origin": "http://localhost:5173"])
    #expect(answers.withLock { $0 } == ["c 503"])
    #expect(throws: SessionError.full(limit: 2)) { try directory.open("c", reachedAs: "x") }
    upstream.answer()
    ask("c")
    #expect(answers.withLock { $0 } == ["c 503", "a 200"])
    #expect(directory.sessions.map(\.name) == ["b", "c"], "a has its answer, so it made room")
    listener.cancel()
    upstream.answer()
    ask("d")
    upstream.answer()
    #expect(directory.sessions.map(\.name) == ["c", "d"])
    #expect(answers.withLock { $0 } == ["c 503", "a 200", "c 200", "d 200"])
  }

  @Test func `a page gets an error for too many sessions`() throws {
    let directory = try directory { $0.sessions = 1 }
    let watched = try directory.session(named: "a")
    let listener = watched.journal.listen { _ in [] }
    defer { listener.cancel() }
    let request = Request(
      method: .get, target: "/items/7", headers: ["X-Plumbline-Session": "b", "Origin": "http://localhost:5173"])
    let response = directory.answer(to: request).response
    #expect(response.status == 503)
    #expect(response.headers["Access-Control-Allow-Origin"] == "http://localhost:5173")
    #expect(String(decoding: response.body.bytes ?? [], as: UTF8.self).contains("--limit sessions"))
  }

  @Test func `a foreign page opens no session, and takes none from those that are there`() throws {
    let directory = try directory {
      $0.sessions = 2
      $0.origins = Set([WebOrigin("https://staging.example")].compactMap(\.self))
    }
    func status(_ session: String, _ origin: String?) -> Int {
      var request = Request(method: .get, target: "/items/7", headers: ["X-Plumbline-Session": session])
      request.headers["Origin"] = origin
      let response = directory.answer(to: request).response
      #expect(response.headers["Access-Control-Allow-Origin"] == origin, "so that the page can read what is wrong")
      return response.status
    }
    #expect([status("a", nil), status("b", "http://localhost:5173")] == [200, 200])
    for index in 0..<300 { #expect(status("x\(index)", "https://evil.example") == 403) }
    #expect(status("x", "null") == 403)
    #expect(directory.sessions.map(\.name) == ["a", "b"])
    #expect(status("a", "https://evil.example") == 200, "what is open is the mock's, and that is for all")
    #expect(status("c", "https://staging.example") == 200)
    #expect(directory.sessions.map(\.name) == ["a", "c"])
  }

  @Test(arguments: [".", "..", "..."])
  func `dots alone name no session`(name: String) throws {
    let directory = try directory()
    #expect(status(directory, name) == 422)
    #expect(throws: SessionError.badName(name)) { try directory.open(name, reachedAs: "x") }
    #expect(status(directory, ".a") == 200)
    #expect(directory.sessions.map(\.name) == [".a"])
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
