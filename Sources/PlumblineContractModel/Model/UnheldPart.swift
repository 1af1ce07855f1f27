import PlumblineJSONTree

/// A part of an OpenAPI document that clients know by name but a contract can't represent: a webhook, a callback or a
/// scope.
package struct UnheldPart: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// A request that the service sends independently of any operation.
    case webhook
    /// A request that the service sends after an operation.
    case callback
    /// A scope that a credential needs for an operation.
    case scope
  }

  package let kind: Kind
  /// The operation's method and path, such as `POST /pets/{id}`, or `nil` if the part belongs to the whole document.
  package let operation: String?
  /// The name of the webhook or the callback, or the scope.
  package let name: String
  package let location: SourceLocation
  /// A hash of the part's description in the document, including references. It is the same for an identical part of a
  /// different document.
  package let subject: Int

  package init(_ kind: Kind, _ name: String, of operation: String?, at location: SourceLocation, subject: Int = 0) {
    self.kind = kind
    self.name = name
    self.operation = operation
    self.location = location
    self.subject = subject
  }
}
