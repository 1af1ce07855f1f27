import PlumblineContractModel

extension MockLibrary {
  /// Whether a pattern is about any endpoint of this service.
  package func has(_ pattern: Wildcard) -> Bool {
    pattern.isAll || contract.endpoints.contains { pattern.matches($0.id) }
  }

  /// What is wrong with a pattern; `nil` when an endpoint has it.
  package func problem(with pattern: Wildcard) -> String? {
    if has(pattern) { return nil }
    let ids = contract.endpoints.map(\.id)
    var groups: [String] = []
    for id in ids {
      guard let dot = id.lastIndex(of: ".") else { continue }
      let group = "\(id[..<dot]).*"
      if groups.last != group { groups.append(group) }
    }
    let known = pattern.description.contains("*") ? groups : ids
    return "\(contract.service) has no endpoint \"\(pattern)\""
      + Spelling.suggestion(for: pattern.description, among: known.isEmpty ? ids : known)
  }

  /// What is wrong with a fault; `nil` when it can strike.
  package func problem(with rule: FaultRule) -> String? {
    if let problem = problem(with: rule.endpoint) { return problem }
    guard case .failure(let name) = rule.fault, contract.failure(name) == nil else { return nil }
    let words = Fault.words.map(\.word) + contract.failures.map(\.name)
    let hint = Spelling.nearest(name, among: words).map { "; did you mean \"\($0)\"?" } ?? "."
    return "\"\(name)\" is no fault, and \(contract.service) has no such failure\(hint) There is "
      + Spelling.list(words, limit: 30) + ", and a status such as 503."
  }

  /// What is wrong with a delay; `nil` when it can be kept.
  package func problem(with rule: DelayRule) -> String? { problem(with: rule.endpoint) }
}
