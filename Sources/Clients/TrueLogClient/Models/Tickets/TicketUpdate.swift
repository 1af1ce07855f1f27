/// Changes to a ticket. Fields that are `nil` aren't sent and keep their values.
public struct TicketUpdate: Encodable, Sendable, Hashable {
  /// A one-line summary of the ticket.
  public var subject: String?
  /// The full description.
  public var description: String?
  /// The priority of the ticket.
  public var priority: TicketPriority?
  /// Notes by the people who work on the ticket.
  public var notes: String?
  /// The ID of the queue to move the ticket to.
  public var queueId: Int?
  /// The ID of the customer that the ticket concerns.
  public var customerId: Int?

  /// Creates changes to a ticket.
  public init(
    subject: String? = nil, description: String? = nil, priority: TicketPriority? = nil, notes: String? = nil,
    queueId: Int? = nil, customerId: Int? = nil
  ) {
    self.subject = subject
    self.description = description
    self.priority = priority
    self.notes = notes
    self.queueId = queueId
    self.customerId = customerId
  }

  enum CodingKeys: String, CodingKey {
    case subject, description, priority, notes
    case queueId = "queue_id"
    case customerId = "customer_id"
  }
}

/// The body of a request that changes a ticket's status.
struct TicketStatusChange: Encodable, Sendable, Hashable {
  /// The status to set.
  let status: TicketStatus
  /// A company-specific status in addition to `status`.
  let customStatus: String?

  enum CodingKeys: String, CodingKey {
    case status
    case customStatus = "custom_status"
  }
}

/// The body of a request that assigns a ticket.
struct TicketAssignment: Encodable, Sendable, Hashable {
  /// The ID of the user to assign the ticket to.
  let assignedToId: Int

  enum CodingKeys: String, CodingKey {
    case assignedToId = "assigned_to_id"
  }
}
