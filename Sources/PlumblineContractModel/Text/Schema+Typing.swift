import PlumblineJSONSchema
import PlumblineJSONTree

extension Schema {
  /// A value whose leaves are texts, with the numbers, booleans and lists that the schema asks for in their place.
  ///
  /// A text is changed only where the schema says that it can't stay one, so `"007"` stays a string where strings are taken.
  /// What can't be what is asked for stays a text, so that judging shows what was sent.
  ///
  /// - Parameter settled: top members that aren't texts but JSON already.
  package func typing(_ texts: JSON, except settled: Set<String> = []) -> JSON {
    if isValid(texts) { return texts }
    var value = texts
    // A pass types what is in sight; a list that was made of a text shows its elements in the next.
    for _ in 0..<6 {
      guard let next = retyped(value, by: violations(of: value, limit: 500), settled) else { break }
      value = next
      if isValid(value) { break }
    }
    return value
  }

  /// The value with all that its violations tell; `nil` where they tell nothing.
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

  /// A text as one of the values or types that a violation asks for; `nil` where it can't be.
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
