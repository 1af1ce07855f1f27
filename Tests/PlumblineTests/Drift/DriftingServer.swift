import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineJSONTree
import PlumblineMockEngine

/// The mock, presented as a real server. Some of its responses differ from the documentation, and undocumented paths
/// return a page.
struct DriftingServer: Responder {
  /// A change of an endpoint's success.
  typealias Edit = @Sendable (Response) -> Response

  private let session: MockSession
  private let edits: [String: Edit]

  init(_ library: MockLibrary, edits: [String: Edit]) {
    session = MockSession(library: library)
    self.edits = edits
  }

  func respond(to request: Request, completion: Completion) -> Reply {
    if request.path == Disposable.path { return .now(Disposable.answer) }
    if case .nothing = session.library.contract.router.resolve(request) { return .now(OutgoingResponse(Self.noRoute)) }
    // The mock would list the methods of an endpoint that is supposed to be missing.
    if request.method == .options { return .now(OutgoingResponse(Self.noRoute)) }
    let answer = session.answer(to: request)
    guard case .found(let endpoint) = session.library.contract.router.route(request),
      let edit = edits[endpoint.id], answer.response.status < 300
    else { return .now(answer) }
    var response = answer.response
    response.headers["content-length"] = nil
    return .now(OutgoingResponse(edit(response)))
  }

  /// The response of a framework without that route.
  static let noRoute = Response(
    status: 404, headers: ["content-type": "text/html"], body: Body("<h1>Not Found</h1>"))

  /// Runs the server for the duration of a test.
  static func serving<Value>(
    _ edits: [String: Edit], isolation: isolated (any Actor)? = #isolation, _ body: (String) async throws -> Value
  ) async throws -> Value {
    let responder = DriftingServer(try TrueLog.library.get(), edits: edits)
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let listener = try server.listen(responder: responder)
    let result: Result<Value, any Error>
    do { result = .success(try await body(listener.baseURL)) } catch { result = .failure(error) }
    await server.shutdown(grace: .zero)
    return try result.get()
  }
}

extension Response {
  /// Returns the response with a different JSON body. The response is unchanged if the edit returns `nil`.
  func editing(_ edit: (JSON) -> JSON?) -> Response {
    guard let json = try? JSON.parse(body.bytes ?? []), let edited = edit(json) else { return self }
    var copy = self
    copy.body = Body(edited.serialized())
    return copy
  }
}
