/// A request method: a case-sensitive token (RFC 9110 section 9).
package struct HTTPMethod: Sendable, Hashable, CustomStringConvertible {
  /// The method as sent, such as `GET`.
  package let rawValue: String

  /// Creates a method from a token, or returns `nil` if the string is empty or contains a byte that isn't allowed in a
  /// token.
  package init?(_ token: String) {
    guard !token.isEmpty, token.utf8.allSatisfy({ FieldSyntax.isToken($0) }) else { return nil }
    rawValue = token
  }

  /// Creates a method from a valid token.
  init(checked rawValue: String) {
    self.rawValue = rawValue
  }

  package static let get = HTTPMethod(checked: "GET")
  package static let head = HTTPMethod(checked: "HEAD")
  package static let post = HTTPMethod(checked: "POST")
  package static let put = HTTPMethod(checked: "PUT")
  package static let patch = HTTPMethod(checked: "PATCH")
  package static let delete = HTTPMethod(checked: "DELETE")
  package static let options = HTTPMethod(checked: "OPTIONS")
  package static let trace = HTTPMethod(checked: "TRACE")
  package static let connect = HTTPMethod(checked: "CONNECT")
  package static let query = HTTPMethod(checked: "QUERY")

  /// A Boolean value that indicates whether the method is defined as safe. The safe methods are GET, HEAD, OPTIONS,
  /// TRACE (RFC 9110 section 9.2.1) and QUERY (draft-ietf-httpbis-safe-method-w-body). Any other method is treated as
  /// unsafe.
  package var isSafe: Bool {
    self == .get || self == .head || self == .options || self == .trace || self == .query
  }

  /// A Boolean value that indicates whether sending the request twice has the same effect as sending it once (RFC 9110
  /// section 9.2.2).
  package var isIdempotent: Bool {
    isSafe || self == .put || self == .delete
  }

  package var description: String { rawValue }
}
