import PlumblineContractModel
import PlumblineJSONTree

/// A server's change to a string before returning it, such as escaping, decoding with the wrong character set, or
/// truncation.
struct TextChange {
  /// The change in words, such as `escaped for HTML`.
  let how: String
  /// The sent text, starting at the first difference.
  let sent: String
  let shown: String
  /// A Boolean value that indicates whether the sent and the shown string differ only in their markup or its escaping.
  let isOfMarkup: Bool
  /// A Boolean value that indicates whether the sent and the shown string differ only in their style of quotes.
  let isOfQuotes: Bool

  /// The maximum number of characters to quote from each string.
  private static let quoted = 40
  /// The number of characters to quote before the first difference.
  private static let lead = 8

  /// Returns `nil` if the strings are equal, apart from spaces, case and Unicode normal form.
  init?(sent: JSON, shown: JSON) {
    if sent.isNull {
      guard shown.string?.isEmpty ?? false else { return nil }
      (how, self.sent, self.shown) = ("an empty string instead of null", "null", "\"\"")
      (isOfMarkup, isOfQuotes) = (false, false)
      return
    }
    guard let text = sent.string, !Equivalence.holds(sent, shown) else { return nil }
    guard let other = shown.string else {
      (how, self.sent, self.shown) = ("no longer a string", Self.quotation(text, from: 0), shown.text)
      (isOfMarkup, isOfQuotes) = (false, false)
      return
    }
    isOfQuotes = Self.straight(text) == Self.straight(other)
    how = isOfQuotes ? "with typographic quotes" : Self.change(from: text, to: other)
    isOfMarkup = Equivalence.holds(JSON(Self.bare(text)), JSON(Self.bare(other)))
    let common = zip(text, other).prefix { $0 == $1 }.count
    self.sent = Self.quotation(text, from: common)
    self.shown = Self.quotation(other, from: common)
  }

  private static func change(from sent: String, to shown: String) -> String {
    var changes: [String] = []
    if shown.isEmpty { return "empty" }
    if ["&lt;", "&gt;", "&amp;", "&quot;", "&#"].contains(where: { shown.contains($0) }) {
      changes.append("escaped for HTML")
    }
    if shown.contains("\\\"") || shown.contains("\\u") { changes.append("escaped as in a string literal") }
    // In Latin-1 and related character sets, the first UTF-8 byte of a letter is one of these.
    if shown.contains("\u{C3}") || shown.contains("\u{C5}") { changes.append("decoded with the wrong character set") }
    func marks(_ text: String) -> Int { text.filter { $0 == "?" || $0 == "\u{FFFD}" }.count }
    if marks(shown) > marks(sent) { changes.append("with characters replaced by ?") }
    if !shown.contains("<"), !shown.contains("&lt;"), sent.contains("<") { changes.append("without its markup") }
    if sent.hasPrefix(shown) {
      changes = ["cut off after \(shown.unicodeScalars.count) of \(sent.unicodeScalars.count) characters"]
    }
    if sent.contains("\n"), !shown.contains("\n"), changes.isEmpty { changes.append("with its lines joined") }
    if changes.isEmpty, isPart(shown, of: sent) { changes.append("without some of its characters") }
    return changes.isEmpty ? "another text" : Spelling.list(changes, joining: "and")
  }

  /// Returns a Boolean value that indicates whether a string's scalars are a subsequence of another's.
  private static func isPart(_ part: String, of whole: String) -> Bool {
    var rest = part.unicodeScalars[...]
    for scalar in whole.unicodeScalars where rest.first == scalar { rest.removeFirst() }
    return rest.isEmpty
  }

  /// Returns a string with straight quotes.
  private static func straight(_ text: String) -> String {
    let double: Set<Character> = ["\u{201C}", "\u{201D}", "\u{201E}", "\u{AB}", "\u{BB}"]
    let single: Set<Character> = ["\u{2018}", "\u{2019}", "\u{201A}"]
    return String(text.map { double.contains($0) ? "\"" : single.contains($0) ? "'" : $0 })
  }

  /// Returns a string without its markup, whether escaped or not.
  private static func bare(_ text: String) -> String {
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&#39;", "'"), ("&#x27;", "'")]
    let plain = entities.reduce(text) { $0.replacing($1.0, with: $1.1) }.replacing("&amp;", with: "&")
    var bare = ""
    var rest = Substring(plain)
    while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
      bare.append(contentsOf: rest[..<start])
      rest = rest[rest.index(after: end)...]
    }
    bare.append(contentsOf: rest)
    return bare
  }

  private static func quotation(_ text: String, from place: Int) -> String {
    let start = max(0, place - lead)
    let part = text.dropFirst(start)
    let end = part.count > quoted ? "…" : ""
    return (start > 0 ? "…" : "") + JSON(String(part.prefix(quoted))).text + end
  }
}
