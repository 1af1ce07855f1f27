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
  let type: SimpleType?

  package init(name: String, schema: Schema, isRequired: Bool, location: SourceLocation) {
    self.name = name
    self.schema = schema
    self.isRequired = isRequired
    self.location = location
    type = schema.source["type"]?.string.flatMap(SimpleType.init(rawValue:))
  }

  /// A text as a value of the kind that the schema asks for, else as a string.
  package func reading(_ text: String) -> JSON { type?.reading(text) ?? schema.reading(text) }

  /// The text between two slashes of a path as such a value.
  ///
  /// A path names a thing by its letters. Where an integer belongs, `1042.0`, `1042e0` and `-0` are no other spellings of an
  /// id but other paths, whatever they are in a body: they stay strings, as `01042` and `+1042` do everywhere.
  package func reading(segment text: String) -> JSON {
    let value = reading(text)
    guard !text.isPlainInteger, let number = value.number, number.isInteger, takesIntegersOnly else { return value }
    return JSON(text)
  }

  private var takesIntegersOnly: Bool {
    guard type == nil else { return type == .integer }
    // The type may stand behind references: then a fraction shows it.
    return schema.violations(of: 0.5, limit: 20).contains { ["type", "enum", "const"].contains($0.keyword) }
  }
}

extension String {
  /// Whether it is an integer as everybody writes it.
  var isPlainInteger: Bool {
    if self == "0" { return true }
    let digits = utf8.first == UInt8(ascii: "-") ? utf8.dropFirst() : utf8[...]
    return digits.first.map { 0x31...0x39 ~= $0 } == true && digits.allSatisfy { 0x30...0x39 ~= $0 }
  }
}
