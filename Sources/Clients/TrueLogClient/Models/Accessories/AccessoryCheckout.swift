/// A request to check accessories out to a customer. Fields that are `nil` aren't sent.
public struct AccessoryCheckout: Encodable, Sendable, Hashable {
  /// The ID of the customer who receives the accessories.
  public var customerId: Int
  /// The number of items. If it is `nil`, the server assumes 1.
  public var quantity: Int?
  /// Notes on the checkout.
  public var notes: String?
  /// The ID of the ticket that the checkout belongs to.
  public var ticketId: Int?

  /// Creates a checkout.
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

/// A request to check accessories in from a customer. Fields that are `nil` aren't sent.
public struct AccessoryCheckin: Encodable, Sendable, Hashable {
  /// The ID of the customer who returns the accessories.
  public var customerId: Int
  /// The number of items. If it is `nil`, the server assumes 1.
  public var quantity: Int?
  /// The condition of the accessories on return.
  public var condition: String?
  /// Notes on the return.
  public var notes: String?
  /// The ID of the ticket that the return belongs to.
  public var ticketId: Int?

  /// Creates a return.
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
