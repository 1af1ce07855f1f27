import Dispatch
import PlumblineASCII
import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import PlumblineTime
import Synchronization

/// The responder at one service's port: its main session, the sessions that callers opened, and the control interface.
///
///     /__plumbline/…                    the control interface, for the session that the request is about
///     X-Plumbline-Session: checkout-7   that session; its first request opens it, unless it comes from a foreign page
///     anything else                     the main session
///
/// At a session's own port, the header is ignored, and all requests are for that session.
package final class SessionDirectory: Responder {
  /// The configuration of a served service.
  package struct Configuration: Sendable {
    /// The version that `health` reports.
    package var version = Toolkit.version
    /// The options for sessions that don't specify their own.
    package var options = MockOptions()
    package var faults: [FaultRule] = []
    package var delays: [DelayRule] = []
    package var journal = Journal.Limits()
    /// The maximum number of sessions in addition to the main one. If it is exceeded, the least recently used idle
    /// session is evicted.
    package var sessions = 256
    /// The names that this server accepts, in addition to loopback names and numeric addresses.
    package var hosts: [String] = []
    /// The origins whose pages have the same rights as this machine's pages.
    package var origins: Set<WebOrigin> = []
    /// A closure that creates a responder to use instead of the mock, such as a real server. It is called once per
    /// session, along with the session's mock. The journal, faults, and delays still apply. Foreign pages can't reach
    /// the responder.
    package var upstream: (@Sendable (_ mock: any PromptResponder) -> any Responder)?
    /// The requirement for access to the inspector.
    package var inspector = InspectorAccess.open
    /// A closure that returns the credentials from the environment for the current contract. They are hidden wherever
    /// they occur in a journal.
    package var secrets: @Sendable () -> SecretGate = { SecretGate() }
    /// The destination for exchanges that are saved as recordings.
    package var shelf = RecordingShelf()
    /// A Boolean value that indicates whether contracts and recordings may be reloaded while the server runs.
    package var reloads = false
    /// A closure that is called after a session has freed a lot of memory, by a reset or when it was closed, so that
    /// the memory can be returned to the system. It isn't called on a thread that serves requests.
    package var relieve: (@Sendable () -> Void)?

    package init() {}
  }

  /// The name of the header field that selects a session.
  static let header = "x-plumbline-session"

  private struct State {
    var sessions: [String: ServedSession] = [:]
    var library: MockLibrary
    var loads = 1
    var problems: [Problem] = []
    var lastNumber = 0
  }

  package let configuration: Configuration
  package let main: ServedSession
  let gate: CallerGate
  let counts: TrafficCounts
  let drift = DriftCounts()
  /// The recordings that were saved from journals since the files were loaded.
  let saved = Mutex<[Recording]>([])
  /// A counter for the uses of sessions, to find the least recently used one.
  private let uses = Atomic<Int>(0)
  private let ports: (any SessionPorts)?
  private let clock: @Sendable () -> Int
  private let observer: JournalObserver?
  private let state: Mutex<State>
  /// The queue for requests that read many exchanges, one at a time.
  private let reading = DispatchQueue(label: "plumbline.journal")

  /// - Parameters:
  ///   - ports: A factory for the ports of sessions. If it is `nil`, sessions can only be reached with the header.
  ///   - clock: A closure that returns the time in milliseconds since 1970.
  ///   - observer: A closure that is called with the exchanges of all sessions.
  package init(
    library: MockLibrary, configuration: Configuration = Configuration(), ports: (any SessionPorts)? = nil,
    clock: @escaping @Sendable () -> Int = WallClock.system,
    observer: JournalObserver? = nil
  ) {
    self.configuration = configuration
    self.ports = ports
    self.clock = clock
    self.observer = observer
    state = Mutex(State(library: library))
    gate = CallerGate(hosts: configuration.hosts, origins: configuration.origins)
    let counts = TrafficCounts(library, changes: configuration.reloads)
    self.counts = counts
    main = Self.make(
      ServedSession.mainName, library, configuration.options, configuration, counts, clock: clock, observer: observer)
  }

  package func respond(to request: Request, completion: Completion) -> Reply {
    if ControlPath.isControl(request) { return control(request, on: nil, completion) }
    if let refusal = refusal(of: request, on: main) { return .now(refusal) }
    guard let name = sessionName(in: request) else { return main.respond(to: request, completion: completion) }
    do throws(SessionError) {
      return try enter(name, with: request).finish(request, completion: completion)
    } catch {
      return .now(refusal(error, to: request))
    }
  }

  /// Returns the response to bytes that can't be handled. For a body over the limit, it uses the service's envelope.
  /// For anything that isn't HTTP, it is plain.
  package func response(to refusal: RequestRefusal) -> Response {
    guard refusal.status == 413 else { return refusal.response }
    return Labels.adding(
      Labels.built, to: library.failures.response(413, code: "CONTENT_TOO_LARGE", message: refusal.message))
  }

  /// Returns the mock's response to a request received at the main port.
  package func answer(to request: Request) -> OutgoingResponse {
    if ControlPath.isControl(request) { return control(request, on: nil) }
    guard let name = sessionName(in: request) else { return main.answer(to: request) }
    do throws(SessionError) {
      let session = try enter(name, with: request)
      defer { session.end() }
      return session.answer(to: request)
    } catch {
      return refusal(error, to: request)
    }
  }

  /// Returns the name of the session that a request selects, or `nil` for the main session.
  private func sessionName(in request: Request) -> String? {
    request.headers[Self.header].flatMap { $0 == ServedSession.mainName ? nil : $0 }
  }

  /// Returns the error for a caller that isn't allowed to reach the real server behind this one, or `nil` if the
  /// request is allowed. Any caller can reach a mock.
  fileprivate func refusal(of request: Request, on session: ServedSession) -> OutgoingResponse? {
    guard configuration.upstream != nil else { return nil }
    do throws(ControlRefusal) {
      try gate.admit(request)
      return nil
    } catch {
      return session.turnAway(request, error.response)
    }
  }

  private func refusal(_ error: SessionError, to request: Request) -> OutgoingResponse {
    let answer = OutgoingResponse(library.failures.response(error.status, code: error.code, message: error.description))
    return request.headers["origin"].map { CrossOrigin.allowing($0, in: answer) } ?? answer
  }

  /// Handles a control request. If the request writes a file or reads many exchanges, this happens on a thread that
  /// serves no other requests.
  func control(_ request: Request, on own: ServedSession?, _ completion: Completion) -> Reply {
    let queue: DispatchQueue
    switch ControlID(request)?.work {
    case .files: queue = .global()
    case .exchanges: queue = reading
    case .short, nil: return .now(control(request, on: own))
    }
    queue.async { completion(self.control(request, on: own)) }
    return .later
  }

  /// Returns the control interface's response to a request.
  ///
  /// - Parameter own: The session whose own port received the request, or `nil` for the main port.
  func control(_ request: Request, on own: ServedSession?) -> OutgoingResponse {
    OutgoingResponse(ControlAPI(directory: self, own: own).respond(to: request))
  }
}

