import PlumblineJSONTree

/// A value that identifies a caller.
package struct Credential: Sendable {
  /// The part of a request that carries a credential.
  package enum Carrier: Sendable, Hashable {
    /// `Authorization: Bearer …` (RFC 6750).
    case bearer
    /// `Authorization: Basic …` (RFC 7617); the value is `user:password`.
    case basic
    /// A header field of this name.
    case header(String)
    /// A query parameter of this name.
    case query(String)
    /// A cookie of this name.
    case cookie(String)
    /// A member at this place of the body's JSON, or a field of a form.
    case body(JSONPointer)

    /// The carrier with the name of a header field in lowercase.
    var ignoringCase: Carrier {
      if case .header(let name) = self { .header(name.lowercased()) } else { self }
    }
  }

  /// The items that hold a credential, in a collection of a mock that remembers its callers.
  package struct Holders: Sendable {
    package let collection: String
    /// The member that is the password; unless it travels as `user:password`, the value itself.
    package let secret: JSONPointer?
    /// The persona that stands in for callers without a persona of their own.
    package let persona: String?
  }

  /// The name that the contract uses for it: `apiKey`.
  package let name: String
  /// The part of a request that carries it.
  package let carrier: Carrier
  /// The environment variable that holds its value for a real server. For a persona's own value the persona's name is
  /// appended: `TRUELOG_TOKEN_VIEWER`.
  package let environment: String?
  /// The lifetime, as an ISO 8601 duration: `P30D`.
  package let lifetime: String?
  /// The persona for any other value, for values that callers create themselves: a device's UUID.
  package let unknown: String?
  /// The items that hold it; `nil` if only personas do.
  package let holders: Holders?
  /// The place in the contract where it is declared.
  package let location: SourceLocation

  /// The part of a request that carries it, in words: `header X-Key`.
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

  /// The header field that carries it, in lowercase; `nil` for a query parameter or a member of the body.
  package var headerName: String? {
    switch carrier {
    case .bearer, .basic: "authorization"
    case .header(let name): name.lowercased()
    case .cookie: "cookie"
    case .query, .body: nil
    }
  }

  /// A Boolean value that indicates whether it belongs to a session rather than to an app, so that logins issue it: a
  /// bearer token, a cookie, or anything with a lifetime.
  package var isHandedOut: Bool {
    switch carrier {
    case .bearer, .cookie: true
    case .basic, .header, .query, .body: lifetime != nil
    }
  }
}

/// The credentials that an endpoint requires: one of several alternatives, each a set that must be complete.
///
/// `["apiKey", "session"]` needs both. `[["session"], []]` makes the session optional. `[]` needs nothing.
package struct Authentication: Sendable, Hashable {
  /// The alternatives, in the contract's order; never empty.
  package let alternatives: [[String]]
  /// Every credential that some alternative names, once, in the order of the contract.
  package let names: [String]
  /// The alternatives of a document whose requirements a contract can't fully express; `nil` if it can.
  package let documented: Documented?
  private let known: Set<String>

  /// The alternatives as documented, including requirements that a contract can't express.
  package struct Documented: Sendable, Hashable {
    /// Each is a set of names that must be complete: credentials of the contract, and other requirements in words, such
    /// as `client certificate tls`.
    package let alternatives: [[String]]
    /// The names of schemes that couldn't be read, so that nothing is known about their requirements.
    package let unread: Set<String>

    /// The kind of a name that is a credential of the contract.
    package static let credentialKind = "credential"
    /// The kind of a name that is a client's certificate.
    package static let certificateKind = "client certificate"
    /// The kind of a name whose scheme couldn't be read.
    package static let unreadKind = "unread scheme"
  }

  package init(alternatives: [[String]], documented: Documented? = nil) {
    self.alternatives = alternatives.isEmpty ? [[]] : alternatives
    self.documented = documented
    var seen: Set<String> = []
    names = alternatives.joined().filter { seen.insert($0).inserted }
    known = seen
  }

  /// Returns a Boolean value that indicates whether some alternative names a credential.
  package func asks(for name: String) -> Bool { known.contains(name) }

  /// No credentials are required.
  package static let none = Authentication(alternatives: [[]])

  /// A Boolean value that indicates whether a caller without any credentials is granted access.
  package var isOptional: Bool { alternatives.contains([]) }
}

/// A requirement that an endpoint has of its caller beyond credentials.
package enum Requirement: Sendable {
  /// A permission that the persona must have: `can_edit_tickets`.
  case permission(String)
  /// A condition on the caller: `persona.type` isn't `CLIENT`.
  case condition(Condition)
}
