import HTTPServer

/// A port on which nothing listens.
enum UnusedPort {
  /// Its base URL. The port was free a moment ago; the system gives fresh ones to others first.
  static func url() async throws -> String {
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let url = try server.listen(responder: EchoResponder()).baseURL
    await server.shutdown(grace: .zero)
    return url
  }
}
