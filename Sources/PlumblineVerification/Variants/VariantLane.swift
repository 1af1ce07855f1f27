import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineMockEngine

/// One listener that variants are played on, one at a time.
final class VariantLane {
  private let server: HTTPServer
  private let library: MockLibrary
  private(set) var session: VariantSession
  private var listener: Listener

  init(server: HTTPServer, library: MockLibrary) throws {
    self.server = server
    self.library = library
    let session = VariantSession(library: library)
    self.session = session
    listener = try server.listen(host: "127.0.0.1", port: 0, responder: session)
  }

  var baseURL: String { listener.baseURL }

  /// Leaves a hanging client behind: its further requests reach no mock.
  func renew() throws {
    listener.close()
    session = VariantSession(library: library, options: session.options)
    listener = try server.listen(host: "127.0.0.1", port: 0, responder: session)
  }

  func close() { listener.close() }
}
