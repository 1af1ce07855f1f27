import PlumblineAPIClient

/// The requests for users.
public struct UserService: Sendable {
  let api: APIClient

  /// Finds users to assign tickets to. `GET /api/v1/users`
  ///
  /// - Parameter search: A part of the name or the email address, or `nil` to list all users.
  public func listUsers(search: String? = nil) async throws -> [UserSummary] {
    try await api.get("/api/v1/users", query: [QueryItem("search", search)])
  }
}
