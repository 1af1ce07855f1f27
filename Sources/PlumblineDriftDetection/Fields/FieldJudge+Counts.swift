import PlumblineJSONSchema

extension FieldJudge {
  /// Returns a Boolean value that indicates whether a violation holds regardless of the items that couldn't be read.
  ///
  /// Keywords that count a list's items depend on all of them. A violation for too few items is certain only if more
  /// items are missing than couldn't be read. Violations for too many items and duplicates are always certain.
  func isCertain(_ violation: Violation) -> Bool {
    guard leftOut > 0, violation.instance.tokens.count == value.pointer.tokens.count else { return true }
    switch violation.keyword {
    case "minItems", "contains", "minContains": return violation.lacking ?? 0 > leftOut
    case "anyOf", "oneOf":
      return !violation.branches.isEmpty && violation.branches.allSatisfy { $0.contains(where: isCertain) }
    case "not": return false
    default: return true
    }
  }
}
