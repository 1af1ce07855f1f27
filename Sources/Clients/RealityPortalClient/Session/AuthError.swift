import Foundation

/// What goes wrong with who is logged in, beside what an `APIError` says.
public enum AuthError: LocalizedError, Sendable, Hashable {
  /// Nobody has this email and password.
  case invalidCredentials
  /// A guest asked for what needs a login.
  case loginRequired

  /// What to show to a user.
  public var errorDescription: String? {
    switch self {
    case .invalidCredentials: "The email or the password is wrong."
    case .loginRequired: "Log in to go on."
    }
  }
}
