/// What a client told its caller went wrong, in terms that all clients share.
public struct ClientFailure: Sendable, Hashable {
  /// The kinds that a caller acts on differently.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Log in again (401).
    case unauthorized
    /// Not allowed (403).
    case forbidden
    /// No such thing (404).
    case notFound
    /// Not in its present state (409).
    case conflict
    /// The input is wrong (400, 422).
    case validation
    /// The server failed (500 and above, or anything else that it refused).
    case server
    /// No answer came.
    case network
    /// An answer came that the client can't read.
    case decoding
    /// None of these.
    case other
  }

  public var kind: Kind
  /// What the client would show to a person.
  public var message: String
  /// Where decoding stopped, as a JSON Pointer into the body, for ``Kind/decoding``.
  public var codingPath: String?

  public init(_ kind: Kind, message: String, codingPath: String? = nil) {
    self.kind = kind
    self.message = message
    self.codingPath = codingPath
  }
}
