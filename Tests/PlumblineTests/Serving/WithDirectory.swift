import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineMockEngine

@testable import PlumblineCommands

/// Runs TrueLog's mock on a server of its own for the duration of a test.
func withDirectory<Value>(
  _ change: (inout SessionDirectory.Configuration) -> Void = { _ in }, library: MockLibrary? = nil,
  isolation: isolated (any Actor)? = #isolation,
  _ body: (_ directory: SessionDirectory, _ port: Int) async throws -> Value
) async throws -> Value {
  var configuration = SessionDirectory.Configuration()
  configuration.options = MockOptions(persona: "agent")
  change(&configuration)
  let server = try HTTPServer(configuration: .init(loops: 2, limits: .patient))
  let place = ListeningPlace(host: "127.0.0.1")
  let directory = SessionDirectory(
    library: try library ?? TrueLog.library.get(), configuration: configuration,
    ports: LoopPorts(server: server, place: place))
  do {
    let port = try place.listen(on: server, port: 0, responder: directory)[0].port
    let value = try await body(directory, port)
    directory.closeAll()
    await server.shutdown(grace: .zero)
    return value
  } catch {
    directory.closeAll()
    await server.shutdown(grace: .zero)
    throw error
  }
}
