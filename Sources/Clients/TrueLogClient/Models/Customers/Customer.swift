import Foundation
import PlumblineAPIClient

/// A customer who has assets, accessories, or tickets.
public struct Customer: Codable, Sendable, Hashable, Identifiable {
  /// The server's ID.
  public let id: Int
  /// The customer's name.
  public let name: String
  /// The telephone number.
  public let contactNumber: String
  /// The postal address.
  public let address: String
  /// The country.
  public let country: String
  /// The email address to write to.
  public let email: String?
  /// The ID of the company that the customer belongs to.
  public let companyId: Int?
  /// The creation date.
  public let createdAt: Date
  /// The date of the last change.
  public let updatedAt: Date

  /// Creates a customer.
  public init(
    id: Int, name: String, contactNumber: String, address: String, country: String, email: String? = nil,
    companyId: Int? = nil, createdAt: Date, updatedAt: Date
  ) {
    self.id = id
    self.name = name
    self.contactNumber = contactNumber
    self.address = address
    self.country = country
    self.email = email
    self.companyId = companyId
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  enum CodingKeys: String, CodingKey {
    case id, name
    case contactNumber = "contact_number"
    case address, country, email
    case companyId = "company_id"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }
}

/// The sort key of a list of customers.
public struct CustomerSort: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Creates a sort key from any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `name`
  public static let name = Self(rawValue: "name")
  /// `created_at`
  public static let createdAt = Self(rawValue: "created_at")

  /// The known values. The contract assumes them, because no document names them.
  public static let known: [Self] = [.name, .createdAt]
}
