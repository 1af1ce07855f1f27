/// Rules about what a client makes of links, redirects and tokens. Whoever runs clients applies them; inspection does not.
package struct LinkRules: Sendable {
  /// The client takes a text that must be refused.
  package let accepted = Rule("link.accepted", .breaking)
  /// The client refuses a text of the documented form.
  package let refused = Rule("link.refused", .breaking)
  /// The client reads another value than the documented one: another route, another id, another claim.
  package let misread = Rule("link.misread", .breaking)
  /// The client asks for a login where none is needed, or leaves out one that is.
  package let login = Rule("link.login", .breaking)
  /// After the login, one lands elsewhere than documented.
  package let landing = Rule("link.landing", .breaking)
  /// The text that the client makes isn't the documented one.
  package let madeOtherwise = Rule("link.made-otherwise", .breaking)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] { [accepted, refused, misread, login, landing, madeOtherwise] }
}

extension Rule {
  /// Rules about what a client makes of links, redirects and tokens.
  package static let link = LinkRules()
}
