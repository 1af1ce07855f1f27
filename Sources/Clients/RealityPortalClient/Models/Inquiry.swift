import Foundation
import PlumblineAPIClient

/// A question about a listing, and its conversation so far.
public struct Inquiry: Decodable, Sendable, Hashable, Identifiable {
  /// The server's ID.
  public let id: String
  /// The listing that the inquiry is about.
  public let listing: Listing
  /// The status of the inquiry.
  public let status: InquiryStatus
  /// The preferred way to be contacted.
  public let contactPreference: ContactPreference
  /// The last message, from either side.
  public let lastMessage: String
  /// The time of the last message.
  public let lastMessageAt: Date
  /// The number of unread messages.
  public let unreadCount: Int
  /// The time at which the inquiry was sent.
  public let createdAt: Date

  /// Creates an inquiry.
  public init(
    id: String, listing: Listing, status: InquiryStatus, contactPreference: ContactPreference, lastMessage: String,
    lastMessageAt: Date, unreadCount: Int, createdAt: Date
  ) {
    self.id = id
    self.listing = listing
    self.status = status
    self.contactPreference = contactPreference
    self.lastMessage = lastMessage
    self.lastMessageAt = lastMessageAt
    self.unreadCount = unreadCount
    self.createdAt = createdAt
  }
}

extension Inquiry {
  /// The inquiry with no unread messages.
  var asRead: Inquiry {
    Inquiry(
      id: id, listing: listing, status: status, contactPreference: contactPreference, lastMessage: lastMessage,
      lastMessageAt: lastMessageAt, unreadCount: 0, createdAt: createdAt)
  }
}

extension Sequence<Inquiry> {
  /// The total number of unread messages, for the tab's badge.
  public var unreadCount: Int {
    // The server's counts may be arbitrarily large, so the sum could overflow.
    reduce(0) { sum, inquiry in
      let (total, isTooMany) = sum.addingReportingOverflow(Swift.max(0, inquiry.unreadCount))
      return isTooMany ? .max : total
    }
  }
}

/// The status of an inquiry.
public struct InquiryStatus: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Creates a status from any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// No one has replied yet.
  public static let pending = Self(rawValue: "pending")
  /// The agent has replied to the inquiry.
  public static let replied = Self(rawValue: "replied")
  /// The inquiry is closed.
  public static let closed = Self(rawValue: "closed")

  /// The statuses that the documentation names. The strings themselves are an assumption.
  public static let known: [Self] = [.pending, .replied, .closed]
}

/// The preferred way to contact the author of an inquiry.
public struct ContactPreference: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Creates a preference from any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// By email.
  public static let email = Self(rawValue: "email")
  /// By phone.
  public static let phone = Self(rawValue: "phone")
  /// Either way.
  public static let either = Self(rawValue: "either")

  /// The preferences that the documentation names. The strings themselves are an assumption.
  public static let known: [Self] = [.email, .phone, .either]
}
