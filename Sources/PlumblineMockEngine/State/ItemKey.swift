import PlumblineASCII
import PlumblineJSONTree

/// The key that identifies an item. The numbers 7 and 7.0 and the string "7" are the same key.
enum ItemKey: Hashable, Sendable {
  case number(Int)
  case text(String)

  init(_ value: JSON) {
    if let text = value.string {
      self = Self.number(text).map { .number($0) } ?? .text(text)
    } else {
      self = value.int.map { .number($0) } ?? .text(value.text)
    }
  }

  /// The number that new keys have to exceed, or `nil` if the key contains no number.
  var ordinal: Int? {
    switch self {
    case .number(let number): number
    case .text(let text): Int(text) ?? counted?.number
    }
  }

  /// The word and the number in a key such as `user-7`, or `nil` for any other key.
  var counted: (word: String, number: Int)? {
    guard case .text(let text) = self else { return nil }
    let digits = text.utf8.reversed().prefix { $0.isDigit }.count
    let word = text.utf8.dropLast(digits)
    let isWord = word.allSatisfy { $0.isLetter || $0 == 0x2D || $0 == 0x5F }
    guard digits > 0, !word.isEmpty, isWord, let number = Int(text.suffix(digits)) else { return nil }
    return (String(text.dropLast(digits)), number)
  }

  /// Returns the number in a string, or `nil` if it isn't in canonical notation.
  private static func number(_ text: String) -> Int? {
    guard let first = text.utf8.first, first == UInt8(ascii: "-") || first.isDigit, let number = Int(text),
      String(number) == text
    else { return nil }
    return number
  }
}
