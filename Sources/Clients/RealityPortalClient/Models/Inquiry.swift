import Foundation
import PlumblineAPIClient

/// A question about a listing, and what became of it.
public struct Inquiry: Decodable, Sendable, Hashable, Identifiable {
  /// The server's id.
  public let id: String
  /// What it is about.
  public let listing: Listing
  /// How far it has come.
  public let status: InquiryStatus
  /// How the answer is wanted.
  public let contactPreference: ContactPreference
  /// What was written last, by either side.
  public let lastMessage: String
  /// When that was.
  public let lastMessageAt: Date
  /// How many messages one hasn't read.
  public let unreadCount: Int
  /// When it was sent.
  public let createdAt: Date

  /// Creates a value from its fields.
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
  /// The same inquiry, with nothing unread.
  var asRead: Inquiry {
    Inquiry(
      id: id, listing: listing, status: status, contactPreference: contactPreference, lastMessage: lastMessage,
      lastMessageAt: lastMessageAt, unreadCount: 0, createdAt: createdAt)
  }
}

extension Sequence<Inquiry> {
  /// How many messages of all of them one hasn't read: the number for the tab's badge.
  public var unreadCount: Int {
    // A server's numbers may be any.
    reduce(0) { sum, inquiry in
      let (total, isTooMany) = sum.addingReportingOverflow(Swift.max(0, inquiry.unreadCount))
      return isTooMany ? .max : total
    }
  }
}

/// How far an inquiry has come.
public struct InquiryStatus: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Keeps any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Nobody has answered yet.
  public static let pending = Self(rawValue: "pending")
  /// There is an answer.
  public static let replied = Self(rawValue: "replied")
  /// Nothing more will come.
  public static let closed = Self(rawValue: "closed")

  /// The values that the documentation names; how they are spelt on the wire is assumed.
  public static let known: [Self] = [.pending, .replied, .closed]
}

/// How somebody who asks wants to be answered.
public struct ContactPreference: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Keeps any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// By email.
  public static let email = Self(rawValue: "email")
  /// By phone.
  public static let phone = Self(rawValue: "phone")
  /// Either way.
  public static let either = Self(rawValue: "either")

  /// The values that the documentation names; how they are spelt on the wire is assumed.
  public static let known: [Self] = [.email, .phone, .either]
}
