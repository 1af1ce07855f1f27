import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// The mismatch between a request and an endpoint's `when` condition.
package struct ConditionMiss {
  /// The first mismatch as a short phrase, such as `query.Action isn't there, and has to be "ListUsers"`.
  package let reason: String
  /// The distance between the request and the condition. The number of clauses that don't hold comes first, then the
  /// edit distance of the first such clause.
  let cost: Int

  /// Creates the mismatch between a request and an endpoint's condition.
  ///
  /// - Parameter reading: The request as read by that endpoint.
  package init(_ reading: RequestReading) {
    let missed = reading.endpoint.condition.clauses.filter { clause in
      !(reading.value(at: clause.address).map(clause.schema.isValid) ?? false)
    }
    guard let first = missed.first else {
      reason = "its \"when\" holds"
      cost = 0
      return
    }
    let value = reading.value(at: first.address)
    reason = Self.reason(first, value)
    cost = missed.count * Self.most + Self.letters(first, value)
  }

  /// An upper bound for the edit distance.
  private static let most = 1000

  private static func reason(_ clause: Condition.Clause, _ value: JSON?) -> String {
    guard let value else {
      let wanted = clause.values.map { "; expected \(Spelling.list($0.map(\.text), joining: "or"))" } ?? ""
      return "\(clause.address) is missing\(Violation.cut(wanted, 200))"
    }
    let phrase =
      clause.schema.violations(of: value, limit: 1).first?.phrase ?? "\(Violation.cut(value.text)) doesn't fit"
    return "\(clause.address): \(phrase)"
  }

  private static func letters(_ clause: Condition.Clause, _ value: JSON?) -> Int {
    guard let text = value?.string, let wanted = clause.values?.compactMap(\.string), !wanted.isEmpty,
      text.utf8.count < 200
    else { return most - 1 }
    return min(most - 1, wanted.map { Spelling.distance(text, $0) }.min() ?? most - 1)
  }
}
