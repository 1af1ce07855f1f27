import PlumblineAPIClient

/// The requests for the user's settings.
public struct PreferencesService: Sendable {
  let api: APIClient

  /// Returns the settings. `GET /api/v2/user/preferences`
  public func getPreferences() async throws -> Preferences {
    try await api.get("/api/v2/user/preferences")
  }

  /// Changes settings. `PUT /api/v2/user/preferences`
  public func updatePreferences(_ update: PreferencesUpdate) async throws -> Preferences {
    try await api.put("/api/v2/user/preferences", body: update)
  }
}
