import PlumblineJSONTree

/// What a client takes or makes without asking its server: a link into the app, an OAuth redirect, a token, a push
/// notification's payload.
///
/// It stands in a service's `links.json` with texts of its form and with texts that only look like it, so that what a
/// client makes of them can be held to the documentation as its answers are.
package struct Link: Sendable {
  /// The name that checks, reports and waivers use: `oauth.redirect`. No endpoint has it.
  package let id: String
  /// What it is for, in one line.
  package let summary: String
  /// What it looks like, with names in braces for what differs: `realityportal://listing/{id}`.
  package let form: String
  /// Where it is documented.
  package let source: String
  /// The ids of the contract's features that it serves.
  package let features: [String]
  package let standing: Standing
  /// A Boolean value that indicates whether one has to be logged in to go where it leads; `nil` where nobody asks.
  package let login: Bool?
  /// What a client must do with which text: those that it takes, refuses and makes, each in the file's order.
  package let cases: [LinkCase]
  /// Where `links.json` names it.
  package let location: SourceLocation

  package init(
    id: String, summary: String, form: String, source: String, features: [String] = [],
    standing: Standing = .documented, login: Bool? = nil,
    cases: [LinkCase], location: SourceLocation
  ) {
    self.id = id
    self.summary = summary
    self.form = form
    self.source = source
    self.features = features
    self.standing = standing
    self.login = login
    self.cases = cases
    self.location = location
  }
}

/// One value that a client must read in a link: a route, an id, a claim.
package struct LinkValue: Sendable, Hashable {
  package let name: String
  /// A string as it is; a number and a boolean as JSON writes them.
  package let text: String
  /// Where `links.json` states it.
  package let location: SourceLocation

  package init(name: String, text: String, location: SourceLocation) {
    self.name = name
    self.text = text
    self.location = location
  }
}
