import PlumblineJSONTree

extension Drift {
  /// Returns the drift for itself and another with the same fingerprint: its own words, the counts added up, the times of both.
  ///
  /// The higher severity counts, and the union is excused only if both are: no gate passes what a part of a run didn't. A
  /// finding about a waiver is counted once, however many parts of a run have it.
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

  /// Returns a Boolean value that indicates whether to report it rather than another one with its fingerprint; `nil` if both
  /// say the same, and only their exchanges can decide.
  func isTold(before other: Drift) -> Bool? {
    let (mine, others) = (firstSeen ?? Self.never, other.firstSeen ?? Self.never)
    if mine != others { return mine < others }
    if words != other.words { return words.lexicographicallyPrecedes(other.words) }
    if contract != other.contract { return Self.precedes(contract, other.contract) }
    return nil
  }

  /// Decides the same for two that say the same: by their exchanges, and finally by their place in a capture.
  func isTold(byExchangeBefore other: Drift) -> Bool {
    let (mine, others) = (exchange?.words ?? [], other.exchange?.words ?? [])
    if mine != others { return others.isEmpty || !mine.isEmpty && mine.lexicographicallyPrecedes(others) }
    let (name, otherName) = ([recording ?? "", call ?? ""], [other.recording ?? "", other.call ?? ""])
    if name != otherName { return name.lexicographicallyPrecedes(otherName) }
    return Self.precedes(recorded, other.recorded)
  }

  /// After every time.
  private static let never = "~"

  /// Its contents besides its place in a capture.
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
