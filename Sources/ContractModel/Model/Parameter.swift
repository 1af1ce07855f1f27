import JSONSchema
import JSONTree

/// A named value in a path, a query or a header.
package struct Parameter: Sendable {
  package let name: String
  package let schema: Schema
  package let isRequired: Bool
  /// Where the contract says so.
  package let location: SourceLocation

  package init(name: String, schema: Schema, isRequired: Bool, location: SourceLocation) {
    self.name = name
    self.schema = schema
    self.isRequired = isRequired
    self.location = location
  }
}
