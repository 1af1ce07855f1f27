import JSONSchema
import JSONTree

extension Schema {
  /// True when the schema's own `type` names a kind.
  package func allowsType(_ kind: JSONKind) -> Bool {
    Self.types(of: source).contains(kind.name)
  }

  /// Text from a path, a query or a header as a value of the type that the schema asks for, else as a string.
  package func reading(_ text: String) -> JSON { Self.reading(text, asTyped: source) }

  /// The same by a schema's text.
  package static func reading(_ text: String, asTyped schema: JSON) -> JSON {
    let types = types(of: schema)
    if types.contains("integer") || types.contains("number"), let number = JSONNumber(literal: text) {
      return JSON.build { $0.number(literal: number.literal) }
    }
    if types.contains("boolean"), text == "true" || text == "false" { return JSON(text == "true") }
    if types.contains("null"), text == "null" { return .null }
    return JSON(text)
  }

  private static func types(of schema: JSON) -> [String] {
    guard let type = schema["type"] else { return schema["enum"].map { $0.elements.map(\.kind.name) } ?? [] }
    return type.string.map { [$0] } ?? type.elements.compactMap(\.string)
  }
}
