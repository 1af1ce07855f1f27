import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineJSONTree
import PlumblineMockEngine
import Synchronization
import TestSupport
import Testing

@testable import PlumblineCommands

/// A mock that runs beside a real server. In these tests, a server with a few responses represents the real one.
@Suite struct HybridTests {
  private static let page = "<!doctype html><title>404 Not Found</title><h1>Not Found</h1>"

  /// The real server, which has tickets and a list of comments that can't be edited. It counts its requests.
  private struct Backend: Responder {
    var unknown = Response(status: 404, headers: ["Content-Type": "text/html"], body: Body(HybridTests.page))

    func respond(to request: Request, completion: Completion) -> Reply { .now(answer(to: request)) }

    private func answer(to request: Request) -> OutgoingResponse {
      switch (request.method, request.path) {
      case (.get, "/api/v2/tickets/1042"), (.get, "/api/v1/users"):
        return OutgoingResponse(json(200, #"{ "success": true, "data": { "id": 1042, "real": true } }"#))
      case (.put, let path) where path.hasPrefix("/api/v2/assets/"):
        return OutgoingResponse(
          Response(status: 405, headers: ["Allow": "GET, DELETE", "Content-Type": "text/html"], body: Body("No")))
      case (_, let path) where path.hasPrefix("/api/v2/tickets/") && path.split(separator: "/").count == 4:
        return OutgoingResponse(json(404, #"{ "success": false, "error": "NOT_FOUND", "message": "No such ticket" }"#))
      default: return OutgoingResponse(unknown)
      }
    }

    private func json(_ status: Int, _ text: String) -> Response {
      Response(status: status, headers: ["Content-Type": "application/json"], body: Body(text))
    }
  }

  /// Runs a mock beside the server at `url`, and passes its port to the closure.
  private func beside<Value>(
    _ url: String, _ words: [String], isolation: isolated (any Actor)? = #isolation,
    _ body: (SessionDirectory, Int) async throws -> Value
  ) async throws -> Value {
    let library = try TrueLog.library.get()
    let plan = HybridPlan(try Arguments(words, options: ServeCommand.options))
    let address = try ServerAddress.url(
      url, of: library.contract, option: "--upstream", telling: Console(environment: [:]))
    let real = try RealServer(address, contract: library.contract, allowsWrites: true)
    let value = try await withDirectory({ configuration in
      configuration.options = MockOptions()
      configuration.upstream = {
        HybridServer(real, beside: $0, plan: plan, as: library.contract.persona("agent"), contract: library.contract)
      }
    }) { try await body($0, $1) }
    await real.shutdown()
    return value
  }

  /// Runs a mock beside a server, and passes a function that sends requests on new connections to the closure.
  private func hybrid<Value>(
    _ words: [String], backend: any Responder = Backend(),
    authorization: String = "Authorization: Bearer real-token\r\n",
    isolation: isolated (any Actor)? = #isolation,
    _ body: (_ ask: (String, String) async throws -> RawResponse, _ directory: SessionDirectory) async throws -> Value
  ) async throws -> Value {
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    // The port is held until the end, because requests to a stopped server must not reach a server of a different test.
    let port = try LoopbackPort.bound()
    defer { port.close() }
    let listener = try server.listen(host: "127.0.0.1", port: Int(port.number), responder: backend)
    (backend as? Dying)?.live(at: listener)
    let value = try await beside(listener.baseURL, words) { directory, port in
      try await body(
        { method, path in
          let connection = try await RawConnection.connect(port: port)
          return try await connection.exchange(
            "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nX-API-Key: k\r\n\(authorization)"
              + "Content-Type: application/json\r\nContent-Length: 21\r\n\r\n{ \"content\": \"Done\" }")
        }, directory)
    }
    await server.shutdown(grace: .zero)
    return value
  }

  @Test func `endpoints that the server doesn't have yet are the mock's, and it isn't asked`() async throws {
    try await hybrid(["--mock", "comments.*"]) { ask, directory in
      let edit = try await ask("PUT", "/api/v2/tickets/1042/comments/501")
      #expect(edit.status == 200 && edit["Plumbline-Answered-By"] == "mock", "\(edit)")
      let ticket = try await ask("GET", "/api/v2/tickets/1042")
      #expect(ticket["Plumbline-Answered-By"] == "server" && ticket.text.contains("real"), "\(ticket)")
      #expect(directory.main.journal.entries.map(\.status) == [200, 200])
    }
  }

  @Test func `who brings no credentials is refused by the mock as ever`() async throws {
    try await hybrid(["--mock", "comments.*"], authorization: "") { ask, _ in
      let edit = try await ask("PUT", "/api/v2/tickets/1042/comments/501")
      #expect(edit.status == 401 && edit["Plumbline-Answered-By"] == "mock", "\(edit)")
    }
  }

  @Test func `where the real endpoints are named, the others are the mock's`() async throws {
    try await hybrid(["--real", "tickets.*", "--mock", "tickets.delete"]) { ask, _ in
      let names = ["GET /api/v2/tickets/1042", "GET /api/v1/users", "DELETE /api/v2/tickets/1042"]
      var answering: [String?] = []
      for name in names {
        let words = name.split(separator: " ").map(String.init)
        answering.append(try await ask(words[0], words[1])["Plumbline-Answered-By"])
      }
      #expect(answering == ["server", "mock", "mock"])
    }
  }

  @Test func `an item that only the server knows is answered as it is recorded`() async throws {
    try await hybrid(["--mock", "comments.update"]) { ask, _ in
      let edit = try await ask("PUT", "/api/v2/tickets/1042/comments/900001")
      #expect(edit.status == 200, "\(edit)")
      #expect(edit["Plumbline-Recording"]?.hasPrefix("comments.update/") ?? false, "\(edit)")
      #expect(edit["Preference-Applied"] == nil)
    }
    // Deleted items are gone, regardless of whether the mock created them.
    try await hybrid(["--mock", "comments.*"]) { ask, _ in
      for id in [501, 900_001] {
        let path = "/api/v2/tickets/1042/comments/\(id)"
        let removal = try await ask("DELETE", path)
        let edit = try await ask("PUT", path)
        #expect(removal.status == 200 && edit.status == 404, "\(removal) \(edit)")
      }
    }
  }

  @Test func `the mock steps in where the server shows that it has no such route`() async throws {
    try await hybrid(["--fallback"]) { ask, _ in
      let edit = try await ask("PUT", "/api/v2/tickets/1042/comments/501")
      #expect(edit.status == 200 && edit["Plumbline-Answered-By"] == "mock", "\(edit)")
      #expect(
        edit["Plumbline-Fallback"]
          == "the server responds with 404, as it does to GET /api/v2/tickets/1042/plumbline-nonsense/501, which can't exist"
      )
      let asset = try await ask("PUT", "/api/v2/assets/1")
      #expect(asset["Plumbline-Answered-By"] == "mock", "\(asset)")
      #expect(asset["Plumbline-Fallback"] == "the server supports only GET, DELETE on this path")
    }
  }

  @Test func `an item that the server hasn't, and what it says in the contract's shape, stays its answer`() async throws
  {
    var backend = Backend()
    backend.unknown = Response(
      status: 404, headers: ["Content-Type": "application/json"],
      body: Body(#"{ "success": false, "error": "NOT_FOUND", "message": "Not found" }"#))
    try await hybrid(["--fallback"], backend: backend) { ask, _ in
      for (method, path) in [("GET", "/api/v2/tickets/7"), ("PUT", "/api/v2/tickets/1042/comments/501")] {
        let answer = try await ask(method, path)
        #expect(answer.status == 404 && answer["Plumbline-Answered-By"] == "server", "\(answer)")
      }
    }
  }

  @Test(arguments: [500, 401, 503])
  func `what else the server says of a request stays its answer`(status: Int) async throws {
    var backend = Backend()
    backend.unknown = Response(status: status, headers: ["Content-Type": "text/html"], body: Body("No"))
    try await hybrid(["--fallback"], backend: backend) { ask, _ in
      let answer = try await ask("PUT", "/api/v2/tickets/1042/comments/501")
      #expect(answer.status == status && answer["Plumbline-Answered-By"] == "server", "\(answer)")
    }
  }

  /// A server that closes each connection once it has read the request.
  private struct Broken: Responder {
    func respond(to request: Request, completion: Completion) -> Reply {
      .now(OutgoingResponse(Response(status: 200), delivery: Delivery(reset: true)))
    }
  }

  @Test func `a write that was sent and failed is never the mock's`() async throws {
    try await hybrid(["--fallback"], backend: Broken()) { ask, directory in
      let answer = try await ask("PUT", "/api/v2/tickets/1042/comments/501")
      #expect(answer.status == 502 && answer["Plumbline-Answered-By"] == "server", "\(answer)")
      #expect(directory.main.journal.total == 1)
    }
  }

  /// A server that responds once, reads a second request on the connection that it kept open, and then disconnects.
  private final class Dying: Responder {
    private let listener = Mutex<Listener?>(nil)
    private let answered = Atomic(false)

    func live(at listener: Listener) { self.listener.withLock { $0 = listener } }

    /// Stops listening, and waits until no more connections are accepted.
    private func leave() async {
      guard let listener = listener.withLock({ $0 }) else { return }
      listener.close()
      while (try? await RawConnection.connect(port: listener.port)) != nil {}
    }

    func respond(to request: Request, completion: Completion) -> Reply {
      guard answered.exchange(true, ordering: .relaxed) else {
        return .now(OutgoingResponse(Response(status: 200, body: Body("{}"))))
      }
      Task {
        await leave()
        completion(OutgoingResponse(Response(status: 200), delivery: Delivery(reset: true)))
      }
      return .later
    }
  }

  @Test func `a write on a kept connection that a dying server may have done is never the mock's`() async throws {
    try await hybrid(["--fallback"], backend: Dying()) { ask, _ in
      _ = try await ask("GET", "/api/v2/tickets/1042")
      let answer = try await ask("DELETE", "/api/v2/tickets/1042")
      // On a busy machine, the server may take longer to disconnect than the timeout for a response.
      #expect([502, 504].contains(answer.status), "\(answer)")
      #expect(answer["Plumbline-Answered-By"] == "server", "\(answer)")
      // On a busy machine, the first read may still find a connection that the server has kept open.
      var next = try await ask("GET", "/api/v2/tickets/1042")
      for _ in 0..<20 where next["Plumbline-Answered-By"] != "mock" {
        next = try await ask("GET", "/api/v2/tickets/1042")
      }
      #expect(next["Plumbline-Answered-By"] == "mock", "\(next)")
    }
  }

  @Test func `a read on a kept connection of a server that is gone is the mock's`() async throws {
    // On a busy machine, a connection isn't always kept open, and the server may receive a read on a new one.
    var last: RawResponse?
    for _ in 0..<20 where last?["Plumbline-Answered-By"] != "mock" {
      last = try await hybrid(["--fallback"], backend: Dying()) { ask, _ in
        _ = try await ask("GET", "/api/v2/tickets/1042")
        return try await ask("GET", "/api/v2/tickets/1042")
      }
    }
    let answer = try #require(last)
    #expect(answer.status == 200 && answer["Plumbline-Answered-By"] == "mock", "\(answer)")
    #expect(answer["Plumbline-Fallback"]?.contains("refused the connection") ?? false)
  }

  @Test func `without a server every response is the mock's`() async throws {
    let port = try LoopbackPort.bound()
    defer { port.close() }
    try await beside(port.url, ["--fallback"]) { _, port in
      let connection = try await RawConnection.connect(port: port)
      let answer = try await connection.exchange(
        "DELETE /api/v2/tickets/1042 HTTP/1.1\r\nHost: localhost\r\nX-API-Key: k\r\nAuthorization: Bearer t\r\n\r\n")
      #expect(answer.status == 200 && answer["Plumbline-Answered-By"] == "mock", "\(answer)")
      #expect(answer["Plumbline-Fallback"]?.contains("refused the connection") ?? false)
    }
  }

  @Test(arguments: [
    (["--mock", "comment.*"], "--mock comment.*: "), (["--real", "nothing"], "--real nothing: "),
    (["--mock", "*"], "With these --mock and --real options the mock handles every endpoint"),
  ])
  func `a plan that can't be kept is refused`(words: [String], told: String) throws {
    let plan = HybridPlan(try Arguments(words, options: ServeCommand.options))
    let library = try TrueLog.library.get()
    let error = #expect(throws: UsageError.self) { try plan.check(against: library) }
    #expect("\(try #require(error))".contains(told))
  }
}
