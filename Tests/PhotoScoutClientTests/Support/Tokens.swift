import Foundation
import PhotoScoutClient

/// ID tokens like those of Google, but without a valid signature.
enum Tokens {
  static let clientID = GoogleSignIn.photoScout.clientID
  static let now = Date(timeIntervalSince1970: 1_234_567_900)
  static let nonce = "n-0S6_WzA2Mj"

  /// The claims in the documentation, and those that Google adds.
  static let claims = """
    {"iss":"https://accounts.google.com","sub":"105925737740615784679","email":"user@example.com",\
    "email_verified":true,"name":"John Doe","picture":"https://lh3.googleusercontent.com/a","iat":1234567890,\
    "exp":1234571490,"aud":"\(clientID)","nonce":"\(nonce)"}
    """

  static func token(_ claims: String = claims, header: String = #"{"alg":"RS256"}"#) -> String {
    [header, claims, "signature"].map { encoded(Data($0.utf8)) }.joined(separator: ".")
  }

  static func encoded(_ data: Data) -> String {
    data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
