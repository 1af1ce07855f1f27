/// A kind of drift: an id, a severity and an explanation.
package struct Rule: Sendable, Hashable, CustomStringConvertible {
  /// The stable id in reports and waivers: `response.field.type-changed`.
  package let id: String
  /// The severity, unless a policy overrides it.
  package let severity: Severity
  /// The group in its id; `nil` if the catalog has no such group.
  package let group: Group?
  /// The part in its id after the group; `nil` if there is none.
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
  /// The human-readable explanation; `nil` for a rule that isn't in the catalog.
  package var explanation: RuleExplanation? { RuleCatalog.explanations[id] }

  /// The minimal kind of run that can find it.
  package var finder: Finder { RuleCatalog.finders[id] ?? .anyRun }

  /// The kind of run that can find a rule's drift. A waiver of a rule is unused only if such a run took place.
  package enum Finder: Sendable, Hashable {
    /// Any run that makes calls and inspects their exchanges.
    case anyRun
    /// Clients that make the calls.
    case clients
    /// Clients that get variants of the responses.
    case variants
    /// Calls of a real server.
    case server
    /// Calls of a real server that may write.
    case writes
    /// A comparison of two contracts, which makes no calls.
    case comparison
    /// Requests of consumers' pacts.
    case pacts
  }
}

/// The severity of drift.
package enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
  /// For information.
  case notice
  /// Worth a look; clients most likely still work.
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
  /// One paragraph: the finding, why it matters and what to do about it.
  package let paragraph: String
  /// A short example: an exchange or a pair of fragments.
  package let example: String

  /// Reads the explanations of the article Rules.md, which is `explanations.md` here, by the ids of their rules: below an id,
  /// which is a heading of the third level, the line of the severity, those of the paragraph, and those of the example,
  /// indented by four spaces.
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
