import HTTPMessages
import HTTPServer

/// Runs a server with one listener for the time of a test, and sees it shut down.
func withServer<Value>(
  _ responder: any Responder, _ configuration: HTTPServer.Configuration = .init(loops: 2), shared: Bool = true,
  isolation: isolated (any Actor)? = #isolation, _ body: (_ port: Int) async throws -> Value
) async throws -> Value {
  let server = try HTTPServer(configuration: configuration)
  let listener = try server.listen(shared: shared, responder: responder)
  do {
    let value = try await body(listener.port)
    await server.shutdown(grace: .zero)
    return value
  } catch {
    await server.shutdown(grace: .zero)
    throw error
  }
}
