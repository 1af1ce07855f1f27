import Foundation

/// The decoded claims of an ID token, which identify the user who signed in.
///
/// PhotoScout's README says only "client-side token parsing" and "JWT token validation", so the choice of checks is
/// this client's own. **The signature isn't verified**, because that would require Google's keys, so a token is only as
/// trustworthy as the channel that delivered it. ``validate(at:clientID:nonce:)`` checks everything that doesn't
/// require keys. A server must never rely on a token that only this client has checked.
///
/// Source: OpenID Connect Core 1.0 section 2; RFC 7519; PhotoScout's README, "JWT Token Structure".
public struct IDToken: Sendable, Hashable {
  /// The maximum length of a token, in bytes. Longer strings are rejected. Google's tokens are about 1,200 bytes long.
  static let longest = 16_384
  /// The maximum nesting depth of the token's JSON. Anything deeper is rejected.
  private static let deepest = 64
  /// The algorithm that Google signs with.
  private static let algorithm = "RS256"

  /// The token's issuer (`iss`).
  public let issuer: String
  /// The user's Google ID (`sub`).
  public let subject: String
  /// The user's email address (`email`).
  public let email: String?
  /// A Boolean value that indicates whether Google has verified that the email address belongs to the user
  /// (`email_verified`).
  public let isEmailVerified: Bool?
  /// The full name (`name`).
  public let name: String?
  /// The URL of the profile picture (`picture`).
  public let picture: String?
  /// The time at which the token was issued (`iat`).
  public let issuedAt: Date
  /// The time at which the token expires (`exp`).
  public let expiresAt: Date
  /// The apps that the token is for (`aud`). The array is empty if the token names none.
  public let audience: [String]
  /// The app that requested the token (`azp`).
  public let authorizedParty: String?
  /// The nonce in the sign-in URL (`nonce`).
  public let nonce: String?

  /// Decodes a token that consists of three base64url parts, `header.claims.signature`.
  ///
  /// - Throws: ``AuthenticationError/malformedToken(_:)`` for anything else.
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
    // A JSON parser recurses into nested values. A token contains none except a list of audiences.
    guard nesting(of: data) <= deepest else { throw .malformedToken("the \(name) is nested too deeply") }
    do {
      return try JSONDecoder().decode(Value.self, from: data)
    } catch {
      throw .malformedToken("the \(name) isn't what a token has")
    }
  }

  /// Returns the maximum nesting depth of brackets, including brackets inside strings.
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

/// The claims of an ID token, as they appear in its JSON.
struct IDTokenClaims: Decodable {
  /// A number of seconds since 1970, possibly with a fraction (RFC 7519 section 2, NumericDate).
  struct Moment: Decodable {
    let date: Date

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let seconds = try container.decode(Double.self)
      guard seconds.isFinite, 0...1e11 ~= seconds else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "a moment between 1970 and 5138")
      }
      date = Date(timeIntervalSince1970: seconds)
    }
  }

  /// One audience or a list of them.
  struct Audience: Decodable {
    let values: [String]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let one = try? container.decode(String.self) {
        values = [one]
      } else {
        values = try container.decode([String].self)
      }
    }
  }

  let iss: String
  let sub: String
  let email: String?
  let emailVerified: Bool?
  let name: String?
  let picture: String?
  let iat: Moment
  let exp: Moment
  let aud: Audience?
  let azp: String?
  let nonce: String?

  enum CodingKeys: String, CodingKey {
    case iss, sub, email, name, picture, iat, exp, aud, azp, nonce
    case emailVerified = "email_verified"
  }
}

extension IDToken {
  /// The maximum number of seconds that a token's time of issue may lie in the future, because clocks differ.
  private static let clockSkew: TimeInterval = 300
  /// The names that Google uses for itself in tokens.
  private static let issuers: Set<String> = ["https://accounts.google.com", "accounts.google.com"]

  /// Checks that the token is for this app and this sign-in, and is currently valid. The signature isn't checked.
  ///
  /// - Parameters:
  ///   - now: The current time.
  ///   - clientID: The app's Google client ID.
  ///   - nonce: The nonce in the sign-in URL, or `nil` if no sign-in is in progress.
  public func validate(at now: Date, clientID: String, nonce: String?) throws(AuthenticationError) {
    guard Self.issuers.contains(issuer) else { throw .foreignIssuer }
    // If there are several audiences, the requesting app must be named (OpenID Connect Core 1.0 section 3.1.3.7).
    guard audience.contains(clientID), audience.count == 1 || authorizedParty != nil,
      authorizedParty == nil || authorizedParty == clientID
    else { throw .foreignAudience }
    guard let nonce, self.nonce == nonce else { throw .foreignNonce }
    guard now < expiresAt, issuedAt < now + Self.clockSkew else { throw .expired }
  }
}

/// A namespace for Base64 with the URL-safe alphabet and no padding (RFC 4648 section 5), as used in JSON Web Tokens
/// (RFC 7515 section 2).
enum Base64URL {
  /// Returns the decoded bytes, or `nil` if the string contains padding, white space, or other characters, or has an
  /// impossible length.
  static func decode(_ text: Substring) -> Data? {
    let length = text.utf8.count
    guard length % 4 != 1, text.utf8.allSatisfy(isDigit) else { return nil }
    let plain = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    return Data(base64Encoded: plain + String(repeating: "=", count: (4 - length % 4) % 4))
  }

  /// Returns the encoded string.
  static func encode(_ data: Data) -> String {
    data.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }

  /// Returns a Boolean value that indicates whether a byte is in the alphabet.
  static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }
}
