import Foundation

/// Why nobody was signed in.
public enum AuthenticationError: LocalizedError, Sendable, Hashable {
  /// The text isn't the redirect that the app waits for.
  case notTheRedirect
  /// Google answered with an error instead of a token: `access_denied` when the user declined.
  case declined(String)
  /// The token isn't one, and why.
  case malformedToken(String)
  /// The token's time is over, or hasn't come.
  case expired
  /// The token was made by somebody else than Google.
  case foreignIssuer
  /// The token was made for another app, or says not for which.
  case foreignAudience
  /// The token belongs to another sign-in than the one under way, or to none.
  case foreignNonce

  /// What to show to a user.
  public var errorDescription: String? {
    switch self {
    case .notTheRedirect: "Google's answer was not understood. Please try again."
    case .declined("access_denied"): "You didn't allow PhotoScout to sign you in."
    case .declined(let code): "Google refused the sign-in (\(code.prefix(60)))."
    case .malformedToken(let reason): "Google's answer was not understood: \(reason)."
    case .expired: "The sign-in took too long. Please try again."
    case .foreignIssuer, .foreignAudience, .foreignNonce: "The sign-in was not meant for this app. Please try again."
    }
  }
}
