import Foundation
import PhotoScoutClient
import PlumblineVerification

/// The checks of Google Sign-In: the URL, the redirect, the token, and the acceptance of tokens.
enum SignInChecks {
  static var all: [LinkCheck] {
    [
      LinkCheck(
        "oauth.url", making: { given in try await authentication(given).beginSignIn(nonce: given["nonce"] ?? "") }),
      LinkCheck(
        "oauth.redirect",
        reading: { link in
          LinkReading(["id_token": try GoogleSignIn.photoScout.idToken(inRedirect: link.text)])
        }),
      LinkCheck("oauth.token", reading: { LinkReading(try IDToken(decoding: $0.text)) }),
      LinkCheck(
        "oauth.sign-in",
        reading: { link in
          let authentication = try await authentication(link.given)
          if let nonce = link.given["nonce"] { _ = await authentication.beginSignIn(nonce: nonce) }
          try await authentication.signInWithGoogle(idToken: link.text)
          return LinkReading([
            "userId": await authentication.userId, "userEmail": await authentication.userEmail,
            "userName": await authentication.userName, "visitorId": await authentication.visitorId,
          ])
        }),
    ]
  }

  /// Returns the authentication service of an app without a signed-in user, at the given time.
  private static func authentication(_ given: [String: String]) async throws -> AuthenticationService {
    let now = given["now"].flatMap(Double.init).map(Date.init(timeIntervalSince1970:))
    return try await AuthenticationService(store: InMemorySessionStore(), now: { now ?? Date() })
  }
}

extension LinkReading {
  /// Creates a reading with the claims that the documentation names.
  fileprivate init(_ token: IDToken) {
    self.init([
      "iss": token.issuer, "sub": token.subject, "email": token.email, "email_verified": token.isEmailVerified,
      "name": token.name, "picture": token.picture, "iat": Int(token.issuedAt.timeIntervalSince1970),
      "exp": Int(token.expiresAt.timeIntervalSince1970),
    ])
  }
}
