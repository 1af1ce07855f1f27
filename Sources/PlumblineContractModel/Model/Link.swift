import PlumblineJSONTree

/// An input or output that a client handles without calling its server, such as a link into the app, an OAuth redirect,
/// a token, or a push notification's payload.
///
/// A service's `deep-links.json` lists valid examples and lookalikes, so that the client's handling can be checked
/// against the documentation, just as its API calls are.
package struct Link: Sendable {
  /// The ID that checks, reports and waivers use, such as `oauth.redirect`. No endpoint may have the same ID.
  package let id: String
  /// A one-line description of the purpose.
  package let summary: String
  /// The form with its variable parts in braces, such as `realityportal://listing/{id}`.
  package let form: String
  /// The document that describes the link.
  package let source: String
  /// The IDs of the contract's features that the link implements.
  package let features: [String]
  package let standing: Standing
  /// A Boolean value that indicates whether the target requires a login, or `nil` if that isn't documented.
  package let login: Bool?
  /// The inputs that a client must accept or reject and the outputs that it must create, in the file's order.
  package let cases: [LinkCase]
  /// The location of the link's name in `deep-links.json`.
  package let location: SourceLocation
}

/// A value that a client must read from a link, such as a route, an ID or a claim.
package struct LinkValue: Sendable, Hashable {
  package let name: String
  /// The value as text. Strings are unchanged, and numbers and Booleans are written as in JSON.
  package let text: String
  /// The location of the value in `deep-links.json`.
  package let location: SourceLocation
}
