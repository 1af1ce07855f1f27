import PlumblineAPIClient

/// Users.
public struct UserService: Sendable {
  let api: APIClient

  /// Finds users, to assign tickets to. `GET /api/v1/users`
  ///
  /// - Parameter search: a part of the name or the address; `nil` lists all users.
  public func listUsers(search: String? = nil) async throws -> [UserSummary] {
    try await api.get("/api/v1/users", query: [QueryItem("search", search)])
  }
}
