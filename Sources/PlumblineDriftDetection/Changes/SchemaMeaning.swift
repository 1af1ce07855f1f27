import PlumblineJSONTree

extension JSON {
  /// The schema as text that is the same for schemas with the same meaning. For example, `const` is the same as an
  /// `enum` with one value, alternatives with one value each are the same as an `enum`, and the order of lists is
  /// ignored where it doesn't matter. Keywords that don't constrain values are left out, and so is a `type` that all
  /// listed values have.
  var meaningText: String {
    guard kind == .object else { return canonicalText }
    var parts: [String] = []
    for (name, value) in members where !Self.annotations.contains(name) {
      switch name {
      case "type" where hasOnlyListed(of: value): continue
      case "anyOf" where Self.listed(name, value) != nil, "oneOf" where Self.listed(name, value) != nil:
        parts.append("enum:[\(Self.sorted((Self.listed(name, value) ?? []).map(\.canonicalText)))]")
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

  /// Returns the only values that a keyword allows, or `nil` if the keyword doesn't list values.
  private static func listed(_ name: String, _ value: JSON) -> [JSON]? {
    switch name {
    case "const": return [value]
    case "enum": return value.elements.map { $0 }
    case "anyOf", "oneOf":
      var all: [JSON] = []
      for branch in value.elements {
        let words = branch.kind == .object ? branch.members.filter { !annotations.contains($0.key) } : []
        guard words.count == 1, let values = listed(words[0].key, words[0].value) else { return nil }
        // `oneOf` rejects a value that fits two alternatives.
        if name == "oneOf", values.contains(where: all.contains) { return nil }
        all += values.filter { !all.contains($0) }
      }
      return all
    default: return nil
    }
  }

  /// Returns a Boolean value that indicates whether the schema lists its values and all of them have the given `type`.
  private func hasOnlyListed(of type: JSON) -> Bool {
    let names = type.kind == .array ? type.elements.compactMap(\.string) : [type.string].compactMap { $0 }
    return members.contains { name, value in
      guard let values = Self.listed(name, value) else { return false }
      return values.allSatisfy { value in
        switch value.kind {
        case .null: names.contains("null")
        case .bool: names.contains("boolean")
        case .number: names.contains("number") || names.contains("integer") && value.int != nil
        case .string: names.contains("string")
        case .array: names.contains("array")
        case .object: names.contains("object")
        }
      }
    }
  }

  private static let annotations: Set<String> = ["description", "title", "$comment", "example", "examples"]

  private static func sorted(_ texts: [String]) -> String { texts.sorted().joined(separator: ",") }
}
