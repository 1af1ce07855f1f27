import PlumblineContractModel
import PlumblineDriftDetection

extension Report {
  /// A Boolean value that indicates whether the report compares two contracts, rather than checking a server or a
  /// client.
  var isComparison: Bool { command == "diff" }

  /// The heading above the findings.
  var findingsTitle: String { consumer != nil ? "Pact" : isComparison ? "Changes" : "Drift" }
}

extension ReportDigest {
  /// Returns a phrase for changes, such as "3 breaking changes, 1 warning, 2 notices", or `nil` if there are none.
  ///
  /// - Parameter findings: The findings to count, one per cause.
  private static func phrase(of findings: [Drift]) -> String? {
    func count(_ severity: Severity) -> Int { findings.count { $0.severity == severity } }
    let counts = [
      (count(.breaking), "breaking change"), (count(.warning), "warning"), (count(.notice), "notice"),
    ].filter { $0.0 > 0 }.map { String.count($0.0, $0.1) }
    return counts.isEmpty ? nil : counts.joined(separator: ", ")
  }

  /// A phrase for the changes and the number of affected endpoints, such as "3 breaking changes, 1 warning in 21
  /// endpoints".
  var changePhrase: String? {
    let changes = told.filter(\.rule.isOfChanges)
    guard let phrase = Self.phrase(of: changes) else {
      // Only findings about waivers are left.
      return open.isEmpty ? nil : Self.phrase(of: told).map { $0 + " about waivers" }
    }
    let names = Set(open.lazy.filter(\.rule.isOfChanges).flatMap(\.endpointNames))
    let removed = Set(open.lazy.filter { $0.rule == Rule.change.endpoint.removed }.flatMap(\.endpointNames))
    let known = names.count { line($0)?.kind == .endpoint || removed.contains($0) }
    return phrase + (known > 0 ? " in " + .count(known, "endpoint") : "")
  }

  /// Returns a sentence that summarizes the comparison with a pact, such as "Shop API doesn't promise 2 needs of web; 1
  /// other finding."
  private static func conclusion(of changes: [Drift], for consumer: String, in titles: [String]) -> String {
    let title = Spelling.list(titles)
    let refused = changes.count { $0.rule == Rule.change.pact.requestRefused && $0.severity == .breaking }
    let missed = changes.count { $0.rule == Rule.change.pact.notPromised && $0.severity == .breaking }
    let parts = [
      refused > 0 ? "\(title) doesn't allow \(String.count(refused, "request"))" : "",
      missed > 0 ? "\(refused > 0 ? "doesn't" : "\(title) doesn't") promise \(String.count(missed, "need"))" : "",
    ].filter { !$0.isEmpty }
    let rest = String.count(changes.count - refused - missed, "other finding")
    if parts.isEmpty {
      return changes.isEmpty
        ? "\(title) promises everything that \(consumer) needs."
        : "Nothing in \(title) definitely breaks \(consumer); \(rest)."
    }
    let others = changes.count > refused + missed ? "; \(rest)" : ""
    return "\(Spelling.list(parts)) of \(consumer)\(others)."
  }

  /// A sentence that summarizes the comparison: the changes in each service, and the services that haven't changed.
  ///
  /// "3 breaking changes, 1 warning in TrueLog Inventory API; PhotoScout API and Reality Portal API aren't affected."
  ///
  /// The value is `nil` if the report isn't a comparison or an invalid file prevented its completion.
  var conclusion: String? {
    guard report.isComparison, report.failure == nil, !report.problems.contains(where: { $0.level == .error }) else {
      return nil
    }
    let changes = told.filter(\.rule.isOfChanges)
    let names = report.serviceNames
    let touched = names.filter { name in changes.contains { $0.service == name } }
    let others = names.filter { !touched.contains($0) }.map(report.title)
    if let consumer = report.consumer {
      if changes.isEmpty, waived.contains(where: \.rule.isOfChanges) {
        return "Apart from waived findings, everything that \(consumer) needs is promised."
      }
      return Self.conclusion(of: changes, for: consumer, in: names.map(report.title))
    }
    guard let phrase = Self.phrase(of: changes) else {
      if report.breaksClients, let clause = report.impactClause {
        return "No change to the contract is reported, but \(clause)."
      }
      return waived.contains(where: \.rule.isOfChanges)
        ? "Nothing changed apart from waived findings." : "Nothing changed that clients could notice."
    }
    let isHarmless = changes.allSatisfy { $0.severity == .notice } && !report.breaksClients
    var text = (isHarmless ? "Nothing breaks: " : "") + phrase + " in " + Spelling.list(touched.map(report.title))
    let undecided = changes.count { $0.undecided != nil }
    if undecided > 0 { text += ", \(undecided) of them undetermined" }
    if let clause = report.impactClause { text += "; " + clause }
    if !others.isEmpty {
      text += "; \(Spelling.list(others)) \(others.count == 1 ? "is" : "are") not affected"
    }
    return text + "."
  }
}
