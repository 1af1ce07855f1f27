/// Changes to an accessory. Fields that are `nil` aren't sent and keep their values.
public struct AccessoryUpdate: Encodable, Sendable, Hashable {
  /// The name.
  public var name: String?
  /// The kind of item.
  public var category: String?
  /// The manufacturer.
  public var manufacturer: String?
  /// The manufacturer's model number.
  public var modelNo: String?
  /// The total number of items.
  public var totalQuantity: Int?
  /// The country in which the stock is located.
  public var country: String?
  /// Notes.
  public var notes: String?
  /// The URL of a picture, sent unchanged.
  public var imageURL: String?
  /// The ID of the company that owns the accessory.
  public var companyId: Int?

  /// Creates changes to an accessory.
  public init(
    name: String? = nil, category: String? = nil, manufacturer: String? = nil, modelNo: String? = nil,
    totalQuantity: Int? = nil, country: String? = nil, notes: String? = nil, imageURL: String? = nil,
    companyId: Int? = nil
  ) {
    self.name = name
    self.category = category
    self.manufacturer = manufacturer
    self.modelNo = modelNo
    self.totalQuantity = totalQuantity
    self.country = country
    self.notes = notes
    self.imageURL = imageURL
    self.companyId = companyId
  }

  enum CodingKeys: String, CodingKey {
    case name, category, manufacturer
    case modelNo = "model_no"
    case totalQuantity = "total_quantity"
    case country, notes
    case imageURL = "image_url"
    case companyId = "company_id"
  }
}

/// A new accessory, with its required fields and any optional ones.
///
///     NewAccessory(name: "Cable tie", category: "Cables", AccessoryUpdate(totalQuantity: 200))
public struct NewAccessory: Encodable, Sendable, Hashable {
  /// The fields to send.
  public let fields: AccessoryUpdate

  /// Creates an accessory from its required fields.
  ///
  /// - Parameters:
  ///   - name: The accessory's name.
  ///   - category: The kind of item.
  ///   - others: The accessory's other fields.
  public init(name: String, category: String, _ others: AccessoryUpdate = AccessoryUpdate()) {
    var fields = others
    fields.name = name
    fields.category = category
    self.fields = fields
  }

  public func encode(to encoder: any Encoder) throws {
    try fields.encode(to: encoder)
  }
}
