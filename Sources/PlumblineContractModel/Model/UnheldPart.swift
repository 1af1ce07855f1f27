import PlumblineJSONTree

/// A part of an OpenAPI document that a contract can't represent and that clients know by name: a webhook, a callback,
/// a scope.
package struct UnheldPart: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// A request that the service sends independently of any operation.
    case webhook
    /// A request that the service sends after an operation.
    case callback
    /// A scope that a credential needs at an operation.
    case scope
  }

  package let kind: Kind
  /// The operation's method and path, `POST /pets/{id}`; `nil` for a part of the whole document.
  package let operation: String?
  /// The webhook's or the callback's name, or the scope.
  package let name: String
  package let location: SourceLocation
  /// A hash of its description in the document, references included; the same for the same part of another document.
  package let subject: Int

  package init(_ kind: Kind, _ name: String, of operation: String?, at location: SourceLocation, subject: Int = 0) {
    self.kind = kind
    self.name = name
    self.operation = operation
    self.location = location
    self.subject = subject
  }
}
