import PlumblineContractModel

extension Report {
  /// The probe's result for one endpoint, with its existence, the confidence, and the reason.
  package struct Verdict: Sendable, Hashable {
    /// The existence of an endpoint, as determined by the probe.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      case exists
      /// The server responds as for a path that can't exist.
      case missing
      /// The path exists, but not with this method.
      case methodMissing = "method-missing"
      /// A place that the contract lists as an alternative responds instead.
      case moved
      /// The existence can't be determined without credentials, or with the given ones.
      case blocked
      /// No permitted request can determine the existence.
      case inconclusive
      /// The server didn't respond.
      case unreachable

      /// A Boolean value that indicates whether the probe couldn't determine the endpoint's existence.
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
        /// The request is to the endpoint.
        case endpoint
        /// The request is to a path that can't exist, for comparison.
        case control
        /// The request finds an identifier that exists, or shows that one doesn't.
        case identifier
        /// The request is to a different place where the endpoint may be.
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
    /// The reason, in one sentence.
    package var sentence: String
    package var evidence: [Evidence]
    /// The place where a moved endpoint is now. For an endpoint behind a redirect, it is the target of the redirect.
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
