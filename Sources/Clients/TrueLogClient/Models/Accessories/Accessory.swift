import Foundation
import PlumblineAPIClient

/// An inventory item that is tracked by quantity rather than by tag.
public struct Accessory: Codable, Sendable, Hashable, Identifiable {
  /// The server's ID.
  public let id: Int
  /// The name.
  public let name: String
  /// The kind of item.
  public let category: String
  /// The manufacturer.
  public var manufacturer: String?
  /// The manufacturer's model number.
  public var modelNo: String?
  /// The total number of items.
  public let totalQuantity: Int
  /// The number of items in stock.
  public let availableQuantity: Int
  /// The number of items checked out to customers.
  public let checkedOut: Int
  /// The country in which the stock is located.
  public var country: String?
  /// Notes.
  public var notes: String?
  /// The URL of a picture.
  public var imageURL: URL?
  /// The ID of the company that owns the accessory.
  public var companyId: Int?
  /// The creation date.
  public let createdAt: Date
  /// The date of the last change.
  public let updatedAt: Date

  /// Creates an accessory from the fields that every accessory has. The others are `nil` until they are set.
  public init(
    id: Int, name: String, category: String, totalQuantity: Int, availableQuantity: Int, checkedOut: Int,
    createdAt: Date, updatedAt: Date
  ) {
    self.id = id
    self.name = name
    self.category = category
    self.totalQuantity = totalQuantity
    self.availableQuantity = availableQuantity
    self.checkedOut = checkedOut
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  enum CodingKeys: String, CodingKey {
    case id, name, category, manufacturer
    case modelNo = "model_no"
    case totalQuantity = "total_quantity"
    case availableQuantity = "available_quantity"
    case checkedOut = "checked_out"
    case country, notes
    case imageURL = "image_url"
    case companyId = "company_id"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }
}

/// The sort key of a list of accessories.
public struct AccessorySort: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Creates a sort key from any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `name`
  public static let name = Self(rawValue: "name")
  /// `category`
  public static let category = Self(rawValue: "category")
  /// `created_at`
  public static let createdAt = Self(rawValue: "created_at")

  /// The known values. The contract assumes them, because no document names them.
  public static let known: [Self] = [.name, .category, .createdAt]
}
