import PlumblineAPIClient

/// The requests for users.
public struct UserService: Sendable {
  let api: APIClient

  /// Finds users that tickets can be assigned to. `GET /api/v1/users`
  ///
  /// - Parameter search: Part of the name or the email address, or `nil` to list all users.
  public func listUsers(search: String? = nil) async throws -> [UserSummary] {
    try await api.get("/api/v1/users", query: [QueryItem("search", search)])
  }
}
