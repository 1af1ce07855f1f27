import PlumblineJSONTree

/// Input or output that a client handles without asking its server: a link into the app, an OAuth redirect, a token, a push
/// notification's payload.
///
/// A service's `deep-links.json` lists it with strings of its form and with strings that only look like it, so that the
/// client's handling can be checked against the documentation as its responses are.
package struct Link: Sendable {
  /// The name that checks, reports and waivers use: `oauth.redirect`. No endpoint has it.
  package let id: String
  /// The purpose, in one line.
  package let summary: String
  /// The form, with names in braces for the parts that vary: `realityportal://listing/{id}`.
  package let form: String
  /// The document that describes it.
  package let source: String
  /// The ids of the contract's features that it serves.
  package let features: [String]
  package let standing: Standing
  /// A Boolean value that indicates whether its target requires a login; `nil` if that isn't documented.
  package let login: Bool?
  /// The duties of a client: texts that it takes, refuses and makes, each in the file's order.
  package let cases: [LinkCase]
  /// The place in `deep-links.json` that names it.
  package let location: SourceLocation
}

/// One value that a client must read in a link: a route, an id, a claim.
package struct LinkValue: Sendable, Hashable {
  package let name: String
  /// A string unchanged; a number and a boolean as JSON writes them.
  package let text: String
  /// The place in `deep-links.json` that states it.
  package let location: SourceLocation
}
