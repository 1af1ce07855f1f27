import PlumblineContractModel
import PlumblineJSONTree

/// An excuse for known drift, identified by a fingerprint, by a cause at every endpoint, or by patterns.
package struct Waiver: Sendable {
  /// The drift that a waiver excuses.
  package enum Subject: Sendable, Hashable {
    /// The drift with this fingerprint.
    case fingerprint(String)
    /// All drift at any endpoint whose cause, or the cause of whose difference, is this one.
    case cause(String)
    /// Drift that matches all of the given patterns.
    case patterns(rule: Wildcard?, endpoint: Wildcard?, pointer: Wildcard?)
  }

  package let subject: Subject
  /// The endpoint in the waiver. It is a criterion, or just a note if there is a fingerprint.
  package let endpoint: Wildcard?
  /// The rules in the waiver. They are a criterion, or just a note if there is a fingerprint.
  package let rule: Wildcard?
  package let reason: String
  /// The last day on which the waiver is valid, as `YYYY-MM-DD`, or `nil` for no end.
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

  /// Returns a Boolean value that indicates whether the waiver covers drift, regardless of the date.
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

  /// Returns a Boolean value that indicates whether the waiver's last day has passed.
  package func isExpired(on today: String) -> Bool { until.map { $0 < today } ?? false }

  /// A short description of the subject, such as `the fingerprint 0123…` or `response.field.* at tickets.*`.
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