extension SessionDirectory {
  /// Returns the judge of a session's exchanges, with the current contract, or `nil` if the session no longer exists.
  package func judge(of session: String) -> JournalJudge? { find(session)?.judge }

  /// The contracts and recordings that are currently served.
  package var library: MockLibrary { state.withLock { $0.library } }

  /// The number of times that contracts and recordings have been loaded.
  package var loads: Int { state.withLock { $0.loads } }

  /// The problems of the current files. If there are errors among them, an earlier state of the files is being served.
  package var problems: [Problem] { state.withLock { $0.problems } }

  /// Switches all sessions to a new contract and new recordings. Connections and requests in flight aren't interrupted.
  package func adopt(_ library: MockLibrary, problems: [Problem] = []) {
    let sessions = state.withLock { state in
      state.library = library
      state.loads += 1
      state.problems = problems
      return Array(state.sessions.values)
    }
    saved.withLock { $0 = [] }
    counts.adopt(library)
    main.adopt(library)
    for session in sessions { session.adopt(library) }
  }

  /// Records the problems of new files, while the previous files are still being served.
  package func keep(despite problems: [Problem]) {
    state.withLock { $0.problems = problems }
  }
}

extension SessionDirectory {
  /// The sessions that callers opened, by name.
  package var sessions: [ServedSession] {
    state.withLock { $0.sessions.values.sorted { $0.name < $1.name } }
  }

  /// Returns the session with a name, opening it if it doesn't exist.
  package func session(named name: String) throws(SessionError) -> ServedSession {
    if name == ServedSession.mainName { return main }
    if let session = find(name) { return session }
    return try open(name, options: configuration.options, mayExist: true)
  }

  /// Returns the session with a name, after calling its ``ServedSession/begin()`` for a request. If the session doesn't
  /// exist, it is opened, unless the request is a foreign page's.
  private func enter(_ name: String, with request: Request) throws(SessionError) -> ServedSession {
    let there = state.withLock { state in
      let session = state.sessions[name]
      session?.begin()
      return session
    }
    if let there {
      use(there)
      return there
    }
    guard Self.isName(name) else { throw .badName(name) }
    guard !gate.isForeignPage(request) else { throw .foreign(name) }
    return try open(name, options: configuration.options, mayExist: true, begins: true)
  }

  fileprivate func use(_ session: ServedSession) {
    session.use(at: uses.add(1, ordering: .relaxed).newValue)
  }

  /// Returns the session with a name, or `nil` if it doesn't exist.
  package func find(_ name: String) -> ServedSession? {
    if name == ServedSession.mainName { return main }
    let session = state.withLock { $0.sessions[name] }
    if let session { use(session) }
    return session
  }

