import PlumblineJSONTree

/// One text or payload, and what a client must do with it.
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

  /// What reaches the client.
  package enum Kind: String, Sendable {
    /// A link, a token.
    case text
    /// The user info of a push notification, a JSON object.
    case payload
  }

  /// What it is, in a few words: "a foreign host".
  package let name: String
  /// The text itself; a token that the file spells out is encoded. A payload's is its JSON, without the file's spaces.
  package let text: String
  /// The payload; `nil` where a text reaches the client.
  package let payload: JSON?
  /// What the client knows besides, by name.
  package let given: [String: String]
  package let duty: Duty
  /// How sure the documents are of it: that of its link unless it has its own.
  package let standing: Standing
  /// Where `links.json` names it.
  package let location: SourceLocation

  package init(
    name: String, text: String, payload: JSON? = nil, given: [String: String] = [:], duty: Duty,
    standing: Standing = .documented,
    location: SourceLocation
  ) {
    self.name = name
    self.text = text
    self.payload = payload
    self.given = given
    self.duty = duty
    self.standing = standing
    self.location = location
  }

  package var kind: Kind { payload.map { _ in .payload } ?? .text }

  /// What reports call it: `refuses a foreign host`.
  package var title: String {
    switch duty {
    case .take: "takes \(name)"
    case .refuse: "refuses \(name)"
    case .make: "makes \(name)"
    }
  }
}
