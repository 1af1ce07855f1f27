import PlumblineJSONTree

extension JSON {
  /// The schema as text that is the same for equivalent schemas: `const` and an `enum` of one, lists whose order
  /// doesn't matter, a `type` and a list of one. Keywords that constrain nothing are omitted.
  var meaningText: String {
    guard kind == .object else { return canonicalText }
    var parts: [String] = []
    for (name, value) in members where !Self.annotations.contains(name) {
      switch name {
      case "const": parts.append("enum:[\(value.canonicalText)]")
      case "enum", "required": parts.append("\(name):[\(Self.sorted(value.elements.map(\.canonicalText)))]")
      case "type":
        let types = value.kind == .array ? value.elements.map(\.canonicalText) : [value.canonicalText]
        parts.append("type:[\(Self.sorted(types))]")
      case "anyOf", "oneOf", "allOf": parts.append("\(name):[\(Self.sorted(value.elements.map(\.meaningText)))]")
      case "properties", "patternProperties", "$defs", "dependentSchemas":
        parts.append("\(name):{\(Self.sorted(value.members.map { "\($0.key):\($0.value.meaningText)" }))}")
      case "items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames":
        parts.append("\(name):\(value.meaningText)")
      default: parts.append("\(name):\(value.canonicalText)")
      }
    }
    return "{\(Self.sorted(parts))}"
  }

  private static let annotations: Set<String> = ["description", "title", "$comment", "example", "examples"]

  private static func sorted(_ texts: [String]) -> String { texts.sorted().joined(separator: ",") }
}
