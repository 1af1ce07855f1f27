import PlumblineAPIClient

/// The requests for logging in and out.
public struct SessionService: Sendable {
  let api: APIClient
  let tokens: any TokenStoring

  /// Logs in and keeps the token for later requests. `POST /api/v2/auth/login`
  ///
  /// The login request doesn't send an earlier token, and replaces it only if the login succeeds.
  @discardableResult
  public func login(email: String, password: String) async throws -> Session {
    let body = LoginRequest(email: email, password: password)
    let request = APIRequest(.post, "/api/v2/auth/login", body: body, sendsToken: false)
    let session = try await api.payload(request, as: Session.self)
    try await tokens.setToken(session.token)
    return session
  }

  /// Removes the token. The API has no logout request.
  public func logout() async throws {
    try await tokens.setToken(nil)
  }
}
