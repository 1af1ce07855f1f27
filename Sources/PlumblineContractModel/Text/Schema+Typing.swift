import PlumblineJSONSchema
import PlumblineJSONTree

extension Schema {
  /// Returns a value with its string leaves converted to numbers, Booleans and lists if the schema requires them.
  ///
  /// A string is converted only if the schema doesn't allow it as a string. For example, `"007"` stays a string if
  /// strings are allowed. A string that can't be converted stays a string, so that validation reports what was sent.
  ///
  /// - Parameter settled: The top-level members that are already JSON.
  package func typing(_ texts: JSON, except settled: Set<String> = []) -> JSON {
    if isValid(texts) { return texts }
    var value = texts
    // Each pass converts the current values. If a pass creates a list from a string, the next one converts its
    // elements.
    for _ in 0..<6 {
      guard let next = retyped(value, by: violations(of: value, limit: 500), settled) else { break }
      value = next
      if isValid(value) { break }
    }
    return value
  }

  /// Returns the value with all conversions that its violations suggest, or `nil` if there are none.
  private func retyped(_ value: JSON, by violations: [Violation], _ settled: Set<String>) -> JSON? {
    var changed: JSON?
    for violation in violations where !settled.contains(violation.instance.tokens.first ?? "") || settled.isEmpty {
      let current = changed ?? value
      if let text = current.at(violation.instance)?.string, let typed = Self.typed(text, by: violation) {
        changed = current.replacing(violation.instance, with: typed)
      } else if !violation.branches.isEmpty {
        let candidates = violation.branches.compactMap { retyped(current, by: $0, settled) }
        changed = candidates.first(where: isValid) ?? candidates.first ?? changed
      }
    }
    return changed
  }

  /// Returns a string converted to one of the values or types that a violation requires, or `nil` if it can't be
  /// converted.
  private static func typed(_ text: String, by violation: Violation) -> JSON? {
    if let meant = violation.allowed.first(where: { $0.kind != .string && $0.text == text }) { return meant }
    for type in violation.types {
      switch type {
      case "integer", "number":
        if let number = JSONNumber(literal: text) { return JSON(number) }
      case "boolean":
        if text == "true" || text == "false" { return JSON(text == "true") }
      case "null":
        if text.isEmpty || text == "null" { return JSON.null }
      case "array": return .array([JSON(text)])
      default: continue
      }
    }
    return nil
  }
}
