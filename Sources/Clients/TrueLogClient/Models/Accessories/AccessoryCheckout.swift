/// Hands accessories out to a customer; `nil` fields aren't sent.
public struct AccessoryCheckout: Encodable, Sendable, Hashable {
  /// The customer who gets them.
  public var customerId: Int
  /// The number of items; the server assumes 1 if it is `nil`.
  public var quantity: Int?
  /// Notes on the checkout.
  public var notes: String?
  /// The ticket that it belongs to.
  public var ticketId: Int?

  /// Creates a value from its fields; optional ones default to `nil`.
  public init(customerId: Int, quantity: Int? = nil, notes: String? = nil, ticketId: Int? = nil) {
    self.customerId = customerId
    self.quantity = quantity
    self.notes = notes
    self.ticketId = ticketId
  }

  enum CodingKeys: String, CodingKey {
    case customerId = "customer_id"
    case quantity, notes
    case ticketId = "ticket_id"
  }
}

/// Takes accessories back from a customer; `nil` fields aren't sent.
public struct AccessoryCheckin: Encodable, Sendable, Hashable {
  /// The customer who returns them.
  public var customerId: Int
  /// The number of items; the server assumes 1 if it is `nil`.
  public var quantity: Int?
  /// The condition on return.
  public var condition: String?
  /// Notes on the return.
  public var notes: String?
  /// The ticket that it belongs to.
  public var ticketId: Int?

  /// Creates a value from its fields; optional ones default to `nil`.
  public init(
    customerId: Int, quantity: Int? = nil, condition: String? = nil, notes: String? = nil, ticketId: Int? = nil
  ) {
    self.customerId = customerId
    self.quantity = quantity
    self.condition = condition
    self.notes = notes
    self.ticketId = ticketId
  }

  enum CodingKeys: String, CodingKey {
    case customerId = "customer_id"
    case quantity, condition, notes
    case ticketId = "ticket_id"
  }
}
