import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineMockEngine

/// The addresses that a server listens on: both loopback addresses, unless a host is given.
///
/// `localhost` means ::1 to some clients and 127.0.0.1 to others. If IPv6 is available, the server listens on both
/// addresses at the same port, so that either works.
package struct ListeningPlace: Sendable {
  /// The maximum number of attempts to find a port that is free on both loopback addresses.
  private static let attempts = 16

  /// The requested host, or `nil` for both loopback addresses.
  package let host: String?

  package init(host: String?) {
    self.host = host == "localhost" ? nil : host
  }

  /// A Boolean value that indicates whether other machines can reach the server.
  package var isPublic: Bool {
    host.map { !CallerGate.isLoopback($0) } ?? false
  }

  /// A Boolean value that indicates whether the server listens on all of the machine's addresses.
  package var isEverywhere: Bool { host == "0.0.0.0" || host == "::" }

  /// Starts listening. Port 0 selects any free port. The first listener provides the port and the URL.
  package func listen(
    on server: HTTPServer, port: Int, shared: Bool = true, responder: any Responder
  ) throws(ListenError) -> [Listener] {
    if let host { return [try server.listen(host: host, port: port, shared: shared, responder: responder)] }
    for _ in 1..<Self.attempts {
      let first = try server.listen(port: port, shared: shared, responder: responder)
      do throws(ListenError) {
        return [first, try server.listen(host: "::1", port: first.port, shared: shared, responder: responder)]
      } catch {
        // Without IPv6, `localhost` is unambiguous.
        guard error.code == .addressInUse else { return [first] }
        first.close()
        if port != 0 { throw error }
      }
    }
    return [try server.listen(port: port, shared: shared, responder: responder)]
  }
}

/// A source of ports for sessions, which the running server opens on the host of its main port.
struct LoopPorts: SessionPorts {
  let server: HTTPServer
  let place: ListeningPlace

  func open(_ responder: any Responder, reachedAs host: String) throws(SessionError) -> SessionPort {
    do throws(ListenError) {
      // A session has few connections, so one loop suffices. Successive sessions are distributed across the loops.
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
