import PlumblineAPIClient

/// The logged-in user, with permissions.
public struct User: Codable, Sendable, Hashable, Identifiable {
  /// The server's ID.
  public let id: Int
  /// The name to show.
  public let name: String
  /// The email address to write to.
  public let email: String
  /// The kind of user.
  public let type: UserType
  /// A Boolean value that indicates whether the user may change, assign, and delete tickets.
  public let canEditTickets: Bool
  /// A Boolean value that indicates whether the user may change assets and accessories.
  public let canEditAssets: Bool

  /// Creates a user.
  public init(id: Int, name: String, email: String, type: UserType, canEditTickets: Bool, canEditAssets: Bool) {
    self.id = id
    self.name = name
    self.email = email
    self.type = type
    self.canEditTickets = canEditTickets
    self.canEditAssets = canEditAssets
  }

  enum CodingKeys: String, CodingKey {
    case id, name, email, type
    case canEditTickets = "can_edit_tickets"
    case canEditAssets = "can_edit_assets"
  }
}

/// The kind of user.
public struct UserType: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Creates a kind from any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `AGENT`
  public static let agent = Self(rawValue: "AGENT")
  /// `VIEWER`
  public static let viewer = Self(rawValue: "VIEWER")
  /// `CLIENT`
  public static let client = Self(rawValue: "CLIENT")

  /// The kinds that the contract assumes. The documentation names only CLIENT.
  public static let known: [Self] = [.agent, .viewer, .client]
}

/// A user as shown in lists, tickets, and comments.
public struct UserSummary: Codable, Sendable, Hashable, Identifiable {
  /// The server's ID.
  public let id: Int
  /// The name to show.
  public let name: String
  /// The email address to write to.
  public let email: String
  /// The kind of user.
  public let type: UserType

  /// Creates a user.
  public init(id: Int, name: String, email: String, type: UserType) {
    self.id = id
    self.name = name
    self.email = email
    self.type = type
  }

  enum CodingKeys: String, CodingKey {
    case id, name, email, type
  }
}
