import PlumblineJSONTree

/// A string or payload, and the expected handling by the client.
package struct LinkCase: Sendable {
  /// The expected handling.
  package enum Duty: Sendable {
    /// Accept it: read exactly these values, and after a login lead to exactly these.
    case take(opens: [LinkValue], landing: [LinkValue]?)
    /// Reject it.
    case refuse
    /// Create this text from the given values.
    case make
  }

  /// The form of the client's input.
  package enum Kind: String, Sendable {
    /// A link, a token.
    case text
    /// The user info of a push notification, a JSON object.
    case payload
  }

  /// A short name: "a foreign host".
  package let name: String
  /// The text itself; a token that the file spells out is encoded. For a payload, its compact JSON.
  package let text: String
  /// The payload; `nil` if the client receives a string.
  package let payload: JSON?
  /// Additional values that the client knows, by name.
  package let given: [String: String]
  package let duty: Duty
  /// The documents' confidence in the case: that of its link unless it has its own.
  package let standing: Standing
  /// The place in `deep-links.json` that names it.
  package let location: SourceLocation

  package var kind: Kind { payload.map { _ in .payload } ?? .text }

  /// The title in reports: `refuses a foreign host`.
  package var title: String {
    switch duty {
    case .take: "takes \(name)"
    case .refuse: "refuses \(name)"
    case .make: "makes \(name)"
    }
  }
}
