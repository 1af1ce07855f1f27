import PlumblineJSONTree

/// A string or a payload, with the way in which the client is expected to handle it.
package struct LinkCase: Sendable {
  /// The expected handling.
  package enum Duty: Sendable {
    /// The client accepts the input, reads exactly these values from it, and after a login opens exactly the landing
    /// values.
    case take(opens: [LinkValue], landing: [LinkValue]?)
    /// The client rejects the input.
    case refuse
    /// The client creates the string from the given values.
    case make
  }

  /// The form of the client's input.
  package enum Kind: String, Sendable {
    /// A string, such as a link or a token.
    case text
    /// The user info of a push notification, which is a JSON object.
    case payload
  }

  /// A short name, such as "a foreign host".
  package let name: String
  /// The string itself, in which a token that the file spells out is encoded. For a payload, this is its compact JSON.
  package let text: String
  /// The payload, or `nil` if the client receives a string.
  package let payload: JSON?
  /// Additional values that the client knows, by name.
  package let given: [String: String]
  package let duty: Duty
  /// The documents' confidence in the case. It is that of the link, unless the case has its own.
  package let standing: Standing
  /// The location of the case's name in `deep-links.json`.
  package let location: SourceLocation

  package var kind: Kind { payload.map { _ in .payload } ?? .text }

  /// The title in reports, such as `refuses a foreign host`.
  package var title: String {
    switch duty {
    case .take: "takes \(name)"
    case .refuse: "refuses \(name)"
    case .make: "makes \(name)"
    }
  }
}
