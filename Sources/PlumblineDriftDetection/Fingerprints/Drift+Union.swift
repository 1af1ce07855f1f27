import PlumblineJSONTree

extension Drift {
  /// The drift for itself and another of its fingerprint: its own words, the counts added up, the times of both.
  ///
  /// What one of them counts as more severe, or doesn't excuse, counts: no gate passes what a part of a run didn't. What is
  /// said of a waiver is said once, however many parts of a run say it.
  func uniting(_ other: Drift) -> Drift {
    var union = self
    if rule.id.hasPrefix("waiver.") {
      union.count = max(count, other.count)
    } else {
      let (sum, overflow) = count.addingReportingOverflow(other.count)
      union.count = overflow ? .max : sum
    }
    union.severity = max(severity, other.severity)
    union.clientError = [clientError, other.clientError].compactMap { $0 }.min()
    union.firstSeen = [firstSeen, other.firstSeen].compactMap { $0 }.min()
    union.elsewhere += other.elsewhere
    union.lastSeen = [lastSeen, other.lastSeen].compactMap { $0 }.max()
    if let mine = waived, let others = other.waived {
      union.waived = [mine, others].min { ($0.reason, $0.until ?? "") < ($1.reason, $1.until ?? "") }
    } else {
      union.waived = nil
    }
    return union
  }

  /// Whether it is told rather than another of its fingerprint; `nil` where both say the same, and only what was exchanged
  /// can tell.
  func isTold(before other: Drift) -> Bool? {
    let (mine, others) = (firstSeen ?? Self.never, other.firstSeen ?? Self.never)
    if mine != others { return mine < others }
    if words != other.words { return words.lexicographicallyPrecedes(other.words) }
    if contract != other.contract { return Self.precedes(contract, other.contract) }
    return nil
  }

  /// The same of two that say the same: by what was exchanged, and by its place in a capture last.
  func isTold(byExchangeBefore other: Drift) -> Bool {
    let (mine, others) = (exchange?.words ?? [], other.exchange?.words ?? [])
    if mine != others { return others.isEmpty || !mine.isEmpty && mine.lexicographicallyPrecedes(others) }
    let (name, otherName) = ([recording ?? "", call ?? ""], [other.recording ?? "", other.call ?? ""])
    if name != otherName { return name.lexicographicallyPrecedes(otherName) }
    return Self.precedes(recorded, other.recorded)
  }

  /// After every time.
  private static let never = "~"

  /// What it says beside its place in a capture.
  private var words: [String] {
    [
      pointer?.description ?? "", message, expected ?? "", actual ?? "", promise ?? "", folded?.description ?? "",
      endpoint,
    ]
  }

  private static func precedes(_ left: SourceLocation?, _ right: SourceLocation?) -> Bool {
    guard let left, let right else { return left == nil && right != nil }
    return left < right
  }
}
