/// A handing out of accessories; nil fields are not sent.
public struct AccessoryCheckout: Encodable, Sendable, Hashable {
  /// The customer who gets them.
  public var customerId: Int
  /// How many; the server takes 1 when it is nil.
  public var quantity: Int?
  /// Notes on the handing out.
  public var notes: String?
  /// The ticket that it belongs to.
  public var ticketId: Int?

  /// Takes every field; those that may be missing are nil when left out.
  public init(customerId: Int, quantity: Int? = nil, notes: String? = nil, ticketId: Int? = nil) {
    self.customerId = customerId
    self.quantity = quantity
    self.notes = notes
    self.ticketId = ticketId
  }

  enum CodingKeys: String, CodingKey {
    case customerId = "customer_id"
    case quantity
    case notes
    case ticketId = "ticket_id"
  }
}

/// A return of accessories; nil fields are not sent.
public struct AccessoryCheckin: Encodable, Sendable, Hashable {
  /// The customer who returns them.
  public var customerId: Int
  /// How many; the server takes 1 when it is nil.
  public var quantity: Int?
  /// The state that they came back in.
  public var condition: String?
  /// Notes on the return.
  public var notes: String?
  /// The ticket that it belongs to.
  public var ticketId: Int?

  /// Takes every field; those that may be missing are nil when left out.
  public init(
    customerId: Int,
    quantity: Int? = nil,
    condition: String? = nil,
    notes: String? = nil,
    ticketId: Int? = nil
  ) {
    self.customerId = customerId
    self.quantity = quantity
    self.condition = condition
    self.notes = notes
    self.ticketId = ticketId
  }

  enum CodingKeys: String, CodingKey {
    case customerId = "customer_id"
    case quantity
    case condition
    case notes
    case ticketId = "ticket_id"
  }
}
