import PlumblineAPIClient

/// Moves an asset to another customer.
public struct AssetTransfer: Encodable, Sendable, Hashable {
  /// The customer who gets it.
  public var customerId: Int
  /// Why it moves.
  public var reason: String?
  /// Notes on the transfer.
  public var notes: String?
  /// The day from which it counts.
  public var effectiveDate: CalendarDate?

  /// Takes every field; those that may be missing are nil when left out.
  public init(customerId: Int, reason: String? = nil, notes: String? = nil, effectiveDate: CalendarDate? = nil) {
    self.customerId = customerId
    self.reason = reason
    self.notes = notes
    self.effectiveDate = effectiveDate
  }

  enum CodingKeys: String, CodingKey {
    case customerId = "customer_id"
    case reason
    case notes
    case effectiveDate = "effective_date"
  }
}
