import Foundation
import PlumblineAPIClient

/// Somebody who has assets, accessories or tickets.
public struct Customer: Codable, Sendable, Hashable, Identifiable {
  /// The server's id.
  public let id: Int
  /// What the customer is called.
  public let name: String
  /// The telephone number.
  public let contactNumber: String
  /// The postal address.
  public let address: String
  /// The country.
  public let country: String
  /// The address to write to.
  public let email: String?
  /// The company that the customer belongs to.
  public let companyId: Int?
  /// When it was created.
  public let createdAt: Date
  /// When it was last changed.
  public let updatedAt: Date

  /// Takes every field; those that may be missing are nil when left out.
  public init(
    id: Int,
    name: String,
    contactNumber: String,
    address: String,
    country: String,
    email: String? = nil,
    companyId: Int? = nil,
    createdAt: Date,
    updatedAt: Date
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
    case id
    case name
    case contactNumber = "contact_number"
    case address
    case country
    case email
    case companyId = "company_id"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }
}

/// What a list of customers is sorted by.
public struct CustomerSort: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Keeps any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `name`
  public static let name = Self(rawValue: "name")
  /// `created_at`
  public static let createdAt = Self(rawValue: "created_at")

  /// The values that the contract assumes; no document names them.
  public static let known: [Self] = [.name, .createdAt]
}
