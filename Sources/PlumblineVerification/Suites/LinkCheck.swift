/// A check of the client code that accepts or creates one kind of text, such as a link into the app, an OAuth redirect,
/// a token, or a push notification's payload.
///
/// A check doesn't communicate with a server. The texts and their expected results are in the service's
/// `deep-links.json`. The verifier runs the client on each of them and reports where the results differ.
///
/// ```swift
/// LinkCheck("listing.link", reading: { link in
///   guard let route = Route(link.text) else { throw NoRoute() }
///   return LinkReading(["route": route.name, "id": route.id], login: route.needsLogin)
/// })
/// ```
///
/// The text of a payload is its JSON, as in `PushPayload(json: Data(link.text.utf8))`.
public struct LinkCheck: Sendable {
  /// A closure that reads a string and returns its content, or throws if it rejects the string.
  public typealias Read = @Sendable (LinkText) async throws -> LinkReading
  /// A closure that creates a string from the given values, by name.
  public typealias Make = @Sendable (_ given: [String: String]) async throws -> String

  /// The link's id in `deep-links.json`, such as `oauth.redirect`.
  public let link: String
  /// The closure that is run for each of the link's texts under `accepted` and `refused`.
  public let read: Read?
  /// The closure that is run for each of the link's texts under `made`.
  public let make: Make?

  public init(_ link: String, reading read: Read? = nil, making make: Make? = nil) {
    self.link = link
    self.read = read
    self.make = make
  }
}

/// The content that a client read from a string that it accepted.
public struct LinkReading: Sendable, Hashable {
  /// The values in the text, by their names in `deep-links.json`, such as `route`, `id`, or a token's claims.
  public let values: [String: String]
  /// A Boolean value that indicates whether a guest is asked to log in first, or `nil` if that doesn't apply.
  public let login: Bool?
  /// The destination after the login, by the names in `deep-links.json`.
  public let landing: [String: String]?

  /// Creates a reading. Values that are `nil` are omitted.
  public init(
    _ values: [String: (any CustomStringConvertible)?], login: Bool? = nil,
    landing: [String: (any CustomStringConvertible)?]? = nil
  ) {
    self.values = Self.texts(values)
    self.login = login
    self.landing = landing.map(Self.texts)
  }

  private static func texts(_ values: [String: (any CustomStringConvertible)?]) -> [String: String] {
    values.compactMapValues { $0?.description }
  }
}

/// A string or a payload that a client must accept or reject, and additional values that the client knows.
public struct LinkText: Sendable {
  /// The text as it would reach the client. For a push notification's payload, it is the JSON text of its user info.
  public let text: String
  /// A Boolean value that indicates whether the text is a payload, which a client receives as a dictionary or as bytes.
  public let isPayload: Bool
  /// The additional values that the client knows, by their names in `deep-links.json`, such as the nonce that it sent,
  /// or the time.
  public let given: [String: String]

  public init(_ text: String, isPayload: Bool = false, given: [String: String] = [:]) {
    self.text = text
    self.isPayload = isPayload
    self.given = given
  }
}
