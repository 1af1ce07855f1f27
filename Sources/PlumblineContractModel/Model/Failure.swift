import PlumblineJSONSchema
import PlumblineJSONTree

/// An error response that an endpoint may return.
package final class Failure: Sendable {
  /// The content of the body.
  package enum Content: Sendable {
    /// The envelope of the service; unspecified if it has none.
    case envelope
    /// JSON outside any envelope.
    case body(Schema)
    /// One of several media types.
    case media([MediaContent])
    /// No body at all.
    case empty
  }

  /// The name that endpoints use for it: `notFound`.
  package let name: String
  /// The HTTP statuses that it is sent with (RFC 9110 section 15).
  package let statuses: StatusRange
  /// The codes that it may have; empty if the contract lists none, so that any code is allowed.
  package let codes: [ErrorCode]
  package let content: Content
  /// The place of its code in the body: the error's own if it declares one, otherwise the envelope's if its body is the
  /// envelope.
  package let codePlace: JSONPointer?
  package let headers: [DocumentedAnswer.Header]
  /// Example bodies in JSON, with the names that a request may use to ask for them.
  package let examples: [(name: String, body: JSON)]
  /// The occasions of the error if the contract lists them, possibly none; if `nil`, its status implies them.
  package let occasions: [Occasion]?
  /// The credential whose absence it reports.
  package let credential: String?
  /// The contract's confidence in the error.
  package let standing: Standing
  /// The contract's description of when it occurs.
  package let summary: String?
  /// The place in the contract where it is declared.
  package let location: SourceLocation

  package init(
    name: String, statuses: StatusRange, codes: [ErrorCode] = [], content: Content = .envelope,
    codePlace: JSONPointer? = nil, headers: [DocumentedAnswer.Header] = [],
    examples: [(name: String, body: JSON)] = [], occasions: [Occasion]? = nil, credential: String? = nil,
    standing: Standing = .documented, summary: String? = nil, location: SourceLocation
  ) {
    self.name = name
    self.statuses = statuses
    self.codes = codes
    self.content = content
    self.codePlace = codePlace
    self.headers = headers
    self.examples = examples
    self.occasions = occasions
    self.credential = credential
    self.standing = standing
    self.summary = summary
    self.location = location
  }

  /// A Boolean value that indicates whether its body is the service's envelope.
  package var isEnveloped: Bool { if case .envelope = content { true } else { false } }

  /// Returns a Boolean value that indicates whether its response issues a credential, in the header field that carries
  /// it.
  package func handsOut(_ other: Credential) -> Bool {
    guard case .header(let name) = other.carrier, credential == other.name else { return false }
    return headers.contains { $0.name.lowercased() == name.lowercased() }
  }

  /// The status that it is sent with.
  package var status: Int { statuses.typical }

  /// Returns its status on an occasion: if it has several, the usual one.
  package func status(on occasion: Occasion) -> Int {
    occasion.statuses.first(where: statuses.contains) ?? status
  }
}

/// An occasion for an error. A contract declares it with `for`; otherwise the status implies it.
package enum Occasion: String, Sendable, Hashable, CaseIterable {
  /// A credential is missing or unknown.
  case unauthenticated
  /// The caller is known, but lacks permission.
  case forbidden
  /// The request can be read, but has an invalid value.
  case invalid
  /// The request can't be read at all: a body that isn't JSON.
  case malformed
  /// The item doesn't exist.
  case missing
  /// Existing data conflicts with the request.
  case conflict
  /// A condition in the request's header fields doesn't hold (RFC 9110 section 13).
  case precondition
  /// The caller sends too many requests.
  case limit
  /// The server itself fails.
  case server

  /// The statuses that usually indicate it, the most common first.
  package var statuses: [Int] {
    switch self {
    case .unauthenticated: [401]
    case .forbidden: [403]
    case .invalid: [422, 400]
    case .malformed: [400, 422]
    case .missing: [404, 410]
    case .conflict: [409]
    case .precondition: [412, 428]
    case .limit: [429]
    case .server: [500, 503, 502, 504]
    }
  }
}
