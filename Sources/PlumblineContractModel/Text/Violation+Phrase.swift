import PlumblineJSONSchema
import PlumblineJSONTree

extension Violation {
  /// The problem as a phrase without its location, such as `"SOON" is not one of LOW, MEDIUM, HIGH` or
  /// `"abc" is not an integer`.
  package var phrase: String {
    let shown = Self.cut(value.text)
    switch keyword {
    case "enum", "const":
      let allowed = allowed.map { $0.string ?? $0.text }
      return allowed.count == 1
        ? "\(shown) is not \(allowed[0])" : "\(shown) is not one of \(Self.cut(allowed.joined(separator: ", "), 200))"
    case "type":
      let name = value.kind == .object || value.kind == .array ? Self.article(value.kind.name) : shown
      return "\(name) is not \(Self.article(expected))"
    case "required", "dependentRequired":
      return "the member \"\(property ?? "")\" is missing"
    case "additionalProperties", "unevaluatedProperties":
      return "no member \"\(property ?? "")\" is allowed here"
    default:
      let sentence = message.last == "." ? String(message.dropLast()) : message
      return sentence.prefix(1).lowercased() + sentence.dropFirst()
    }
  }

  /// The location of the problem: the invalid value, or the member that is missing, unexpected or misnamed.
  package var place: JSONPointer {
    property.map { instance.appending($0) } ?? instance
  }

  /// Returns the words with an article, such as `an integer` or `a string`. `null` has no article.
  static func article(_ words: String) -> String {
    guard words != "null", let first = words.unicodeScalars.first else { return words }
    return "aeiou".unicodeScalars.contains(first) ? "an \(words)" : "a \(words)"
  }

  package static func cut(_ text: String, _ length: Int = 60) -> String {
    text.count > length ? "\(text.prefix(length))…" : text
  }
}
