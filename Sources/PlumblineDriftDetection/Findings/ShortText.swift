import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Short descriptions of values, for the expected and actual values of drift, such as `string "17"` or `array of 3
/// items`. Likely secrets are masked before a string is truncated.
package enum ShortText {
  private static let redactor = Redactor(nil)
  /// The maximum number of bytes of a string to process. It is more than is ever shown.
  private static let longest = 4096

  /// The maximum number of characters in an expected or actual value.
  static let limit = 80

  /// Returns a string truncated to a number of characters. It ends with an ellipsis if anything was removed.
  static func cut(_ text: String, to limit: Int = limit) -> String {
    // Every character has at least one byte, so the characters of short strings needn't be counted.
    if text.utf8.count <= limit { return text }
    let head = text.prefix(limit)
    return head.endIndex == text.endIndex ? text : head.dropLast() + "…"
  }

  /// Returns a short description of a value. For a secret, it contains only the type.
  package static func describe(_ value: JSON, secret: Bool = false) -> String {
    switch value.kind {
    case .null: return "null"
    case .object: return "object"
    case .array: return value.count == 1 ? "array of 1 item" : "array of \(value.count) items"
    case .bool, .number, .string: return secret ? value.kind.name : "\(value.kind.name) \(literal(value))"
    }
  }

  /// Returns a scalar as truncated JSON, or the kind of a container.
  package static func literal(_ value: JSON) -> String {
    switch value.kind {
    case .null: "null"
    case .bool: value.bool == true ? "true" : "false"
    case .number: cut(value.number?.literal ?? "number", to: 60)
    case .string: quoted(value.string ?? "")
    case .array, .object: value.kind.name
    }
  }

  /// Returns a truncated string in quotation marks, with control characters escaped.
  static func quoted(_ text: String) -> String { "\"\(escaped(cut(masked(text), to: 60), quotes: true))\"" }

  /// Returns a status with its standard phrase, such as `404 Not Found`, or only the status if there is none.
  static func status(_ status: Int) -> String {
    HTTPStatus.phrase(for: status).map { "\(status) \($0)" } ?? "\(status)"
  }

  /// Returns a truncated string without quotation marks, with control characters escaped.
  static func plain(_ text: String, to limit: Int = limit) -> String {
    escaped(cut(masked(text), to: limit), quotes: false)
  }

  private static func masked(_ text: String) -> String {
    redactor.text(text.utf8.count > longest ? String(text.prefix(longest)) : text)
  }

  private static func escaped(_ text: String, quotes: Bool) -> String {
    var result = ""
    for character in text {
      for scalar in character.unicodeScalars {
        switch scalar.value {
        case 0x22 where quotes: result += "\\\""
        case 0x5C where quotes: result += "\\\\"
        case 0x0A: result += "\\n"
        case 0x0D: result += "\\r"
        case 0x09: result += "\\t"
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF, 0x2028, 0x2029, 0x202A...0x202E,
          0x2066...0x2069:
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  /// Returns words joined for a sentence, in the form `a`, `a or b` or `a, b or c`.
  package static func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  /// Returns an English word with its indefinite article.
  static func withArticle(_ word: String) -> String {
    if word.hasPrefix("null") { return word }
    return (word.first.map { "aeiou".contains($0) } ?? false) ? "an \(word)" : "a \(word)"
  }
}
