import PlumblineJSONSchema
import PlumblineJSONTree

/// Findings for the unchecked rest of a body with very many faults, and for the size of that rest, so that unchecked
/// parts don't count as valid.
extension FieldJudge {
  /// The maximum number of faults to count. The limit is needed because finding the place of each costs as much as
  /// everything before it.
  static let limit = 1000

  /// Returns findings for the value's violations and undocumented members that aren't counted.
  ///
  /// - Parameters:
  ///   - violations: The violations, including one more than are counted if there are more.
  ///   - undocumented: The number of members that no schema names.
  ///   - withheld: The number of members that have no place in the message.
  func uncounted(_ violations: [Violation], undocumented: Int, withheld: Int) -> [Finding] {
    var findings: [Finding] = []
    if violations.count > Self.limit {
      let rest = unread(behind: violations)
      findings.append(uncounted("disagreements", "Only the first \(Self.limit) errors are counted\(rest)."))
    }
    for (count, what) in [(undocumented, "undocumented"), (withheld, "write-only")] where count > Self.limit {
      findings.append(
        uncounted(
          "\(what) members",
          "Only the first \(Self.limit) of \(count) \(what) members are counted."))
    }
    return findings
  }

  /// Returns a finding for the unchecked part of the value.
  ///
  /// - Parameter what: A short string that distinguishes the finding from others for the same value.
  func uncounted(_ what: String, _ message: String) -> Finding {
    Finding(
      rules.undecided, at: prefix, folded: prefix, expected: "a body that can be checked completely",
      contract: schema.source.location, detail: what, message)
  }

  /// Returns a phrase about the items of a list from the first uncounted fault on. For example, `: at least 4000 of the
  /// 5000 items at … aren't judged to the end`.
  private func unread(behind violations: [Violation]) -> String {
    guard let last = violations.last else { return "" }
    var place = JSONPointer()
    var current = value
    for token in last.instance.dropping(value.pointer.tokens.count).tokens {
      if current.kind == .array, let index = Int(token) {
        let rest = current.count - index
        return ": at least \(rest) of the \(current.count) items at \(prefix + place) weren't checked completely"
      }
      place = place.appending(token)
      guard let next = value.at(place) else { return "" }
      current = next
    }
    return ""
  }
}
