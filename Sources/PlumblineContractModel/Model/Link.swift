import PlumblineJSONTree

/// Input or output that a client handles without asking its server: a link into the app, an OAuth redirect, a token, a push
/// notification's payload.
///
/// A service's `deep-links.json` lists valid examples and lookalikes, so that the client's handling can be checked
/// against the documentation, just as its API calls are.
package struct Link: Sendable {
  /// The name that checks, reports and waivers use: `oauth.redirect`. No endpoint may have the same id.
  package let id: String
  /// The purpose, in one line.
  package let summary: String
  /// The form, with variable parts in braces: `realityportal://listing/{id}`.
  package let form: String
  /// The document that describes it.
  package let source: String
  /// The ids of the contract's features that it implements.
  package let features: [String]
  package let standing: Standing
  /// A Boolean value that indicates whether the target requires a login; `nil` if that isn't documented.
  package let login: Bool?
  /// The obligations of a client: texts that it accepts, rejects and creates, each in the file's order.
  package let cases: [LinkCase]
  /// The place in `deep-links.json` that names it.
  package let location: SourceLocation
}

/// A value that a client must read from a link: a route, an id, a claim.
package struct LinkValue: Sendable, Hashable {
  package let name: String
  /// A string unchanged; a number or Boolean as in JSON.
  package let text: String
  /// The place in `deep-links.json` that states it.
  package let location: SourceLocation
}
