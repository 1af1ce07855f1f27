import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineMockEngine

/// A listener that is used to try variants, one at a time.
final class VariantLane {
  private let server: HTTPServer
  private let library: MockLibrary
  private let clock: MockClock
  private(set) var session: VariantSession
  private var listener: Listener

  init(server: HTTPServer, library: MockLibrary, clock: MockClock = .system) throws {
    self.server = server
    self.library = library
    self.clock = clock
    let session = VariantSession(library: library, clock: clock)
    self.session = session
    listener = try server.listen(host: "127.0.0.1", port: 0, responder: session)
  }

  var baseURL: String { listener.baseURL }

  /// Replaces the listener of a hanging client, so that the client's later requests don't reach a mock.
  func renew() throws {
    listener.close()
    session = VariantSession(library: library, options: session.options, clock: clock)
    listener = try server.listen(host: "127.0.0.1", port: 0, responder: session)
  }

  func close() { listener.close() }
}
