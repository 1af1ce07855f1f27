import PlumblineAPIClient

/// Sends requests as whoever is logged in. When the access token has expired, it is refreshed and the request sent again.
struct PortalRequests: Sendable {
  let api: APIClient
  let session: AuthSession

  /// Sends a request and hands the answer to `read`.
  ///
  /// - Throws: ``AuthError/loginRequired`` when a guest asks for what needs a login; `APIError.unauthorized` when the
  ///   session is over.
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

  /// Sends a request for a value.
  func value<Value: Decodable & Sendable>(
    _ request: APIRequest, as type: Value.Type = Value.self
  ) async throws -> Value {
    try await send(request) { try $0.bare($1) }
  }

  /// Sends a request of which only whether it worked matters.
  func perform(_ request: APIRequest) async throws {
    try await send(request) { try $0.checkStatus($1) }
  }
}

extension APIRequest {
  /// The same request with this bearer token; nil is a guest's.
  func authorized(by token: String?) -> APIRequest {
    var request = self
    request.sendsToken = false
    if let token { request.headers["Authorization"] = "Bearer \(token)" }
    return request
  }
}
