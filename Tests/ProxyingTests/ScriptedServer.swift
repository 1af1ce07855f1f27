import Foundation
import PlumblineHTTPMessages
import PlumblineHTTPServer
import Synchronization

/// A server that responds with the result of a closure, and records its requests.
final class ScriptedServer: Responder {
  private let script: @Sendable (Request) -> Reply
  private let seen = Mutex<[Request]>([])

  init(_ script: @escaping @Sendable (Request) -> Reply) {
    self.script = script
  }

  var requests: [Request] { seen.withLock { $0 } }

  func respond(to request: Request, completion: Completion) -> Reply {
    seen.withLock { $0.append(request) }
    return script(request)
  }
}

/// Runs a scripted server for the duration of a test.
func withScript<Value>(
  _ script: @escaping @Sendable (Request) -> OutgoingResponse?, isolation: isolated (any Actor)? = #isolation,
  _ body: (_ baseURL: String, _ server: ScriptedServer) async throws -> Value
) async throws -> Value {
  let responder = ScriptedServer { request in script(request).map { .now($0) } ?? .later }
  let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
  let listener = try server.listen(responder: responder)
  do {
    let value = try await body(listener.baseURL, responder)
    await server.shutdown(grace: .zero)
    return value
  } catch {
    await server.shutdown(grace: .zero)
    throw error
  }
}

extension OutgoingResponse {
  /// The failure, or `nil` if there is a response.
  var failure: TransportFailure? {
    if case .failure(let failure) = outcome { failure } else { nil }
  }
}
