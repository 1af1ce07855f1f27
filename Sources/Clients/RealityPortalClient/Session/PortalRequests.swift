import PlumblineAPIClient

/// A sender of requests for the logged-in user. If the access token has expired, it is refreshed and the request is
/// sent again.
struct PortalRequests: Sendable {
  let api: APIClient
  let session: AuthSession

  /// Sends a request and passes the response to `read`.
  ///
  /// - Throws: ``AuthError/loginRequired`` if a guest requests something that requires a login, or
  ///   `APIError.unauthorized` if the session is over.
  func send<Value>(
    _ request: APIRequest, read: (ResponseInterpreter, APIResponse) throws -> Value
  ) async throws -> Value {
    let token = await session.accessToken
    do {
      return try await api.send(request.authorized(by: token), read: read)
    } catch APIError.unauthorized {
      guard let token else { throw AuthError.loginRequired }
      let renewed = try await session.renewedToken(after: token)
      return try await api.send(request.authorized(by: renewed), read: read)
    }
  }

  /// Sends a request and returns its value.
  func value<Value: Decodable & Sendable>(
    _ request: APIRequest, as type: Value.Type = Value.self
  ) async throws -> Value {
    try await send(request) { try $0.bare($1) }
  }

  /// Sends a request and ignores the value of its response.
  func perform(_ request: APIRequest) async throws {
    try await send(request) { try $0.checkStatus($1) }
  }
}

extension APIRequest {
  /// Returns the request with the given bearer token, or as a guest's request if the token is `nil`.
  func authorized(by token: String?) -> APIRequest {
    var request = self
    request.sendsToken = false
    if let token { request.headers["Authorization"] = "Bearer \(token)" }
    return request
  }
}
