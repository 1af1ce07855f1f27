import JSONSchema
import JSONTree

/// Values that must fit schemas, each found by its address. An address where nothing is doesn't fit.
package struct Condition: Sendable {
  /// One address and what must be there.
  package struct Clause: Sendable {
    package let address: Address
    package let schema: Schema

    package init(address: Address, schema: Schema) {
      self.address = address
      self.schema = schema
    }
  }

  /// The clauses, all of which must hold; with none it always holds.
  package let clauses: [Clause]

  package init(clauses: [Clause] = []) {
    self.clauses = clauses
  }

  /// True when every clause holds of a request, and of an item where `item#` addresses one.
  package func holds(for request: RequestReading, item: JSON? = nil) -> Bool {
    clauses.allSatisfy { clause in
      guard let value = request.value(at: clause.address, item: item) else { return false }
      return clause.schema.isValid(value)
    }
  }
}
