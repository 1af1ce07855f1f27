import PlumblineJSONTree

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
