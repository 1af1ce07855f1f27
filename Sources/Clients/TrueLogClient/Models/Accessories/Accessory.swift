import Foundation
import PlumblineAPIClient

/// A thing of the inventory that is counted, not tagged.
public struct Accessory: Codable, Sendable, Hashable, Identifiable {
  /// The server's id.
  public let id: Int
  /// What it is called.
  public let name: String
  /// What kind of thing it is.
  public let category: String
  /// Who made it.
  public let manufacturer: String?
  /// The maker's model number.
  public let modelNo: String?
  /// How many there are.
  public let totalQuantity: Int
  /// How many are in stock.
  public let availableQuantity: Int
  /// How many customers have.
  public let checkedOut: Int
  /// Where the stock is.
  public let country: String?
  /// Notes.
  public let notes: String?
  /// A picture of it.
  public let imageURL: URL?
  /// The company that owns it.
  public let companyId: Int?
  /// When it was created.
  public let createdAt: Date
  /// When it was last changed.
  public let updatedAt: Date

  /// Takes every field; those that may be missing are nil when left out.
  public init(
    id: Int,
    name: String,
    category: String,
    manufacturer: String? = nil,
    modelNo: String? = nil,
    totalQuantity: Int,
    availableQuantity: Int,
    checkedOut: Int,
    country: String? = nil,
    notes: String? = nil,
    imageURL: URL? = nil,
    companyId: Int? = nil,
    createdAt: Date,
    updatedAt: Date
  ) {
    self.id = id
    self.name = name
    self.category = category
    self.manufacturer = manufacturer
    self.modelNo = modelNo
    self.totalQuantity = totalQuantity
    self.availableQuantity = availableQuantity
    self.checkedOut = checkedOut
    self.country = country
    self.notes = notes
    self.imageURL = imageURL
    self.companyId = companyId
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  enum CodingKeys: String, CodingKey {
    case id
    case name
    case category
    case manufacturer
    case modelNo = "model_no"
    case totalQuantity = "total_quantity"
    case availableQuantity = "available_quantity"
    case checkedOut = "checked_out"
    case country
    case notes
    case imageURL = "image_url"
    case companyId = "company_id"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }
}

/// What a list of accessories is sorted by.
public struct AccessorySort: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Keeps any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `name`
  public static let name = Self(rawValue: "name")
  /// `category`
  public static let category = Self(rawValue: "category")
  /// `created_at`
  public static let createdAt = Self(rawValue: "created_at")

  /// The values that the contract assumes; no document names them.
  public static let known: [Self] = [.name, .category, .createdAt]
}
