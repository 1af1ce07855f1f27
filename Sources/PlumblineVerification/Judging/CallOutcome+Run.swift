import PlumblineReporting

extension Collection where Element == CallOutcome {
  /// Why a run says next to nothing: every call that needs credentials was skipped, for want of them. `nil` when one ran, or
  /// none was skipped for that.
  package var credentialsMissing: String? {
    let needing = filter(\.needsCredentials)
    let lacking = needing.filter(\.lacksCredentials)
    guard let first = lacking.first, needing.allSatisfy({ $0.line.outcome == .skipped }) else { return nil }
    let calls = needing.count == 1 ? "the only call" : "all \(needing.count) calls"
    return
      "\(first.line.service): \(calls) that need\(needing.count == 1 ? "s" : "") credentials went without being made: "
      + "\(first.line.reason ?? "there are none"). Set them in the environment, or say with --allow-skipped that this is meant"
  }

  /// Why a run says nothing at all: every call was skipped. `nil` when at least one ran.
  ///
  /// `nothing could be run: needs --var ticket_id=… on a real server (3 calls); …`, the most frequent reason first.
  package var nothingRun: String? {
    guard !isEmpty, allSatisfy({ $0.line.outcome == .skipped }) else { return nil }
    var reasons: [(text: String, count: Int)] = []
    for reason in compactMap(\.line.reason) {
      if let index = reasons.firstIndex(where: { $0.text == reason }) {
        reasons[index].count += 1
      } else {
        reasons.append((reason, 1))
      }
    }
    let frequent = reasons.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
    var shown = frequent.prefix(3).map { _, reason in
      "\(reason.text) (\(reason.count) call\(reason.count == 1 ? "" : "s"))"
    }
    if frequent.count > 3 { shown.append("and \(frequent.count - 3) other reasons") }
    return "nothing could be run: " + shown.joined(separator: "; ")
  }

}
