import Foundation

/// What an ID token says of who signed in: its claims, decoded.
///
/// **The signature is not verified**, as in PhotoScout itself: that would take Google's keys. So a token tells the truth
/// only as far as the way on which it came can be trusted. ``validate(at:clientID:nonce:)`` checks what can be checked
/// without keys, and a server must never rely on a token that only this has seen.
///
/// Source: OpenID Connect Core 1.0 section 2; RFC 7519; PhotoScout's README, "JWT Token Structure".
public struct IDToken: Sendable, Hashable {
  /// A longer text isn't looked at; Google's tokens have about 1,200 bytes.
  static let longest = 16_384
  /// What is nested deeper isn't looked at.
  private static let deepest = 64
  /// The algorithm with which Google signs.
  private static let algorithm = "RS256"

  /// Who made the token (`iss`).
  public let issuer: String
  /// Google's id of the user (`sub`).
  public let subject: String
  /// The address (`email`).
  public let email: String?
  /// Whether Google has seen that the address is the user's (`email_verified`).
  public let isEmailVerified: Bool?
  /// The full name (`name`).
  public let name: String?
  /// Where the profile's picture is (`picture`).
  public let picture: String?
  /// When the token was made (`iat`).
  public let issuedAt: Date
  /// When it ends (`exp`).
  public let expiresAt: Date
  /// The apps that it is for (`aud`); empty when it doesn't say.
  public let audience: [String]
  /// The app that asked for it (`azp`).
  public let authorizedParty: String?
  /// What the sign-in's URL had (`nonce`).
  public let nonce: String?

  /// Decodes a token of three parts, `header.claims.signature`, each in base64url.
  ///
  /// - Throws: ``AuthenticationError/malformedToken(_:)`` for anything else, however it is broken.
  public init(decoding text: String) throws(AuthenticationError) {
    guard text.utf8.count <= Self.longest else { throw .malformedToken("the token is too long") }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else {
      throw .malformedToken("a token has three parts")
    }
    let header: Header = try Self.decode(parts[0], "header")
    guard header.alg == Self.algorithm else { throw .malformedToken("the token isn't signed with \(Self.algorithm)") }
    guard Base64URL.decode(parts[2]) != nil else { throw .malformedToken("the signature isn't base64url") }
    self.init(try Self.decode(parts[1], "claims"))
    guard !subject.isEmpty else { throw .malformedToken("the subject is empty") }
  }

  private init(_ claims: IDTokenClaims) {
    issuer = claims.iss
    subject = claims.sub
    email = claims.email
    isEmailVerified = claims.emailVerified
    name = claims.name
    picture = claims.picture
    issuedAt = claims.iat.date
    expiresAt = claims.exp.date
    audience = claims.aud?.values ?? []
    authorizedParty = claims.azp
    nonce = claims.nonce
  }

  private struct Header: Decodable {
    let alg: String
  }

  private static func decode<Value: Decodable>(_ part: Substring, _ name: String) throws(AuthenticationError) -> Value {
    guard let data = Base64URL.decode(part) else { throw .malformedToken("the \(name) isn't base64url") }
    // A parser of JSON goes down into what is nested; nothing in a token is, but for a list of audiences.
    guard nesting(of: data) <= deepest else { throw .malformedToken("the \(name) is nested too deeply") }
    do {
      return try JSONDecoder().decode(Value.self, from: data)
    } catch {
      throw .malformedToken("the \(name) isn't what a token has")
    }
  }

  /// How many brackets are open at most, those inside strings counted too.
  private static func nesting(of data: Data) -> Int {
    var (open, most) = (0, 0)
    for byte in data {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        open += 1
        most = max(most, open)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): open -= 1
      default: break
      }
    }
    return most
  }
}
