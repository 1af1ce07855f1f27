import PlumblineAPIClient

/// The user's account.
public struct ProfileUseCase: Sendable {
  private struct PasswordChange: Encodable, Sendable {
    let currentPassword: String
    let newPassword: String
  }

  let requests: PortalRequests

  /// Returns the logged-in user. `GET /api/v1/profile`
  public func currentUser() async throws -> User {
    try await noted(requests.value(APIRequest(.get, "/api/v1/profile")))
  }

  /// Changes the name, email, or phone number. `PATCH /api/v1/profile`
  public func updateProfile(_ update: ProfileUpdate) async throws -> User {
    try await noted(requests.value(APIRequest(.patch, "/api/v1/profile", body: update)))
  }

  /// Replaces the photo. `PUT /api/v1/profile/photo`
  public func uploadPhoto(_ photo: ProfilePhoto) async throws -> User {
    let form = MultipartForm([
      .init(name: "photo", filename: photo.filename, mediaType: photo.mediaType, data: photo.data)
    ])
    return try await noted(requests.value(APIRequest(.put, "/api/v1/profile/photo", form: form)))
  }

  /// Changes the password. `PUT /api/v1/profile/password`
  ///
  /// - Throws: `APIError.forbidden` if the current password is wrong.
  public func changePassword(from current: String, to new: String) async throws {
    let body = PasswordChange(currentPassword: current, newPassword: new)
    try await requests.perform(APIRequest(.put, "/api/v1/profile/password", body: body))
  }

  /// Returns the notifications that the user has turned on. `GET /api/v1/profile/notifications`
  public func notificationPreferences() async throws -> NotificationPreferences {
    try await requests.value(APIRequest(.get, "/api/v1/profile/notifications"))
  }

  /// Changes the notifications that the user has turned on. `PUT /api/v1/profile/notifications`
  public func updateNotificationPreferences(
    _ preferences: NotificationPreferences
  ) async throws -> NotificationPreferences {
    try await requests.value(APIRequest(.put, "/api/v1/profile/notifications", body: preferences))
  }

  /// Makes the returned user the session's current one.
  private func noted(_ user: User) async -> User {
    await requests.session.note(user)
    return user
  }
}
