import PlumblineJSONTree

/// A value that identifies a caller.
package struct Credential: Sendable {
  /// The part of a request that carries a credential.
  package enum Carrier: Sendable, Hashable {
    /// `Authorization: Bearer …` (RFC 6750).
    case bearer
    /// `Authorization: Basic …` (RFC 7617), where the value is `user:password`.
    case basic
    /// A header field with this name.
    case header(String)
    /// A query parameter with this name.
    case query(String)
    /// A cookie with this name.
    case cookie(String)
    /// A member at this location in a JSON body, or a form field.
    case body(JSONPointer)

    /// The carrier, with a header field's name in lowercase.
    var ignoringCase: Carrier {
      if case .header(let name) = self { .header(name.lowercased()) } else { self }
    }
  }

  /// The items that hold a credential. They belong to a collection of a mock that remembers its callers.
  package struct Holders: Sendable {
    package let collection: String
    /// The member that contains the password or, if the credential isn't sent as `user:password`, the value itself.
    package let secret: JSONPointer?
    /// The persona for callers that aren't personas.
    package let persona: String?
  }

  /// The name that the contract uses for the credential, such as `apiKey`.
  package let name: String
  /// The part of a request that carries the credential.
  package let carrier: Carrier
  /// The environment variable that contains the credential's value for a real server. For a persona with a separate
  /// value, the persona's name is appended, as in `TRUELOG_TOKEN_VIEWER`.
  package let environment: String?
  /// The lifetime as an ISO 8601 duration, such as `P30D`.
  package let lifetime: String?
  /// The persona for all other values. Use it for values that callers create themselves, such as a device's UUID.
  package let unknown: String?
  /// The items that hold the credential, or `nil` if only personas do.
  package let holders: Holders?
  /// The location of the declaration in the contract.
  package let location: SourceLocation

  /// The part of a request that carries the credential, in words, such as `header X-Key`.
  package var place: String {
    switch carrier {
    case .bearer: "Authorization: Bearer"
    case .basic: "Authorization: Basic"
    case .header(let field): "header \(field)"
    case .query(let item): "query parameter \(item)"
    case .cookie(let cookie): "cookie \(cookie)"
    case .body(let place): "body \(place)"
    }
  }

  /// The lowercase name of the header field that carries the credential, or `nil` for a query parameter or a member of
  /// the body.
  package var headerName: String? {
    switch carrier {
    case .bearer, .basic: "authorization"
    case .header(let name): name.lowercased()
    case .cookie: "cookie"
    case .query, .body: nil
    }
  }

  /// A Boolean value that indicates whether logins issue the credential because it belongs to a session instead of an
  /// app. This is true for bearer tokens, cookies, and anything with a lifetime.
  package var isHandedOut: Bool {
    switch carrier {
    case .bearer, .cookie: true
    case .basic, .header, .query, .body: lifetime != nil
    }
  }
}

/// The credentials that an endpoint requires, as alternative sets. A request must provide at least one complete set.
///
/// `["apiKey", "session"]` requires both. `[["session"], []]` makes the session optional. `[]` requires nothing.
package struct Authentication: Sendable, Hashable {
  /// The alternatives in the contract's order. The array is never empty.
  package let alternatives: [[String]]
  /// The names of all credentials in the alternatives, without duplicates, in the contract's order.
  package let names: [String]
  /// The documented alternatives, or `nil` if the contract can express them completely.
  package let documented: Documented?
  private let known: Set<String>

  /// The alternatives as documented, including requirements that a contract can't express.
  package struct Documented: Sendable, Hashable {
    /// The alternatives. Each is a set of requirements that must all be met: the names of credentials, and other
    /// requirements in words, such as `client certificate tls`.
    package let alternatives: [[String]]
    /// The names of the schemes that couldn't be read. Their requirements are unknown.
    package let unread: Set<String>

    /// The kind of a requirement that names one of the contract's credentials.
    package static let credentialKind = "credential"
    /// The kind of a requirement that names a client certificate.
    package static let certificateKind = "client certificate"
    /// The kind of a requirement whose scheme couldn't be read.
    package static let unreadKind = "unread scheme"
  }

  package init(alternatives: [[String]], documented: Documented? = nil) {
    self.alternatives = alternatives.isEmpty ? [[]] : alternatives
    self.documented = documented
    var seen: Set<String> = []
    names = alternatives.joined().filter { seen.insert($0).inserted }
    known = seen
  }

  /// Returns a Boolean value that indicates whether any alternative contains a credential.
  package func asks(for name: String) -> Bool { known.contains(name) }

  /// An authentication that requires no credentials.
  package static let none = Authentication(alternatives: [[]])

  /// A Boolean value that indicates whether a caller without any credentials is granted access.
  package var isOptional: Bool { alternatives.contains([]) }
}

/// A requirement for an endpoint's callers in addition to credentials.
package enum Requirement: Sendable {
  /// A permission that the persona must have, such as `can_edit_tickets`.
  case permission(String)
  /// A condition on the caller. For example, `persona.type` must not be `CLIENT`.
  case condition(Condition)
}
