import PlumblineContractModel

extension Report {
  /// The probe's result for one endpoint: whether it exists, the confidence, and the reason.
  package struct Verdict: Sendable, Hashable {
    /// The existence of an endpoint, as determined by the probe.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      case exists
      /// The server responds as for a path that can't exist.
      case missing
      /// The path exists, but not with this method.
      case methodMissing = "method-missing"
      /// An alternative of the contract responds instead.
      case moved
      /// It can't be determined without credentials, or with the given ones.
      case blocked
      /// No permitted request can determine it.
      case inconclusive
      /// The server didn't respond.
      case unreachable
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

    /// One request and its result.
    package struct Evidence: Sendable, Hashable {
      /// The purpose of the request.
      package enum Role: String, Sendable, Hashable, CaseIterable {
        /// To the endpoint.
        case endpoint
        /// To a path that can't exist, for comparison.
        case control
        /// To find an identifier that exists, or to show that one doesn't.
        case identifier
        /// To another place where the endpoint may be.
        case alternative
      }

      package var role: Role
      /// `PUT /api/v2/tickets/7`
      package var request: String
      /// `404 Not Found, application/json, NOT_FOUND`
      package var answer: String

      package init(role: Role, request: String, answer: String) {
        self.role = role
        self.request = request
        self.answer = answer
      }
    }

    package var service: String
    package var endpoint: String
    /// `PUT /api/v2/tickets/{ticket_id}`
    package var request: String
    package var standing: Standing
    package var kind: Kind
    package var confidence: Confidence
    /// The reason, in one sentence.
    package var sentence: String
    package var evidence: [Evidence]
    /// The place where a moved endpoint is now; for one that exists behind a redirect, the target of the redirect.
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
