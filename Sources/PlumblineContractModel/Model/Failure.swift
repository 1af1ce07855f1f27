import PlumblineJSONSchema
import PlumblineJSONTree

/// An error response that an endpoint may return.
package final class Failure: Sendable {
  /// The content of the body.
  package enum Content: Sendable {
    /// The service's envelope. If the service has none, the content is unspecified.
    case envelope
    /// JSON without an envelope.
    case body(Schema)
    /// One of several media types.
    case media([MediaContent])
    /// No body.
    case empty
  }

  /// The name that endpoints use for the error, such as `notFound`.
  package let name: String
  /// The possible HTTP statuses of the error (RFC 9110 section 15).
  package let statuses: StatusRange
  /// The codes that the error may have. If the array is empty, the contract lists none and any code is allowed.
  package let codes: [ErrorCode]
  package let content: Content
  /// The location of the code in the body, as declared by the error itself or, if the body is an envelope, by the
  /// envelope.
  package let codePlace: JSONPointer?
  package let headers: [DocumentedResponse.Header]
  /// Example JSON bodies, with the names that requests use to select them.
  package let examples: [(name: String, body: JSON)]
  /// The occasions that the contract lists for the error, possibly none, or `nil` if the status implies them.
  package let occasions: [Occasion]?
  /// The credential that the error reports as missing.
  package let credential: String?
  /// The contract's confidence in the error.
  package let standing: Standing
  /// The contract's description of when the error occurs.
  package let summary: String?
  /// The location of the declaration in the contract.
  package let location: SourceLocation

  package init(
    name: String, statuses: StatusRange, codes: [ErrorCode] = [], content: Content = .envelope,
    codePlace: JSONPointer? = nil, headers: [DocumentedResponse.Header] = [],
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

  /// A Boolean value that indicates whether the body is the service's envelope.
  package var isEnveloped: Bool { if case .envelope = content { true } else { false } }

  /// Returns a Boolean value that indicates whether the error's response issues a credential in the header field that
  /// carries it.
  package func handsOut(_ other: Credential) -> Bool {
    guard case .header(let name) = other.carrier, credential == other.name else { return false }
    return headers.contains { $0.name.lowercased() == name.lowercased() }
  }

  /// The status that the error is typically sent with.
  package var status: Int { statuses.typical }

  /// Returns the error's status on an occasion. If several are possible, returns the most common one.
  package func status(on occasion: Occasion) -> Int {
    occasion.statuses.first(where: statuses.contains) ?? status
  }
}

/// An occasion on which an error is returned. A contract declares it with `for`; otherwise, the status implies it.
package enum Occasion: String, Sendable, Hashable, CaseIterable {
  /// A credential is missing or unknown.
  case unauthenticated
  /// The caller is known but lacks permission.
  case forbidden
  /// The request can be read but has an invalid value.
  case invalid
  /// The request can't be read at all, for example because its body isn't JSON.
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

  /// The statuses that usually indicate the occasion, most common first.
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
