import PlumblineASCII
import PlumblineHTTPMessages
import PlumblineRecordings

/// The words in recorded successes that could be an item's key. They come from bodies of any kind, including events,
/// links, and member names, and from header fields such as `Location`.
final class MentionedItems: Sendable {
  private let words: Set<String>

  init(_ recordings: [Recording]) {
    var words: Set<String> = []
    for recording in recordings where recording.response.status < 400 {
      Self.collect(recording.response.body.bytes ?? [], &words)
      Self.collect(Array(recording.request.target.utf8), &words)
      for field in recording.response.headers { Self.collect(Array(field.value.utf8), &words) }
    }
    self.words = words
  }

  /// Returns a Boolean value that indicates whether all words of a text are included.
  func contains(_ text: String) -> Bool {
    var own: Set<String> = []
    Self.collect(Array(text.utf8), &own)
    return own.isSubset(of: words)
  }

  private static func collect(_ bytes: [UInt8], _ words: inout Set<String>) {
    for word in bytes.split(whereSeparator: { !isOfWord($0) }) { words.insert(String(decoding: word, as: UTF8.self)) }
  }

  /// Returns a Boolean value that indicates whether a byte can be part of a word: a letter, a digit, a character that
  /// is common in ids, or a non-ASCII byte.
  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.digits, ASCII.capitals, ASCII.smallLetters, UInt8(ascii: "_"), UInt8(ascii: "-"), 0x80...:
      true
    default: false
    }
  }
}
