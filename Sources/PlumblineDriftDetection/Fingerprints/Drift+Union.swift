import PlumblineJSONTree

extension Drift {
  /// Returns the union with other drift that has the same fingerprint. The result has this drift's strings, the sum of
  /// the counts, and the times of both.
  ///
  /// The higher severity wins, and the union is waived only if both are, so that a gate never passes drift that failed
  /// in part of a run. A finding about a waiver is counted once, no matter how many parts of a run have it.
  func uniting(_ other: Drift) -> Drift {
    var union = self
    union.unite(other, firstSeen: other.firstSeen, lastSeen: other.lastSeen)
    return union
  }

  /// Forms the union with other drift in place. This method avoids a copy for the common case: most exchanges in heavy
  /// traffic only repeat known drift.
  ///
  /// - Parameters:
  ///   - first: The time of the first exchange that showed the other drift.
  ///   - last: The time of the last exchange that showed the other drift.
  mutating func unite(_ other: Drift, firstSeen first: String?, lastSeen last: String?) {
    if rule.group == .waiver {
      count = max(count, other.count)
    } else {
      let (sum, overflow) = count.addingReportingOverflow(other.count)
      count = overflow ? .max : sum
    }
    severity = max(severity, other.severity)
    if let error = other.clientError { clientError = clientError.map { min($0, error) } ?? error }
    if let first { firstSeen = firstSeen.map { min($0, first) } ?? first }
    if !other.elsewhere.isEmpty { elsewhere += other.elsewhere }
    if let last { lastSeen = lastSeen.map { max($0, last) } ?? last }
    guard let mine = waived else { return }
    waived = other.waived.map { others in
      [mine, others].min { ($0.reason, $0.until ?? "") < ($1.reason, $1.until ?? "") } ?? mine
    }
  }

  /// Returns a Boolean value that indicates whether to report this drift instead of another with the same fingerprint,
  /// or `nil` if only their exchanges can decide.
  func isTold(before other: Drift) -> Bool? {
    let (mine, others) = (firstSeen ?? Self.never, other.firstSeen ?? Self.never)
    if mine != others { return mine < others }
    if words != other.words { return words.lexicographicallyPrecedes(other.words) }
    if contract != other.contract { return Self.precedes(contract, other.contract) }
    return nil
  }

  /// Decides between two equal drifts by their exchanges, and finally by their position in a capture.
  func isTold(byExchangeBefore other: Drift) -> Bool {
    let (mine, others) = (exchange?.words ?? [], other.exchange?.words ?? [])
    if mine != others { return others.isEmpty || !mine.isEmpty && mine.lexicographicallyPrecedes(others) }
    let (name, otherName) = ([recording ?? "", call ?? ""], [other.recording ?? "", other.call ?? ""])
    if name != otherName { return name.lexicographicallyPrecedes(otherName) }
    return Self.precedes(recorded, other.recorded)
  }

  /// A string that sorts after every time.
  private static let never = "~"

  /// The drift's contents, except its position in a capture.
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
