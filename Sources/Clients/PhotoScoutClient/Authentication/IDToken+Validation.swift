import Foundation

extension IDToken {
  /// By how much a token may seem to be made in the future: clocks differ.
  private static let clockSkew: TimeInterval = 300
  /// How Google names itself in tokens.
  private static let issuers: Set<String> = ["https://accounts.google.com", "accounts.google.com"]

  /// Checks that the token is for this app, for this sign-in and for now. The signature isn't checked.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - clientID: the app, as Google knows it.
  ///   - nonce: what the sign-in's URL had; nil when none is under way.
  public func validate(at now: Date, clientID: String, nonce: String?) throws(AuthenticationError) {
    guard Self.issuers.contains(issuer) else { throw .foreignIssuer }
    // Of several audiences one has to be named as the one that asked (OpenID Connect Core 1.0 section 3.1.3.7).
    guard audience.contains(clientID), audience.count == 1 || authorizedParty != nil,
      authorizedParty == nil || authorizedParty == clientID
    else { throw .foreignAudience }
    guard let nonce, self.nonce == nonce else { throw .foreignNonce }
    guard now < expiresAt, issuedAt < now + Self.clockSkew else { throw .expired }
  }
}
