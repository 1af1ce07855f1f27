import Foundation

/// A ticket of the help desk.
public struct Ticket: Codable, Sendable, Hashable, Identifiable {
  /// The server's id.
  public let id: Int
  /// One line that says what it is about.
  public let subject: String
  /// The whole story.
  public let description: String?
  /// Where it stands.
  public let status: TicketStatus
  /// A status of the company's own, beside `status`.
  public let customStatus: String?
  /// How urgent it is.
  public let priority: TicketPriority
  /// Notes of the people who work on it.
  public let notes: String?
  /// The queue that it lies in.
  public let queueId: Int?
  /// The customer whom it concerns.
  public let customerId: Int?
  /// Who works on it; nil when nobody does.
  public let assignedTo: UserSummary?
  /// When it was created.
  public let createdAt: Date
  /// When it was last changed.
  public let updatedAt: Date

  /// Takes every field; those that may be missing are nil when left out.
  public init(
    id: Int,
    subject: String,
    description: String? = nil,
    status: TicketStatus,
    customStatus: String? = nil,
    priority: TicketPriority,
    notes: String? = nil,
    queueId: Int? = nil,
    customerId: Int? = nil,
    assignedTo: UserSummary? = nil,
    createdAt: Date,
    updatedAt: Date
  ) {
    self.id = id
    self.subject = subject
    self.description = description
    self.status = status
    self.customStatus = customStatus
    self.priority = priority
    self.notes = notes
    self.queueId = queueId
    self.customerId = customerId
    self.assignedTo = assignedTo
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  enum CodingKeys: String, CodingKey {
    case id
    case subject
    case description
    case status
    case customStatus = "custom_status"
    case priority
    case notes
    case queueId = "queue_id"
    case customerId = "customer_id"
    case assignedTo = "assigned_to"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }
}
