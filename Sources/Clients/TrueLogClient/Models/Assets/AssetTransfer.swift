import PlumblineAPIClient

/// A request to move an asset to a different customer.
public struct AssetTransfer: Encodable, Sendable, Hashable {
  /// The customer who gets the asset.
  public var customerId: Int
  /// The reason for the transfer.
  public var reason: String?
  /// Notes on the transfer.
  public var notes: String?
  /// The day when the transfer takes effect.
  public var effectiveDate: CalendarDate?

  /// Creates a value from its fields. Optional fields default to `nil`.
  public init(customerId: Int, reason: String? = nil, notes: String? = nil, effectiveDate: CalendarDate? = nil) {
    self.customerId = customerId
    self.reason = reason
    self.notes = notes
    self.effectiveDate = effectiveDate
  }

  enum CodingKeys: String, CodingKey {
    case customerId = "customer_id"
    case reason, notes
    case effectiveDate = "effective_date"
  }
}
