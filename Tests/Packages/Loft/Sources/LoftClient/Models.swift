import Foundation

/// An item that remains readable after its deletion.
public enum Found<Item: Decodable & Sendable>: Decodable, Sendable {
  /// The item exists.
  case living(Item)
  /// The item with this identifier was deleted.
  case deleted(String)

  private enum CodingKeys: String, CodingKey {
    case id, deleted
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if try container.decodeIfPresent(Bool.self, forKey: .deleted) == true {
      self = .deleted(try container.decode(String.self, forKey: .id))
    } else {
      self = .living(try Item(from: decoder))
    }
  }
}

extension Found: Equatable where Item: Equatable {}

/// A customer.
public struct Customer: Decodable, Sendable, Equatable {
  public let id: String
  public let name: String
  public let email: String
  public let phone: String?
  public let metadata: [String: String]
  public let created: Date
  public let updated: Date
}

/// The identifier of a customer, or the customer itself if the call expands it.
public enum CustomerReference: Decodable, Sendable, Equatable {
  case id(String)
  case expanded(Found<Customer>)

  public init(from decoder: any Decoder) throws {
    if let id = try? decoder.singleValueContainer().decode(String.self) {
      self = .id(id)
    } else {
      self = .expanded(try Found<Customer>(from: decoder))
    }
  }
}

/// The status of an order. A newer server may send other statuses, which the app shows as they are.
public struct OrderStatus: RawRepresentable, Decodable, Sendable, Hashable, CustomStringConvertible {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var description: String { rawValue }

  public static let draft = Self(rawValue: "draft")
  public static let open = Self(rawValue: "open")
  public static let fulfilled = Self(rawValue: "fulfilled")
  public static let canceled = Self(rawValue: "canceled")
  public static let known = [draft, open, fulfilled, canceled]
}

/// The address to which an order is sent.
public struct Shipping: Decodable, Sendable, Equatable {
  public var line1: String?
  public var city: String?
  public var country: String?

  public init(line1: String? = nil, city: String? = nil, country: String? = nil) {
    self.line1 = line1
    self.city = city
    self.country = country
  }
}

/// An order. Amounts are in the currency's smallest unit.
public struct Order: Decodable, Sendable, Equatable {
  public let id: String
  public let customer: CustomerReference
  public let status: OrderStatus
  public let currency: String
  public let amountTotal: Int
  public let note: String?
  public let shipping: Shipping?
  public let metadata: [String: String]
  public let created: Date
  public let updated: Date
  /// The lines, or `nil` if the call doesn't expand them.
  public let lines: Page<Line>?

  private enum CodingKeys: String, CodingKey {
    case id, customer, status, currency, note, shipping, metadata, created, updated, lines
    case amountTotal = "amount_total"
  }
}

/// A line of an order.
public struct Line: Decodable, Sendable, Equatable, Identifiable {
  public let id: String
  public let description: String
  public let quantity: Int
  public let unitAmount: Int
  public let amount: Int

  private enum CodingKeys: String, CodingKey {
    case id, description, quantity, amount
    case unitAmount = "unit_amount"
  }
}

/// An uploaded file.
public struct File: Decodable, Sendable, Equatable, Identifiable {
  public let id: String
  public let purpose: String
  public let title: String?
  public let filename: String
  public let type: String
  public let size: Int
  public let digest: String
  public let url: URL
}

/// A job that writes all items of a kind into a single document.
public struct Export: Decodable, Sendable, Equatable {
  public let id: String
  public let kind: String
  public let status: String
  public let resultURL: URL?

  private enum CodingKeys: String, CodingKey {
    case id, kind, status
    case resultURL = "result_url"
  }
}

/// A page of a list.
public struct Page<Item: Decodable & Sendable>: Decodable, Sendable {
  public let data: [Item]
  public let hasMore: Bool

  private enum CodingKeys: String, CodingKey {
    case data
    case hasMore = "has_more"
  }
}

extension Page: Equatable where Item: Equatable {}

/// What a deleted item leaves behind.
struct Tombstone: Decodable, Sendable {
  let id: String
  let deleted: Bool
}
