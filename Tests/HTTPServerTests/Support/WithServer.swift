import PlumblineHTTPMessages
import PlumblineHTTPServer

/// Runs a server with one listener for the duration of a test, and checks that it shuts down. Unless the test sets its
/// own limits, the server waits for its clients indefinitely.
func withServer<Value>(
  _ responder: any Responder, _ configuration: HTTPServer.Configuration = .init(loops: 2), shared: Bool = true,
  isolation: isolated (any Actor)? = #isolation, _ body: (_ port: Int) async throws -> Value
) async throws -> Value {
  var configuration = configuration
  if configuration.limits == HTTPLimits() { configuration.limits = .patient }
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
