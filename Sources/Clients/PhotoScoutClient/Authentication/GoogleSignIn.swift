import Foundation

/// Google's OAuth 2.0 sign-in for the web, as PhotoScout uses it: the app opens Google's page, which redirects back
/// with an ID token.
///
/// Source: PhotoScout's README, "Google OAuth Configuration"; OpenID Connect Core 1.0 section 3.2 (the implicit flow).
public struct GoogleSignIn: Sendable, Hashable {
  /// The app's Google client ID.
  public let clientID: String
  /// The URI that Google redirects to with the token, in the form `scheme:/path`.
  public let redirectURI: String

  /// PhotoScout's own configuration.
  public static let photoScout = GoogleSignIn(
    clientID: "216349065006-irv1sao34538tks3eq3a6rqgq2tb8ntn.apps.googleusercontent.com",
    redirectURI: "com.vladimirbolshakov.PhotoScout:/oauth2redirect")

  /// Creates a configuration from a client ID and a redirect URI.
  public init(clientID: String, redirectURI: String) {
    self.clientID = clientID
    self.redirectURI = redirectURI
  }

  /// Returns the URL of the sign-in page.
  ///
  /// - Parameter nonce: A value that Google repeats inside the token, which proves that the token belongs to this
  ///   sign-in.
  public func url(nonce: String) -> String {
    let parameters = [
      ("client_id", clientID), ("redirect_uri", redirectURI), ("response_type", "id_token"),
      ("scope", "openid profile email"), ("nonce", nonce),
    ]
    return "https://accounts.google.com/o/oauth2/v2/auth?"
      + parameters.map { "\($0)=\(Self.encoded($1))" }.joined(separator: "&")
  }

  /// Returns a Boolean value that indicates whether a URL that the web view is about to open is the redirect, with or
  /// without a token.
  public func isRedirect(_ text: String) -> Bool {
    let address = text.prefix { $0 != "#" && $0 != "?" }
    guard let colon = redirectURI.firstIndex(of: ":") else { return false }
    let scheme = redirectURI[...colon]
    // A scheme is case-insensitive (RFC 3986 section 3.1); a path isn't.
    return address.utf8.count == redirectURI.utf8.count
      && address.prefix(scheme.count).lowercased() == scheme.lowercased()
      && address.dropFirst(scheme.count) == redirectURI[colon...].dropFirst()
  }

  /// Returns the ID token in the fragment of a redirect.
  ///
  /// - Throws: ``AuthenticationError/notTheRedirect`` for any other URL, or if the redirect contains no token or two
  ///   tokens. ``AuthenticationError/declined(_:)`` if it contains an error.
  public func idToken(inRedirect text: String) throws(AuthenticationError) -> String {
    guard text.utf8.count <= 2 * IDToken.longest, isRedirect(text), let start = text.firstIndex(of: "#"),
      !text[..<start].contains("?")
    else { throw .notTheRedirect }
    let fragment = text[start...].dropFirst()
    guard !fragment.contains("#") else { throw .notTheRedirect }
    var tokens: [String] = []
    for parameter in fragment.split(separator: "&") {
      let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = parts.first?.removingPercentEncoding,
        let value = parts.dropFirst().first?.removingPercentEncoding
      else { throw .notTheRedirect }
      if name == "error" { throw .declined(value) }
      if name == "id_token" { tokens.append(value) }
    }
    guard tokens.count == 1, let token = tokens.first, Self.isToken(token) else { throw .notTheRedirect }
    return token
  }

  /// Returns a Boolean value that indicates whether a string contains only a token's characters: letters, digits, `-`,
  /// `_`, and dots between parts.
  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { Base64URL.isDigit($0) || $0 == UInt8(ascii: ".") }
  }

  /// Percent-encodes everything except RFC 3986's unreserved characters.
  private static func encoded(_ text: String) -> String {
    let unreserved = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }
}

/// A namespace for generating unguessable values.
enum Nonce {
  /// Returns 256 random bits, encoded for use in a URL.
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    return Base64URL.encode(Data((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }))
  }
}

/// An error that causes a sign-in to fail.
public enum AuthenticationError: LocalizedError, Sendable, Hashable {
  /// The URL isn't the redirect that the app is waiting for.
  case notTheRedirect
  /// Google sent an error instead of a token. For example, `access_denied` means that the user declined.
  case declined(String)
  /// The token is malformed. The associated value is the reason.
  case malformedToken(String)
  /// The token has expired or isn't valid yet.
  case expired
  /// The token's issuer isn't Google.
  case foreignIssuer
  /// The token was issued for another app, or doesn't name one.
  case foreignAudience
  /// The token belongs to another sign-in, or no sign-in is in progress.
  case foreignNonce

  /// The message to show to the user.
  public var errorDescription: String? {
    switch self {
    case .notTheRedirect: "Google's response couldn't be read. Please try again."
    case .declined("access_denied"): "You didn't allow PhotoScout to sign you in."
    case .declined(let code): "Google refused the sign-in (\(code.prefix(60)))."
    case .malformedToken(let reason): "Google's response couldn't be read: \(reason)."
    case .expired: "The sign-in took too long. Please try again."
    case .foreignIssuer, .foreignAudience, .foreignNonce: "The sign-in was not meant for this app. Please try again."
    }
  }
}
