import PlumblineHTTPMessages

/// Opens ports for sessions. The server implements it, because the engine has no sockets.
package protocol SessionPorts: Sendable {
  /// Opens a port for a responder.
  ///
  /// - Parameter host: The name or address that the client used to reach this server.
  func open(_ responder: any Responder, reachedAs host: String) throws(SessionError) -> SessionPort
}

/// A session's own port.
package struct SessionPort: Sendable {
  package let port: Int
  /// The URL at which the client that requested it can reach it, such as `http://127.0.0.1:54321`.
  package let baseURL: String
  let close: @Sendable () -> Void

  package init(port: Int, baseURL: String, close: @escaping @Sendable () -> Void) {
    self.port = port
    self.baseURL = baseURL
    self.close = close
  }
}
