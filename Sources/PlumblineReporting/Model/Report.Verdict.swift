import PlumblineContractModel

extension Report {
  /// The probe's verdict on one endpoint: whether it exists, the confidence, and the reason.
  package struct Verdict: Sendable, Hashable {
    /// The verdict on whether an endpoint exists.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      case exists
      /// The server responds in the same way as for a path that can't exist.
      case missing
      /// The path exists, but not with this method.
      case methodMissing = "method-missing"
      /// The endpoint was found at a path that the contract lists as an alternative.
      case moved
      /// The verdict requires credentials, or different ones than those given.
      case blocked
      /// No permitted request can determine whether the endpoint exists.
      case inconclusive
      /// The server didn't respond.
      case unreachable

      /// A Boolean value that indicates whether the probe couldn't determine if the endpoint exists.
      var isOpen: Bool {
        switch self {
        case .exists, .missing, .methodMissing, .moved: false
        case .blocked, .inconclusive, .unreachable: true
        }
      }
    }

    /// The confidence in a verdict.
    package enum Confidence: String, Sendable, Hashable, CaseIterable, Comparable {
      case low, medium, high

      package static func < (left: Confidence, right: Confidence) -> Bool { left.rank < right.rank }

      private var rank: Int {
        switch self {
        case .low: 0
        case .medium: 1
        case .high: 2
        }
      }
    }

    /// A request and its result.
    package struct Evidence: Sendable, Hashable {
      /// The purpose of the request.
      package enum Role: String, Sendable, Hashable, CaseIterable {
        /// A request to the endpoint.
        case endpoint
        /// A request to a path that can't exist, for comparison.
        case control
        /// A request that looks for an existing identifier, or shows that one doesn't exist.
        case identifier
        /// A request to an alternative path of the endpoint.
        case alternative
      }

      package var role: Role
      /// The request, such as `PUT /api/v2/tickets/7`.
      package var request: String
      /// The response, such as `404 Not Found, application/json, NOT_FOUND`.
      package var answer: String

      package init(role: Role, request: String, answer: String) {
        self.role = role
        self.request = request
        self.answer = answer
      }
    }

    package var service: String
    package var endpoint: String
    /// The endpoint's request line, such as `PUT /api/v2/tickets/{ticket_id}`.
    package var request: String
    package var standing: Standing
    package var kind: Kind
    package var confidence: Confidence
    /// The reason as a sentence.
    package var sentence: String
    package var evidence: [Evidence]
    /// The new path of an endpoint that has moved, or the target of the redirect if the endpoint is behind one.
    package var place: String?

    package init(
      service: String, endpoint: String, request: String, standing: Standing, kind: Kind, confidence: Confidence,
      sentence: String, evidence: [Evidence] = [], place: String? = nil
    ) {
      self.service = service
      self.endpoint = endpoint
      self.request = request
      self.standing = standing
      self.kind = kind
      self.confidence = confidence
      self.sentence = sentence
      self.evidence = evidence
      self.place = place
    }
  }
}
