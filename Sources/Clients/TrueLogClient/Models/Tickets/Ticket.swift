import Foundation
import PlumblineAPIClient

/// A help desk ticket.
public struct Ticket: Codable, Sendable, Hashable, Identifiable {
  /// The server's ID.
  public let id: Int
  /// A one-line summary of the ticket.
  public let subject: String
  /// The full description.
  public let description: String?
  /// The status of the ticket.
  public let status: TicketStatus
  /// A company-specific status in addition to `status`.
  public let customStatus: String?
  /// The priority of the ticket.
  public let priority: TicketPriority
  /// Notes by the people who work on the ticket.
  public let notes: String?
  /// The ID of the queue that contains the ticket.
  public let queueId: Int?
  /// The ID of the customer that the ticket concerns.
  public let customerId: Int?
  /// The user who works on the ticket, or `nil` if it is unassigned.
  public let assignedTo: UserSummary?
  /// The creation date.
  public let createdAt: Date
  /// The date of the last change.
  public let updatedAt: Date

  /// Creates a ticket.
  public init(
    id: Int, subject: String, description: String? = nil, status: TicketStatus, customStatus: String? = nil,
    priority: TicketPriority, notes: String? = nil, queueId: Int? = nil, customerId: Int? = nil,
    assignedTo: UserSummary? = nil, createdAt: Date, updatedAt: Date
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
    case id, subject, description, status
    case customStatus = "custom_status"
    case priority, notes
    case queueId = "queue_id"
    case customerId = "customer_id"
    case assignedTo = "assigned_to"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }
}

/// The status of a ticket.
public struct TicketStatus: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Creates a status from any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `NEW`
  public static let new = Self(rawValue: "NEW")
  /// `IN_PROGRESS`
  public static let inProgress = Self(rawValue: "IN_PROGRESS")
  /// `PROCESSING`
  public static let processing = Self(rawValue: "PROCESSING")
  /// `ON_HOLD`
  public static let onHold = Self(rawValue: "ON_HOLD")
  /// `RESOLVED`
  public static let resolved = Self(rawValue: "RESOLVED")
  /// `RESOLVED_DELIVERED`
  public static let resolvedDelivered = Self(rawValue: "RESOLVED_DELIVERED")

  /// The statuses that the documentation names.
  public static let known: [Self] = [.new, .inProgress, .processing, .onHold, .resolved, .resolvedDelivered]
}

/// The priority of a ticket.
public struct TicketPriority: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Creates a priority from any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `LOW`
  public static let low = Self(rawValue: "LOW")
  /// `MEDIUM`
  public static let medium = Self(rawValue: "MEDIUM")
  /// `HIGH`
  public static let high = Self(rawValue: "HIGH")
  /// `URGENT`
  public static let urgent = Self(rawValue: "URGENT")

  /// The priorities that the documentation names.
  public static let known: [Self] = [.low, .medium, .high, .urgent]
}

/// The sort key of a list of tickets.
public struct TicketSort: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Creates a sort key from any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `created_at`
  public static let createdAt = Self(rawValue: "created_at")
  /// `updated_at`
  public static let updatedAt = Self(rawValue: "updated_at")
  /// `priority`
  public static let priority = Self(rawValue: "priority")
  /// `status`
  public static let status = Self(rawValue: "status")

  /// The known values. The contract assumes them, because no document names them.
  public static let known: [Self] = [.createdAt, .updatedAt, .priority, .status]
}
