import PlumblineASCII
import PlumblineContractModel

/// Rules for the words in path segments and in names of members.
enum PathWord {
  /// Words that represent a single item in positions that usually contain IDs.
  private static let fixed: Set<String> = [
    "me", "self", "current", "mine", "all", "new", "search", "latest", "default", "count", "stats", "export", "import",
    "batch", "bulk", "status", "health", "summary", "recent", "top",
  ]

  static func isFixed(_ word: String) -> Bool { fixed.contains(word.lowercased()) }

  /// Returns a Boolean value that indicates whether a word looks like an identifier rather than the name of a kind of
  /// item, such as a number, a UUID, a date, an address, or a long word with digits.
  static func isIdentifier(_ word: String) -> Bool {
    let bytes = Array(word.utf8)
    guard !bytes.isEmpty else { return false }
    let digits = bytes.count { $0.isDigit }
    if digits == bytes.count { return true }
    // A token without digits isn't a word of an API either, and must not appear in the draft.
    if bytes.contains(UInt8(ascii: "@")) || isNumberWithSign(word) || !Redactor.looks(in: word).isEmpty { return true }
    guard digits > 0 else { return false }
    let isVersion = word.first == "v" && word.dropFirst().allSatisfy { $0.isNumber || $0 == "." }
    if isVersion { return false }
    let isHex = bytes.allSatisfy { $0.isHexDigit || $0 == 0x2D }
    if isHex, bytes.count >= 8 { return true }
    // IDs such as `cus_9s6XKzkNRiz8i3`, `01ARZ3NDEKTSV4RRFFQ69G5FAV` and `ORD-2024-0017` have some digits among many
    // letters or after a separator.
    if bytes.count >= 10, digits >= 3 { return true }
    let tail = word.split { $0 == "-" || $0 == "_" || $0 == ":" }.last ?? ""
    return tail.count < word.count && tail.count >= 2 && tail.allSatisfy(\.isNumber)
  }

  /// Returns a Boolean value that indicates whether a word may be a version number, such as `3` in `/3/movie/550`.
  static func isVersion(_ word: String) -> Bool {
    (1...4).contains(word.utf8.count) && word.utf8.allSatisfy { $0.isDigit }
  }

  private static func isNumberWithSign(_ word: String) -> Bool {
    guard word.utf8.first == UInt8(ascii: "-"), let value = Double(word) else { return false }
    return value.isFinite
  }

  /// Returns the file name extension at the end of a segment, such as `.json` in `42.json`, or `nil` if there is none.
  static func suffix(of word: String) -> String? {
    guard let dot = word.lastIndex(of: "."), dot != word.startIndex else { return nil }
    let tail = word[word.index(after: dot)...]
    guard (2...5).contains(tail.count), tail.allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
    return String(word[dot...])
  }

  /// Returns the singular of an English plural, such as `ticket` for `tickets`. If there are several words, only the
  /// last one changes.
  static func singular(_ word: String) -> String {
    guard let last = words(word).last?.lowercased(), word.lowercased().hasSuffix(last) else { return word }
    let one = SingularWord.of(last)
    if one == last { return word }
    let isCapital = word.suffix(last.count).first?.isUppercase ?? false
    let end = isCapital ? one.prefix(1).uppercased() + String(one.dropFirst()) : one
    return String(word.dropLast(last.count)) + end
  }

  /// Returns the words of a string. For example, `check-out_items` and `checkOutItems` have three words.
  static func words(_ text: String) -> [String] { Spelling.words(of: text) }

  /// Returns a string in camel case, such as `checkOutItems`.
  static func camel(_ text: String) -> String {
    let words = words(text)
    return words.enumerated().map { $0.offset == 0 ? $0.element.lowercased() : $0.element.capitalizedWord }.joined()
  }

  /// Returns a string in Pascal case, such as `CheckOutItems`.
  static func pascal(_ text: String) -> String {
    words(text).map(\.capitalizedWord).joined()
  }
}

extension String {
  /// The word with only its first letter capitalized.
  fileprivate var capitalizedWord: String { prefix(1).uppercased() + String(dropFirst()).lowercased() }
}
