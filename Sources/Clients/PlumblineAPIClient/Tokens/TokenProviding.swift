/// Where a client gets the session's token from, once for each request.
public protocol TokenProviding: Sendable {
  /// The current token; nil when nobody is logged in.
  func token() async throws -> String?
}
