import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineMockEngine

/// Opens ports for sessions on the server that runs anyway, where its main port is.
struct LoopPorts: SessionPorts {
  let server: HTTPServer
  let place: ListeningPlace

  func open(_ responder: any Responder, reachedAs host: String) throws(SessionError) -> SessionPort {
    do throws(ListenError) {
      // One loop is enough for a session's few connections; sessions take turns with the loops.
      let listener = try server.listen(host: place.host ?? "127.0.0.1", shared: false, responder: responder)
      let url = place.isEverywhere ? Self.url(host, listener.port) : listener.baseURL
      return SessionPort(port: listener.port, baseURL: url) { listener.close() }
    } catch {
      throw .noPort(error.description)
    }
  }

  private static func url(_ host: String, _ port: Int) -> String {
    host.contains(":") ? "http://[\(host)]:\(port)" : "http://\(host):\(port)"
  }
}
