import PlumblineASCII

/// A namespace for splitting names into lowercase words. It handles names such as `prev_password`, `X-API-Key`,
/// `nextAuthSecret`, `user[pin]` and `cvv2`.
///
/// A word ends at a character other than a letter or digit, between letters and digits, and before a capital. The last
/// of several consecutive capitals belongs to the next word (`APIKey`), unless only the `s` of a plural follows
/// (`JWTs`).
package enum NameWords {
  private enum Kind {
    case lower, upper, digit

    init?(_ byte: UInt8) {
      switch byte {
      case ASCII.digits: self = .digit
      case ASCII.capitals: self = .upper
      case ASCII.smallLetters, 0x80...: self = .lower
      default: return nil
      }
    }
  }

  package static func of(_ name: String) -> [String] {
    let bytes = Array(name.utf8)
    var words: [String] = []
    var word: [UInt8] = []
    var last: Kind?
    func flush(keeping rest: [UInt8] = []) {
      let whole = word.dropLast(rest.count)
      if !whole.isEmpty { words.append(String(decoding: whole, as: UTF8.self).lowercased()) }
      word = rest
    }
    for (index, byte) in bytes.enumerated() {
      guard let kind = Kind(byte) else {
        flush()
        last = nil
        continue
      }
      switch (last, kind) {
      case (.lower, .upper), (.digit, .upper), (.digit, .lower), (.lower, .digit), (.upper, .digit): flush()
      case (.upper, .lower) where word.count > 1 && !isPlural(bytes, index): flush(keeping: word.suffix(1))
      default: break
      }
      word.append(byte)
      last = kind
    }
    flush()
    return words
  }

  /// Returns a Boolean value that indicates whether the byte at an index is a plural `s` that ends a word of capitals.
  private static func isPlural(_ bytes: [UInt8], _ index: Int) -> Bool {
    bytes[index] == UInt8(ascii: "s") && (index + 1 == bytes.count || Kind(bytes[index + 1]) != .lower)
  }
}
