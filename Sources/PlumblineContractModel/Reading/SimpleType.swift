import PlumblineJSONTree

/// A type that a schema may ask for alone, and that text turns into in one way.
enum SimpleType: String, Sendable {
  case string, integer, number, boolean

  /// The text as this type; as a string when it can't be.
  func reading(_ text: String) -> JSON {
    switch self {
    case .string: JSON(text)
    case .integer, .number: JSONNumber(literal: text).map { JSON($0) } ?? JSON(text)
    case .boolean: text == "true" || text == "false" ? JSON(text == "true") : JSON(text)
    }
  }
}
