/// Changes to an asset. Fields that are `nil` aren't sent and keep their values.
public struct AssetUpdate: Encodable, Sendable, Hashable {
  /// The name.
  public var name: String?
  /// The manufacturer's model name.
  public var model: String?
  /// The manufacturer's serial number.
  public var serialNum: String?
  /// The company's tag.
  public var assetTag: String?
  /// The stage of the asset's life cycle.
  public var status: AssetStatus?
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

  /// Creates changes to the fields that every kind of asset has. Set the fields for computers afterward.
  public init(
    name: String? = nil, model: String? = nil, serialNum: String? = nil, assetTag: String? = nil,
    status: AssetStatus? = nil, condition: AssetCondition? = nil, manufacturer: String? = nil,
    assetType: String? = nil, country: String? = nil, customer: String? = nil, notes: String? = nil,
    techNotes: String? = nil
  ) {
    self.name = name
    self.model = model
    self.serialNum = serialNum
    self.assetTag = assetTag
    self.status = status
    self.condition = condition
    self.manufacturer = manufacturer
    self.assetType = assetType
    self.country = country
    self.customer = customer
    self.notes = notes
    self.techNotes = techNotes
  }

  enum CodingKeys: String, CodingKey {
    case name, model
    case serialNum = "serial_num"
    case assetTag = "asset_tag"
    case status, condition, manufacturer
    case assetType = "asset_type"
    case cpuType = "cpu_type"
    case cpuCores = "cpu_cores"
    case memory, harddrive, country, customer, notes
    case techNotes = "tech_notes"
    case isErased = "is_erased"
    case hasKeyboard = "has_keyboard"
    case hasCharger = "has_charger"
  }
}
