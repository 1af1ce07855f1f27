import PlumblineHTTPMessages

/// A factory for the ports of sessions. The server implements it, because the engine has no sockets.
package protocol SessionPorts: Sendable {
  /// Opens a port for a responder.
  ///
  /// - Parameter host: The name or address that the client used to reach this server.
  func open(_ responder: any Responder, reachedAs host: String) throws(SessionError) -> SessionPort
}

/// The port of a session that has its own.
package struct SessionPort: Sendable {
  package let port: Int
  /// The URL for the client that opened the session, such as `http://127.0.0.1:54321`.
  package let baseURL: String
  let close: @Sendable () -> Void

  package init(port: Int, baseURL: String, close: @escaping @Sendable () -> Void) {
    self.port = port
    self.baseURL = baseURL
    self.close = close
  }
}
