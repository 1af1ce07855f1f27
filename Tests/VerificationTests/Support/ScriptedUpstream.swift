import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineVerification
import Synchronization

/// A server that the verifier treats as a real one. It responds with the result of a closure, and records its requests.
final class ScriptedUpstream: Responder {
  private let script: @Sendable (Request) -> OutgoingResponse
  private let seen = Mutex<[Request]>([])

  init(_ script: @escaping @Sendable (Request) -> OutgoingResponse) {
    self.script = script
  }

  var requests: [Request] { seen.withLock { $0 } }

  func respond(to request: Request, completion: Completion) -> Reply {
    seen.withLock { $0.append(request) }
    return .now(script(request))
  }

  /// Verifies calls against this server.
  func verify(
    _ calls: [Call], at url: String = "http://127.0.0.1:1", options: VerifierOptions = VerifierOptions(),
    progress: @Sendable (CallOutcome) -> Void = { _ in }
  ) async throws -> [CallOutcome] {
    var options = options
    if options.environment.isEmpty { options.environment = ["NOTES_KEY": "k", "NOTES_TOKEN": "owner-token"] }
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let verifier = Verifier(
      suite: NotesSuite(calls), contract: Notes.contract, target: .server(try BaseURL(parsing: url), self),
      options: options.patient, server: server)
    let result: Result<[CallOutcome], any Error>
    do { result = .success(try await verifier.run(progress: progress)) } catch { result = .failure(error) }
    await server.shutdown(grace: .zero)
    return try result.get()
  }
}
