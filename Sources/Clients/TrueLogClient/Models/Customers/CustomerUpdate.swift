/// Changes to a customer. Fields that are `nil` aren't sent and keep their values.
public struct CustomerUpdate: Encodable, Sendable, Hashable {
  /// The customer's name.
  public var name: String?
  /// The telephone number.
  public var contactNumber: String?
  /// The postal address.
  public var address: String?
  /// The country.
  public var country: String?
  /// The email address to write to.
  public var email: String?
  /// The ID of the company that the customer belongs to.
  public var companyId: Int?

  /// Creates changes to a customer.
  public init(
    name: String? = nil, contactNumber: String? = nil, address: String? = nil, country: String? = nil,
    email: String? = nil, companyId: Int? = nil
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
    case address, country, email
    case companyId = "company_id"
  }
}

/// A new customer, with its required fields and any optional ones.
public struct NewCustomer: Encodable, Sendable, Hashable {
  /// The fields to send.
  public let fields: CustomerUpdate

  /// Creates a customer from its required fields.
  ///
  /// - Parameters:
  ///   - name: The customer's name.
  ///   - contactNumber: The telephone number.
  ///   - address: The postal address.
  ///   - country: The country.
  ///   - others: The customer's other fields.
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
