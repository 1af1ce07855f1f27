import PlumblineContractModel

/// What became of preferences that couldn't be honoured.
extension Choosing {
  /// Which of a request's preferences its answer doesn't honour, and what would be right; `nil` when there is none.
  func ignored(_ preferences: Preferences, given decision: Decision) -> String? {
    var applied = ""
    if case .preferred(let text) = decision.reason { applied = text }
    var sentences: [String] = []
    if let code = preferences["code"], !applied.contains("code=") {
      let statuses = Set(shelf.all.map(\.status) + endpoint.answers.map(\.status) + endpoint.failures.map(\.status))
      let known = Spelling.list(statuses.sorted().map { "\($0)" }, limit: 20)
      sentences.append("code=\(code.prefix(40)): \(endpoint.id) has \(known)")
    }
    if let example = preferences["example"], !applied.contains("example=") {
      var names = shelf.all.map(\.name)
      for failure in endpoint.failures where !names.contains(failure.name) { names.append(failure.name) }
      let isOther = preferences.code != nil && names.contains(example)
      let reason = isOther ? " with that code" : Spelling.suggestion(for: example, among: names)
      sentences.append("example=\(example.prefix(80)): \(endpoint.id) has no such recording or failure\(reason)")
    }
    if let wait = preferences["wait"], preferences.wait == nil {
      sentences.append("wait=\(wait.prefix(40)): a whole number of seconds is wanted")
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: ". ")
  }
}
