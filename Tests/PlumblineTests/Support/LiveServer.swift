import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineMockEngine

/// The mock, presented as a real server with its own data and secrets. It has a ticket 5001, and recognizes callers by
/// credentials that no contract contains.
struct LiveServer: Responder {
  /// The live server's values, each with the value in the contract that it replaces.
  static let live = [
    ("live-key-4711", "demo-key"), ("live-session-0815", "agent-token"), ("live-session-0815", "agent-session-1"),
    ("real@corp.example", "ada@truelog.example"),
    ("hunter2-live", "demo"), ("5001", "1042"),
  ]
  static let secrets = ["live-key-4711", "live-session-0815", "real@corp.example", "hunter2-live"]

  private let session: MockSession
  private let edit: @Sendable (Response) -> Response

  init(_ library: MockLibrary, edit: @escaping @Sendable (Response) -> Response) {
    session = MockSession(library: library)
    self.edit = edit
  }

  func respond(to request: Request, completion: Completion) -> Reply {
    var known = Request(method: request.method, target: Self.translated(request.target))
    for (name, value) in request.headers where name.lowercased() != "content-length" {
      known.headers.append(name: name, value: Self.translated(value))
    }
    known.body = Body(Self.translated(String(decoding: request.body.bytes ?? [], as: UTF8.self)))
    var response = session.answer(to: known).response
    response.headers["content-length"] = nil
    response.headers["plumbline-recording"] = nil
    var body = String(decoding: response.body.bytes ?? [], as: UTF8.self)
    for (live, own) in Self.live where own != "demo" { body = body.replacing(own, with: live) }
    response.body = Body(body)
    response.headers.append(name: "Set-Cookie", value: "trace=live-cookie-1; Path=/")
    return .now(OutgoingResponse(edit(response)))
  }

  private static func translated(_ text: String) -> String {
    live.reduce(text) { $0.replacing($1.0, with: $1.1) }
  }

  /// Runs the server for the duration of a test.
  static func serving<Value>(
    edit: @escaping @Sendable (Response) -> Response = { $0 }, isolation: isolated (any Actor)? = #isolation,
    _ body: (String) async throws -> Value
  ) async throws -> Value {
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let listener = try server.listen(responder: LiveServer(try TrueLog.library.get(), edit: edit))
    let result: Result<Value, any Error>
    do { result = .success(try await body(listener.baseURL)) } catch { result = .failure(error) }
    await server.shutdown(grace: .zero)
    return try result.get()
  }
}
