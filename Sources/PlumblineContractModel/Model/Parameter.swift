import PlumblineJSONSchema
import PlumblineJSONTree

/// A named value in a path, a query or a header.
package struct Parameter: Sendable {
  package let name: String
  package let schema: Schema
  package let isRequired: Bool
  /// Where the contract says so.
  package let location: SourceLocation

  /// How text becomes a value of it, where its schema's own type says so.
  private let type: SimpleType?

  package init(name: String, schema: Schema, isRequired: Bool, location: SourceLocation) {
    self.name = name
    self.schema = schema
    self.isRequired = isRequired
    self.location = location
    type = schema.source["type"]?.string.flatMap(SimpleType.init(rawValue:))
  }

  /// A text as a value of the kind that the schema asks for, else as a string.
  package func reading(_ text: String) -> JSON { type?.reading(text) ?? schema.reading(text) }
}
