import PlumblineJSONSchema
import PlumblineJSONTree

/// A condition on the values at certain addresses. A value must exist at each address and fit a schema.
package struct Condition: Sendable {
  /// An address and the schema of its value.
  package struct Clause: Sendable {
    package let address: Address
    package let schema: Schema
    /// The only values that can fit, or `nil` if the schema doesn't list them.
    package let values: [JSON]?

    package init(address: Address, schema: Schema) {
      self.address = address
      self.schema = schema
      values = schema.source["const"].map { [$0] } ?? schema.source["enum"].map { Array($0.elements) }
    }

    /// A Boolean value that indicates whether the clause depends on the caller instead of the request.
    package var isAboutCaller: Bool {
      switch address {
      case .persona, .credential: true
      case .path, .query, .header, .cookie, .body, .item: false
      }
    }
  }

  /// The clauses, all of which must hold. Without clauses, the condition always holds.
  package let clauses: [Clause]

  package init(clauses: [Clause] = []) {
    self.clauses = clauses
  }

  /// The condition in words, such as `header.x-amz-target is "Shop.ListUsers"`, or `nil` if it always holds.
  package var words: String? {
    if clauses.isEmpty { return nil }
    let words = clauses.map { clause in
      guard let values = clause.values else { return "\(clause.address) fits \(clause.schema.source.text)" }
      return "\(clause.address) is \(Spelling.list(values.map(\.text), joining: "or"))"
    }
    return words.joined(separator: ", ")
  }

  /// Returns a Boolean value that indicates whether the condition depends on the header field with the given lowercase
  /// name.
  package func looksAt(header name: String) -> Bool {
    clauses.contains { if case .header(let header) = $0.address { header.lowercased() == name } else { false } }
  }

  /// Returns a Boolean value that indicates whether every clause holds for a request and, if the condition has `item#`
  /// addresses, for an item.
  ///
  /// - Parameter isCallerKnown: A Boolean value that indicates whether the caller is known. If not, clauses about the
  ///   caller are assumed to hold.
  package func holds(for request: RequestReading, item: JSON? = nil, isCallerKnown: Bool = true) -> Bool {
    clauses.allSatisfy { clause in
      if !isCallerKnown, clause.isAboutCaller { return true }
      guard let value = request.value(at: clause.address, item: item) else { return false }
      return clause.schema.isValid(value)
    }
  }
}
