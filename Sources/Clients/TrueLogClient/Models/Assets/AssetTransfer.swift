import PlumblineAPIClient

/// A request to transfer an asset to another customer.
public struct AssetTransfer: Encodable, Sendable, Hashable {
  /// The ID of the customer who receives the asset.
  public var customerId: Int
  /// The reason for the transfer.
  public var reason: String?
  /// Notes on the transfer.
  public var notes: String?
  /// The day on which the transfer takes effect.
  public var effectiveDate: CalendarDate?

  /// Creates a transfer.
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
