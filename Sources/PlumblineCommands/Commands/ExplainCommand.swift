import PlumblineContractModel
import PlumblineDriftDetection

/// The command that explains a rule.
struct ExplainCommand: Command {
  static let name = "explain"
  static let summary = "Explains a rule, with an example"
  static let choice: String? =
    "Use it to understand a finding in a report. To accept the finding, use waive."
  static let operands = "RULE…"
  static let options = [OptionSpecification("--all", nil, "Explain every rule.")]
  static let common = CommonOptions.specifications.filter { $0.name == "--help" }
  static let examples = ["explain response.field.case-changed", "explain --all"]
  static let exits = ["0 explained, 2 no such rule."]

  private let rules: [Rule]

  init(_ arguments: Arguments) throws(UsageError) {
    if arguments.has("--all") {
      guard arguments.operands.isEmpty else {
        throw UsageError("--all explains every rule: omit the rule's name, or --all.")
      }
      rules = RuleCatalog.all
      return
    }
    guard !arguments.operands.isEmpty else {
      throw UsageError("explain needs a rule, such as response.field.missing; --all explains all of them.")
    }
    var rules: [Rule] = []
    for id in arguments.operands {
      guard let rule = RuleCatalog.rule(id) else { throw RuleName.unknown(id) }
      rules.append(rule)
    }
    self.rules = rules
  }

  func run(in surroundings: Surroundings) async throws -> ExitCode {
    surroundings.console.print(
      lines: rules.map { Self.text(of: $0, width: surroundings.console.width) }.joined(separator: "\n\n"))
    return .clean
  }

  private static func text(of rule: Rule, width: Int) -> String {
    let heading = "\(rule.id) (\(rule.severity.rawValue))"
    guard let explanation = rule.explanation else { return heading }
    let example = explanation.example.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
    let lines = explanation.paragraph.wrapped(at: min(width, 100) - 2).map { "  \($0)" }
    return ([heading, ""] + lines + [""] + example).joined(separator: "\n")
  }
}
