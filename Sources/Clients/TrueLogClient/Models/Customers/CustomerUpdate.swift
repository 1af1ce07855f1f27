/// What a customer is to have; nil fields are not sent, and what is there already stays as it is.
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

/// What a new customer starts with: what it must have, and what it may have besides.
public struct NewCustomer: Encodable, Sendable, Hashable {
  /// All that is sent.
  public let fields: CustomerUpdate

  /// - Parameters:
  ///   - name: What the customer is called.
  ///   - contactNumber: The telephone number.
  ///   - address: The postal address.
  ///   - country: The country.
  ///   - others: Its other fields.
  public init(
    name: String, contactNumber: String, address: String, country: String, _ others: CustomerUpdate = CustomerUpdate()
  ) {
    var fields = others
    fields.name = name
    fields.contactNumber = contactNumber
    fields.address = address
    fields.country = country
    self.fields = fields
  }

  public func encode(to encoder: any Encoder) throws {
    try fields.encode(to: encoder)
  }
}
