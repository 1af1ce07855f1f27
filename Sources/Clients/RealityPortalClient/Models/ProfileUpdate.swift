/// Changes to a profile. Fields that are `nil` aren't sent and keep their values.
public struct ProfileUpdate: Encodable, Sendable, Hashable {
  /// A change to the phone number.
  public enum Phone: Sendable, Hashable {
    /// The number is set to the given one.
    case number(String)
    /// The number is removed.
    case removed
  }

  /// The name to show.
  public var name: String?
  /// The email address to log in with.
  public var email: String?
  /// The number to call.
  public var phone: Phone?

  /// Creates changes to a profile.
  public init(name: String? = nil, email: String? = nil, phone: Phone? = nil) {
    self.name = name
    self.email = email
    self.phone = phone
  }

  enum CodingKeys: String, CodingKey {
    case name, email, phone
  }

  /// Encodes only the fields that change.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(name, forKey: .name)
    try container.encodeIfPresent(email, forKey: .email)
    switch phone {
    case .number(let number): try container.encode(number, forKey: .phone)
    case .removed: try container.encodeNil(forKey: .phone)
    case nil: break
    }
  }
}
