import PlumblineASCII
import PlumblineHTTPMessages

/// The words of a string, without the parts that differ from request to request, for comparing responses.
///
/// A string becomes its words in lowercase. Words of the request's own path (which a server may echo) and words with a
/// digit (ids, times, traces) become `*`, and consecutive ones are merged. `Cannot GET /api/v2/notes/17` and
/// `Cannot GET /api/v2/plumbline-nonsense/17` therefore both become `cannot get *`, unlike `No such note`.
package struct ResponseWords: Sendable, Hashable {
  /// The maximum number of bytes of a body to read. More would add nothing new.
  private static let most = 65_536
  /// The maximum number of words that must match exactly. In longer texts a few may differ, because pages contain
  /// nonces or suggestions.
  private static let short = 15

  /// The words in order.
  package let words: [String]

  /// Creates the words of a response body.
  package init(_ bytes: some Collection<UInt8>, of request: Request) {
    let own = Set(Self.split(request.path.utf8) + request.pathSegments.flatMap { Self.split($0.utf8) })
    var words: [String] = []
    for word in Self.split(bytes.prefix(Self.most)) {
      let isOwn = own.contains(word) || word.utf8.contains { $0.isDigit }
      if !isOwn {
        words.append(word)
      } else if words.last != "*" {
        words.append("*")
      }
    }
    self.words = words
  }

  /// Returns a Boolean value that indicates whether both strings are equivalent.
  package func isAlike(_ other: ResponseWords) -> Bool {
    if words == other.words { return true }
    guard min(words.count, other.words.count) > Self.short else { return false }
    let (mine, theirs) = (Set(words), Set(other.words))
    return mine.intersection(theirs).count * 5 >= mine.union(theirs).count * 4
  }

  /// Returns the runs of letters, digits, `-` and `_`, in lowercase. All other ASCII bytes separate words. Non-ASCII
  /// bytes count as letters.
  private static func split(_ bytes: some Sequence<UInt8>) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    for byte in bytes {
      switch byte {
      case ASCII.capitals: word.append(byte | 0x20)
      case ASCII.smallLetters, ASCII.digits, 0x2D, 0x5F, 0x80...: word.append(byte)
      default:
        if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
        word.removeAll(keepingCapacity: true)
      }
    }
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    return words
  }
}
