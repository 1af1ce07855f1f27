import PlumblineContractModel
import PlumblineJSONTree

/// An excuse for drift that is known: for one fingerprint, for a cause at every endpoint that shows it, or for all drift that
/// fits some patterns.
package struct Waiver: Sendable {
  /// The drift that a waiver excuses.
  package enum Subject: Sendable, Hashable {
    /// The drift with this fingerprint.
    case fingerprint(String)
    /// Every drift with this cause, or that is a sign of the difference with it, at any endpoint.
    case cause(String)
    /// Drift that fits every pattern that is given.
    case patterns(rule: Wildcard?, endpoint: Wildcard?, pointer: Wildcard?)
  }

  package let subject: Subject
  /// The endpoint that it names, as an excuse or as a note next to a fingerprint.
  package let endpoint: Wildcard?
  /// The rule or the rules that it names, as an excuse or as a note next to a fingerprint.
  package let rule: Wildcard?
  package let reason: String
  /// The last day on which it holds, as `YYYY-MM-DD`; `nil` is for good.
  package let until: String?
  /// The waiver's place in its file.
  package let location: SourceLocation

  package init(
    subject: Subject, endpoint: Wildcard?, rule: Wildcard? = nil, reason: String, until: String?,
    location: SourceLocation
  ) {
    self.subject = subject
    self.endpoint = endpoint
    self.rule = rule
    self.reason = reason
    self.until = until
    self.location = location
  }

  /// Returns a Boolean value that indicates whether it is about drift, whatever the day.
  package func excuses(_ drift: Drift) -> Bool {
    switch subject {
    case .fingerprint(let text): return drift.fingerprint == text
    case .cause(let text): return drift.hasCause(text)
    case .patterns(let rule, let endpoint, let pointer):
      if let rule, !rule.matches(drift.rule.id) { return false }
      if let endpoint, !endpoint.matches(drift.endpoint) { return false }
      guard let pointer else { return true }
      let places = [drift.pointer, drift.folded].compactMap { $0?.description }
      return places.contains(where: pointer.matches)
    }
  }

  /// Returns a Boolean value that indicates whether its day has passed.
  package func isExpired(on today: String) -> Bool { until.map { $0 < today } ?? false }

  /// The subject, briefly: `the fingerprint 0123…`, `response.field.* at tickets.*`.
  package var subjectText: String {
    switch subject {
    case .fingerprint(let text): return "the fingerprint \(text)"
    case .cause(let text): return "the cause \(text)"
    case .patterns(let rule, let endpoint, let pointer):
      let rule = rule?.description ?? "every rule"
      return rule + (endpoint.map { " of \($0)" } ?? "") + (pointer.map { " at \($0)" } ?? "")
    }
  }
}
