/// What an accessory is to have; nil fields are not sent, and what is there already stays as it is.
public struct AccessoryUpdate: Encodable, Sendable, Hashable {
  /// What it is called.
  public var name: String?
  /// What kind of thing it is.
  public var category: String?
  /// Who made it.
  public var manufacturer: String?
  /// The maker's model number.
  public var modelNo: String?
  /// How many there are.
  public var totalQuantity: Int?
  /// Where the stock is.
  public var country: String?
  /// Notes.
  public var notes: String?
  /// The address of a picture, sent as it is.
  public var imageURL: String?
  /// The company that owns it.
  public var companyId: Int?

  /// Takes every field; those that may be missing are nil when left out.
  public init(
    name: String? = nil,
    category: String? = nil,
    manufacturer: String? = nil,
    modelNo: String? = nil,
    totalQuantity: Int? = nil,
    country: String? = nil,
    notes: String? = nil,
    imageURL: String? = nil,
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
    case name
    case category
    case manufacturer
    case modelNo = "model_no"
    case totalQuantity = "total_quantity"
    case country
    case notes
    case imageURL = "image_url"
    case companyId = "company_id"
  }
}

/// What a new accessory starts with: what it must have, and what it may have besides.
///
///     NewAccessory(name: "Cable tie", category: "Cables", AccessoryUpdate(totalQuantity: 200))
public struct NewAccessory: Encodable, Sendable, Hashable {
  /// All that is sent.
  public let fields: AccessoryUpdate

  /// - Parameters:
  ///   - name: What it is called.
  ///   - category: What kind of thing it is.
  ///   - others: Its other fields.
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
