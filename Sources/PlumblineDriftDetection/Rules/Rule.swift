/// A kind of drift, with an ID, a severity and an explanation.
package struct Rule: Sendable, Hashable, CustomStringConvertible {
  /// The stable ID in reports and waivers, such as `response.field.type-changed`.
  package let id: String
  /// The severity, unless a policy overrides it.
  package let severity: Severity
  /// The group in the rule's ID, or `nil` if the catalog has no such group.
  package let group: Group?
  /// The part after the group in the rule's ID, or `nil` if there is none.
  package let part: Part?

  package init(_ id: String, _ severity: Severity) {
    self.id = id
    self.severity = severity
    let words = id.split(separator: ".", maxSplits: 2).map(String.init)
    group = words.first.flatMap(Group.init)
    part = words.count > 2 ? Part(rawValue: words[1]) : nil
  }

  package var description: String { id }
}

extension Rule {
  /// The human-readable explanation, or `nil` for a rule that isn't in the catalog.
  package var explanation: RuleExplanation? { RuleCatalog.explanations[id] }

  /// The least demanding kind of run that can find the rule's drift.
  package var finder: Finder { RuleCatalog.finders[id] ?? .anyRun }

  /// The kind of run that can find a rule's drift. A waiver of a rule is reported as unused only if such a run took
  /// place.
  package enum Finder: Sendable, Hashable {
    /// Any run that makes calls and inspects their exchanges.
    case anyRun
    /// A run that lets clients make the calls.
    case clients
    /// A run that sends clients mutations of the responses.
    case variants
    /// A run that calls a real server.
    case server
    /// A run that calls a real server and may write to it.
    case writes
    /// A comparison of two contracts, which makes no calls.
    case comparison
    /// A run that sends the requests of consumers' pacts.
    case pacts
  }
}

/// The severity of drift.
package enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
  /// The drift is reported for information.
  case notice
  /// The drift is worth a look, although clients most likely still work.
  case warning
  /// A client that relied on the contract breaks.
  case breaking

  package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .notice: 0
    case .warning: 1
    case .breaking: 2
    }
  }
}

/// The explanation of a rule, for readers of a report.
package struct RuleExplanation: Sendable, Hashable {
  /// A paragraph that describes the finding, why it matters and what to do about it.
  package let paragraph: String
  /// A short example: an exchange, or a pair of fragments.
  package let example: String

  /// Reads the explanations in the article Rules.md, which is `explanations.md` in this module, by the IDs of their
  /// rules. Each ID is a third-level heading, followed by the line of the severity, the lines of the paragraph and
  /// those of the example, which are indented by four spaces.
  static func all(in bytes: [UInt8]) -> [String: RuleExplanation] {
    let sections = String(decoding: bytes, as: UTF8.self).split(separator: "\n### ").dropFirst()
    return Dictionary(
      sections.map { section in
        let lines = section.split(separator: "\n").prefix { !$0.hasPrefix("## ") }
        let isExample = { (line: Substring) in line.hasPrefix("    ") }
        let explanation = RuleExplanation(
          paragraph: lines.dropFirst(2).filter { !isExample($0) }.joined(separator: " "),
          example: lines.filter(isExample).map { $0.dropFirst(4) }.joined(separator: "\n"))
        return (String(lines.first ?? ""), explanation)
      }, uniquingKeysWith: { first, _ in first })
  }
}
