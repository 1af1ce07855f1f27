import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineJSONTree
import PlumblineMockEngine
import Synchronization
import Testing

/// The response with which a mock declares that its contents are disposable.
enum Disposable {
  static let path = "/__plumbline/health"
  static let answer = OutgoingResponse(
    Response(status: 200, headers: ["content-type": "application/json"], body: Body(#"{ "disposable": true }"#)))
}

/// The mock, presented as a real server with state and custom behavior.
final class UnrulyServer: Responder {
  /// The behavior for a request.
  enum Manner: Sendable {
    /// The mock's own response.
    case ordinary
    case answer(OutgoingResponse)
    /// No response at all.
    case silence
  }

  private struct State {
    var requests: [Request] = []
    var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let session: MockSession
  private let isDisposable: Bool
  private let manner: @Sendable (Request, Int) -> Manner
  private let state = Mutex(State())

  /// - Parameters:
  ///   - isDisposable: A Boolean value that indicates whether the server declares itself disposable, as mocks do.
  ///   - manner: Returns the behavior for a request, given the number of requests before it.
  convenience init(
    _ service: Service = .trueLog, isDisposable: Bool = true,
    _ manner: @escaping @Sendable (Request, Int) -> Manner = { _, _ in .ordinary }
  ) throws {
    self.init(try service.library.get(), isDisposable: isDisposable, manner)
  }

  /// Creates the mock of a given contract.
  init(
    _ library: MockLibrary, isDisposable: Bool = true,
    _ manner: @escaping @Sendable (Request, Int) -> Manner = { _, _ in .ordinary }
  ) {
    session = MockSession(library: library)
    self.isDisposable = isDisposable
    self.manner = manner
  }

  var requests: [Request] { state.withLock { $0.requests } }

  func respond(to request: Request, completion: Completion) -> Reply {
    // This request isn't counted, because only runs that may write send it, and only once.
    if isDisposable, request.path == Disposable.path { return .now(Disposable.answer) }
    let (count, due) = state.withLock { state in
      state.requests.append(request)
      let count = state.requests.count
      let due = state.waiting.filter { $0.count <= count }
      state.waiting.removeAll { $0.count <= count }
      return (count - 1, due)
    }
    defer { for one in due { one.continuation.resume() } }
    switch manner(request, count) {
    case .ordinary: return session.respond(to: request, completion: completion)
    case .answer(let answer): return .now(answer)
    case .silence: return .later
    }
  }

  /// Waits until this number of requests has arrived.
  func requests(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.requests.count >= count { return true }
        state.waiting.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  /// Waits until a matching request has arrived.
  func request(_ isMeant: (Request) -> Bool) async {
    var count = 0
    while true {
      let requests = requests
      if requests.dropFirst(count).contains(where: isMeant) { return }
      count = requests.count
      await self.requests(count + 1)
    }
  }

  /// Returns the server's state for the given collections, without modification times.
  func contents() throws -> [JSON] {
    try ["accessories", "customers", "tickets", "assets", "tickets/1042/comments", "user/preferences"].map { path in
      let request = Request(
        method: .get, target: "/api/v2/\(path)",
        headers: ["X-API-Key": "demo-key", "Authorization": "Bearer agent-token"])
      let body = try JSON.parse(session.answer(to: request).response.body.bytes ?? [])
      let data = try #require(body["data"])
      guard data.kind == .array else { return data }
      return .array(data.elements.map { $0.removing("/updated_at") ?? $0 })
    }
  }

  /// Returns the body that the server sends for a path of any service.
  func shown(_ path: String, _ headers: HeaderFields) throws -> JSON {
    try JSON.parse(answer(to: Request(method: .get, target: path, headers: headers)).body.bytes ?? [])
  }

  /// Returns the server's response to a request by a different client.
  func answer(to request: Request) -> Response { session.answer(to: request).response }

  /// Runs the server for the duration of a test.
  func serving<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: (String) async throws -> Value
  ) async throws -> Value {
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let url = try server.listen(responder: self).baseURL
    let result: Result<Value, any Error>
    do { result = .success(try await body(url)) } catch { result = .failure(error) }
    await server.shutdown(grace: .zero)
    return try result.get()
  }
}
