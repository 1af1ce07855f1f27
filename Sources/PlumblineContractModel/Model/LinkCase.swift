import PlumblineJSONTree

/// A string or a payload, and how the client is expected to handle it.
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
    /// The user info of a push notification, as a JSON object.
    case payload
  }

  /// A short name, such as "a foreign host".
  package let name: String
  /// The string, with a token that the file spells out already encoded. For a payload, this is its compact JSON.
  package let text: String
  /// The payload, or `nil` if the client receives a string.
  package let payload: JSON?
  /// The additional values that the client knows, by name.
  package let given: [String: String]
  package let duty: Duty
  /// The confidence in the case. It is the link's, unless the case declares a different one.
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
