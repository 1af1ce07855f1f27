/// Changes to a customer; nil fields are not sent and stay as they are.
public struct CustomerUpdate: Encodable, Sendable, Hashable {
  /// What the customer is called.
  public var name: String?
  /// The telephone number.
  public var contactNumber: String?
  /// The postal address.
  public var address: String?
  /// The country.
  public var country: String?
  /// The address to write to.
  public var email: String?
  /// The company that the customer belongs to.
  public var companyId: Int?

  /// Takes every field; those that may be missing are nil when left out.
  public init(
    name: String? = nil,
    contactNumber: String? = nil,
    address: String? = nil,
    country: String? = nil,
    email: String? = nil,
    companyId: Int? = nil
  ) {
    self.name = name
    self.contactNumber = contactNumber
    self.address = address
    self.country = country
    self.email = email
    self.companyId = companyId
  }

  enum CodingKeys: String, CodingKey {
    case name
    case contactNumber = "contact_number"
    case address
    case country
    case email
    case companyId = "company_id"
  }
}
