import Foundation
import PlumblineAPIClient

/// An inventory item with a tag and a serial number.
public struct Asset: Codable, Sendable, Hashable, Identifiable {
  /// The server's ID.
  public let id: Int
  /// The name.
  public let name: String
  /// The manufacturer's model name.
  public var model: String?
  /// The manufacturer's serial number.
  public let serialNum: String
  /// The company's tag.
  public let assetTag: String
  /// The stage of the asset's life cycle.
  public let status: AssetStatus
  /// The physical condition.
  public var condition: AssetCondition?
  /// The manufacturer.
  public var manufacturer: String?
  /// The kind of item.
  public var assetType: String?
  /// The processor.
  public var cpuType: String?
  /// The number of cores, as a string.
  public var cpuCores: String?
  /// The memory.
  public var memory: String?
  /// The disk.
  public var harddrive: String?
  /// The country in which the asset is located.
  public var country: String?
  /// The name of the customer who has the asset.
  public var customer: String?
  /// The ID of the customer who has the asset.
  public var customerId: Int?
  /// Notes for everyone.
  public var notes: String?
  /// Notes for technicians.
  public var techNotes: String?
  /// A Boolean value that indicates whether the asset's data was erased.
  public var isErased: Bool?
  /// A Boolean value that indicates whether a keyboard belongs to the asset.
  public var hasKeyboard: Bool?
  /// A Boolean value that indicates whether a charger belongs to the asset.
  public var hasCharger: Bool?
  /// The URL of a picture.
  public var imageURL: URL?
  /// The creation date.
  public let createdAt: Date
  /// The date of the last change.
  public let updatedAt: Date

  /// Creates an asset from the fields that every asset has. The others are `nil` until they are set.
  public init(
    id: Int, name: String, serialNum: String, assetTag: String, status: AssetStatus, createdAt: Date, updatedAt: Date
  ) {
    self.id = id
    self.name = name
    self.serialNum = serialNum
    self.assetTag = assetTag
    self.status = status
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  enum CodingKeys: String, CodingKey {
    case id, name, model
    case serialNum = "serial_num"
    case assetTag = "asset_tag"
    case status, condition, manufacturer
    case assetType = "asset_type"
    case cpuType = "cpu_type"
    case cpuCores = "cpu_cores"
    case memory, harddrive, country, customer
    case customerId = "customer_id"
    case notes
    case techNotes = "tech_notes"
    case isErased = "is_erased"
    case hasKeyboard = "has_keyboard"
    case hasCharger = "has_charger"
    case imageURL = "image_url"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }
}

/// The stage of an asset's life cycle.
public struct AssetStatus: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Creates a status from any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `IN_STOCK`
  public static let inStock = Self(rawValue: "IN_STOCK")
  /// `DEPLOYED`
  public static let deployed = Self(rawValue: "DEPLOYED")
  /// `READY_TO_DEPLOY`
  public static let readyToDeploy = Self(rawValue: "READY_TO_DEPLOY")
  /// `REPAIR`
  public static let repair = Self(rawValue: "REPAIR")
  /// `ARCHIVED`
  public static let archived = Self(rawValue: "ARCHIVED")
  /// `DISPOSED`
  public static let disposed = Self(rawValue: "DISPOSED")

  /// The statuses that the documentation names.
  public static let known: [Self] = [.inStock, .deployed, .readyToDeploy, .repair, .archived, .disposed]
}

/// The physical condition of an asset.
public struct AssetCondition: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Creates a condition from any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `NEW`
  public static let new = Self(rawValue: "NEW")
  /// `GOOD`
  public static let good = Self(rawValue: "GOOD")
  /// `FAIR`
  public static let fair = Self(rawValue: "FAIR")
  /// `POOR`
  public static let poor = Self(rawValue: "POOR")

  /// The conditions that the documentation names.
  public static let known: [Self] = [.new, .good, .fair, .poor]
}

/// The sort key of a list of assets.
public struct AssetSort: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Creates a sort key from any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `created_at`
  public static let createdAt = Self(rawValue: "created_at")
  /// `updated_at`
  public static let updatedAt = Self(rawValue: "updated_at")
  /// `asset_tag`
  public static let assetTag = Self(rawValue: "asset_tag")
  /// `name`
  public static let name = Self(rawValue: "name")

  /// The known values. The contract assumes them, because no document names them.
  public static let known: [Self] = [.createdAt, .updatedAt, .assetTag, .name]
}
