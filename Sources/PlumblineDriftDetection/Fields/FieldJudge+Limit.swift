import PlumblineJSONSchema
import PlumblineJSONTree

/// Support for findings about the unchecked rest of a body with a huge number of faults, so that unchecked parts don't
/// count as valid.
extension FieldJudge {
  /// The maximum number of faults to count. Finding the location of a fault takes time in proportion to everything
  /// before it.
  static let limit = 1000

  /// Returns findings about the value's violations and undocumented members that aren't counted.
  ///
  /// - Parameters:
  ///   - violations: The violations, including one that exceeds the limit if there are more.
  ///   - undocumented: The number of members that no schema names.
  ///   - withheld: The number of members that don't belong in the message.
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

  /// Returns a phrase about the list items that follow the first uncounted fault. For example,
  /// `: at least 4000 of the 5000 items at … aren't judged to the end`.
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