  /// Opens a session. The session gets its own port if ports are available.
  ///
  /// - Parameters:
  ///   - name: The session's name, or `nil` to generate one.
  ///   - options: The initial options of the session, or `nil` to use the default ones.
  ///   - host: The name or address that the client used to reach this server.
  package func open(
    _ name: String? = nil, options: MockOptions? = nil, reachedAs host: String
  ) throws(SessionError) -> ServedSession {
    let options = options ?? configuration.options
    let chosen = name ?? freeName()
    // Prevent the session from being evicted before its port is open.
    let session = try open(chosen, options: options, mayExist: false, begins: true)
    defer { session.end() }
    guard let ports else { return session }
    do throws(SessionError) {
      session.take(try ports.open(SessionResponder(directory: self, session: session), reachedAs: host))
    } catch {
      state.withLock { state in
        if state.sessions[session.name] === session { state.sessions[session.name] = nil }
      }
      session.close()
      throw error
    }
    return session
  }

  /// Closes a session. The main session can't be closed.
  ///
  /// - Returns: A Boolean value that indicates whether there was a session with this name.
  @discardableResult
  package func close(_ name: String) -> Bool {
    let session = state.withLock { $0.sessions.removeValue(forKey: name) }
    session?.close()
    return session != nil
  }

  /// Ends all event streams and closes all sessions, so that the server can stop.
  package func closeAll() {
    for session in sessions { close(session.name) }
    main.journal.finishListeners()
  }

  private func freeName() -> String {
    state.withLock { state in
      repeat { state.lastNumber += 1 } while state.sessions["session-\(state.lastNumber)"] != nil
      return "session-\(state.lastNumber)"
    }
  }

  /// - Parameter begins: A Boolean value that indicates whether to call the session's ``ServedSession/begin()``.
  private func open(
    _ name: String, options: MockOptions, mayExist: Bool, begins: Bool = false
  ) throws(SessionError) -> ServedSession {
    guard Self.isName(name) else { throw .badName(name) }
    guard name != ServedSession.mainName else { throw .exists(name) }
    let problems = library.problems(with: options)
    guard problems.isEmpty else { throw .badOptions(problems.joined(separator: " ")) }
    let (result, dropped) = state.withLock { state -> (Result<ServedSession, SessionError>, ServedSession?) in
      if let there = state.sessions[name] {
        guard mayExist else { return (.failure(.exists(name)), nil) }
        if begins { there.begin() }
        return (.success(there), nil)
      }
      var dropped: ServedSession?
      if state.sessions.count >= configuration.sessions {
        guard let idlest = state.sessions.values.filter(\.isIdle).min(by: { $0.lastUsed < $1.lastUsed }) else {
          return (.failure(.full(limit: configuration.sessions)), nil)
        }
        dropped = state.sessions.removeValue(forKey: idlest.name)
      }
      let session = Self.make(
        name, state.library, options, configuration, counts, clock: clock, observer: observer)
      use(session)
      if begins { session.begin() }
      state.sessions[name] = session
      return (.success(session), dropped)
    }
    dropped?.close()
    return try result.get()
  }

  /// Returns a Boolean value that indicates whether a string is a valid session name. A name that consists of dots
  /// would be a relative path segment, and change the path of the request.
  static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.contains { $0 != "." }
      && text.utf8.allSatisfy { byte in
        byte.isAlphanumeric || "-._".utf8.contains(byte)
      }
  }

  private static func make(
    _ name: String, _ library: MockLibrary, _ options: MockOptions, _ configuration: Configuration,
    _ counts: TrafficCounts, clock: @escaping @Sendable () -> Int, observer: JournalObserver?
  ) -> ServedSession {
    var limits = configuration.journal
    // Limit the memory for sessions other than the main one: there may be hundreds, each used by just a test or two.
    if name != ServedSession.mainName { limits.bytes = min(limits.bytes, 4 << 20) }
    return ServedSession(
      name: name, library: library, options: options,
      faults: FaultPlan(faults: configuration.faults, delays: configuration.delays),
      journal: Journal(limits: limits, clock: clock), counts: counts, changes: configuration.reloads,
      upstream: configuration.upstream, relieve: configuration.relieve, secrets: configuration.secrets,
      observer: observer)
  }
}

/// The responder at a session's own port.
private struct SessionResponder: Responder {
  let directory: SessionDirectory
  let session: ServedSession

  func respond(to request: Request, completion: Completion) -> Reply {
    if ControlPath.isControl(request) { return directory.control(request, on: session, completion) }
    if let refusal = directory.refusal(of: request, on: session) { return .now(refusal) }
    directory.use(session)
    session.begin()
    return session.finish(request, completion: completion)
  }

  func response(to refusal: RequestRefusal) -> Response { directory.response(to: refusal) }
}
