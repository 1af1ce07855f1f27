import PlumblineJSONSchema
import PlumblineJSONTree

/// A mismatch between a request and its endpoint.
package struct RequestFault: Error, Sendable {
  /// The kind of fault, with the schema violation if there is one.
  package enum Kind: Sendable {
    case pathInvalid(Violation)
    case queryMissing
    case queryInvalid(Violation)
    /// An undocumented query parameter.
    case queryUndocumented
    case headerMissing
    case headerInvalid(Violation)
    case cookieMissing
    case cookieInvalid(Violation)
    case bodyMissing
    /// A body that doesn't match its media type.
    case bodyMalformed
    /// A body that the contract doesn't expect.
    case bodyUnexpected
    case mediaTypeUnsupported
    case bodyInvalid(Violation)
    /// A body without the list of requests that a batch needs.
    case batchInvalid
    /// An undocumented member of a body.
    case bodyUndocumented
    /// A value that takes too many steps to validate.
    case undecided
  }

  package let kind: Kind
  /// The location in the message, such as `/request/body/status`, `/request/query/page`, `/request/path/ticket_id`,
  /// `/request/headers/x-version` or `/request/cookies/theme`.
  package let pointer: JSONPointer
  /// The value that the contract expects as a short phrase, such as `one of LOW, MEDIUM, HIGH, URGENT`.
  package let expected: String
  /// The actual value as a short phrase, such as `"SOON"`.
  package let actual: String
  /// A phrase without the location, such as `"SOON" is not one of LOW, MEDIUM, HIGH, URGENT`.
  package let message: String
  /// The location in the contract that declares the expectation.
  package let location: SourceLocation

  package init(
    _ kind: Kind, at pointer: JSONPointer, expected: String, actual: String, message: String, location: SourceLocation
  ) {
    self.kind = kind
    self.pointer = pointer
    self.expected = expected
    self.actual = actual
    self.message = message
    self.location = location
  }

  /// A Boolean value that indicates whether the fault is about something undocumented or undecided. Such a fault is
  /// reported, but the request isn't rejected.
  package var isTolerated: Bool {
    switch kind {
    case .queryUndocumented, .bodyUndocumented, .bodyUnexpected, .undecided: true
    default: false
    }
  }

  /// A Boolean value that indicates whether a server can still read the request, because it only lacks a value or has
  /// one that the schema doesn't allow.
  package var isReadable: Bool {
    switch kind {
    case .bodyMalformed, .mediaTypeUnsupported, .batchInvalid: false
    default: true
    }
  }

  /// The location in the notation of conditions, such as `body#/priority` or `query.page`, followed by the problem.
  package var text: String { "\(place): \(message)" }

  private var place: String {
    let tokens = pointer.tokens
    guard tokens.count > 1 else { return "request" }
    let rest = JSONPointer(tokens: Array(tokens.dropFirst(2)))
    switch tokens[1] {
    case "body": return rest.tokens.isEmpty ? "body" : "body#\(rest)"
    case "cookies": return "cookie.\(rest.tokens.joined(separator: "/"))"
    case "headers": return "header.\(rest.tokens.joined(separator: "/"))"
    default: return "\(tokens[1]).\(rest.tokens.joined(separator: "/"))"
    }
  }
}
