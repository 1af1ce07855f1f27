import PlumblineJSONTree

/// One text, and what a client must do with it.
package struct LinkCase: Sendable {
  /// What a client must do.
  package enum Duty: Sendable {
    /// Read exactly these values, and lead to exactly these after a login.
    case take(opens: [LinkValue], landing: [LinkValue]?)
    /// Make nothing of it.
    case refuse
    /// Make this text of what is given.
    case make
  }

  /// What it is, in a few words: "a foreign host".
  package let name: String
  /// The text itself; a token that the file spells out is encoded.
  package let text: String
  /// What the client knows besides, by name.
  package let given: [String: String]
  package let duty: Duty
  /// How sure the documents are of it: that of its link unless it has its own.
  package let standing: Standing
  /// Where `links.json` names it.
  package let location: SourceLocation

  package init(
    name: String, text: String, given: [String: String] = [:], duty: Duty, standing: Standing = .documented,
    location: SourceLocation
  ) {
    self.name = name
    self.text = text
    self.given = given
    self.duty = duty
    self.standing = standing
    self.location = location
  }

  /// What reports call it: `refuses a foreign host`.
  package var title: String {
    switch duty {
    case .take: "takes \(name)"
    case .refuse: "refuses \(name)"
    case .make: "makes \(name)"
    }
  }
}
