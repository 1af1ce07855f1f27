import Foundation

/// The claims of an ID token as they stand in its JSON.
struct IDTokenClaims: Decodable {
  /// Seconds since 1970, which may have a fraction (RFC 7519 section 2, NumericDate).
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

  /// One audience, or a list of them.
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
