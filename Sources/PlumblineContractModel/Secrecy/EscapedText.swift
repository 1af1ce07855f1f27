import PlumblineASCII

/// A namespace for reading single characters as encoded in URLs, JSON and markup.
enum EscapedText {
  /// Returns the byte of the percent-escape at an index (RFC 3986 section 2.1), and the end of the escape.
  static func percent(_ bytes: [UInt8], at index: Int) -> (byte: UInt8, end: Int)? {
    guard index + 2 < bytes.count, bytes[index] == UInt8(ascii: "%"), let high = bytes[index + 1].hexDigitValue,
      let low = bytes[index + 2].hexDigitValue
    else { return nil }
    return (high << 4 | low, index + 3)
  }

  /// Returns the byte of a doubly encoded percent-escape, such as `%253D`, and the end of the escape.
  static func percentTwice(_ bytes: [UInt8], at index: Int) -> (byte: UInt8, end: Int)? {
    guard let sign = percent(bytes, at: index), sign.byte == UInt8(ascii: "%"), index + 4 < bytes.count,
      let high = bytes[index + 3].hexDigitValue, let low = bytes[index + 4].hexDigitValue
    else { return nil }
    return (high << 4 | low, index + 5)
  }

  /// Returns the character of the backslash escape at an index (RFC 8259 section 7) as UTF-8, and the end of the
  /// escape.
  static func backslash(_ bytes: [UInt8], at index: Int) -> (bytes: [UInt8], end: Int)? {
    guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\") else { return nil }
    switch bytes[index + 1] {
    case UInt8(ascii: "n"): return ([0x0A], index + 2)
    case UInt8(ascii: "t"): return ([0x09], index + 2)
    case UInt8(ascii: "r"): return ([0x0D], index + 2)
    case UInt8(ascii: "b"): return ([0x08], index + 2)
    case UInt8(ascii: "f"): return ([0x0C], index + 2)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return ([bytes[index + 1]], index + 2)
    case UInt8(ascii: "u"):
      guard var value = unit(bytes, at: index + 2) else { return nil }
      var end = index + 6
      if 0xD800..<0xDC00 ~= value, end + 1 < bytes.count, bytes[end] == UInt8(ascii: "\\"),
        bytes[end + 1] == UInt8(ascii: "u"), let low = unit(bytes, at: end + 2), 0xDC00..<0xE000 ~= low
      {
        value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        end += 6
      }
      return Unicode.Scalar(value).map { (Array(String($0).utf8), end) }
    default: return nil
    }
  }

  /// Returns the character of the entity at an index (XML section 4.1, HTML section 13.5) as UTF-8, and the end of the
  /// entity.
  static func entity(_ bytes: [UInt8], at index: Int) -> (bytes: [UInt8], end: Int)? {
    guard index + 2 < bytes.count, bytes[index] == UInt8(ascii: "&") else { return nil }
    return reference(bytes, at: index + 1)
  }

  /// Returns the character of a doubly escaped entity, such as `&amp;lt;`, as UTF-8, and the end of the entity.
  static func entityTwice(_ bytes: [UInt8], at index: Int) -> (bytes: [UInt8], end: Int)? {
    guard let sign = entity(bytes, at: index), sign.bytes == [UInt8(ascii: "&")] else { return nil }
    return reference(bytes, at: sign.end)
  }

  /// Returns a Boolean value that indicates whether a string contains a markup entity.
  static func hasEntity(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.contains(UInt8(ascii: "&")) else { return false }
    let bytes = Array(text)
    return bytes.indices.contains { entity(bytes, at: $0) != nil }
  }

  /// Returns a string escaped for markup.
  static func markup(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "&"): Array("&amp;".utf8)
      case UInt8(ascii: "<"): Array("&lt;".utf8)
      case UInt8(ascii: ">"): Array("&gt;".utf8)
      case UInt8(ascii: "\""): Array("&quot;".utf8)
      case UInt8(ascii: "'"): Array("&#39;".utf8)
      default: [byte]
      }
    }
  }

  /// Returns the quotation mark at an index. It may be plain, escaped with a backslash, or a markup entity.
  static func quote(_ bytes: [UInt8], at index: Int) -> ArraySlice<UInt8>? {
    guard index < bytes.count else { return nil }
    switch bytes[index] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return bytes[index...index]
    case UInt8(ascii: "\\"):
      guard index + 1 < bytes.count, isQuote(bytes[index + 1]) else { return nil }
      return bytes[index...index + 1]
    case UInt8(ascii: "&"):
      guard let read = entity(bytes, at: index), read.bytes.count == 1, isQuote(read.bytes[0]) else { return nil }
      return bytes[index..<read.end]
    default: return nil
    }
  }

  /// Returns the start of the quotation mark that ends at an index, or `nil` if there is none.
  static func quote(_ bytes: [UInt8], before end: Int) -> Int? {
    guard end > 0 else { return nil }
    if isQuote(bytes[end - 1]) { return end > 1 && bytes[end - 2] == UInt8(ascii: "\\") ? end - 2 : end - 1 }
    guard bytes[end - 1] == UInt8(ascii: ";") else { return nil }
    let start = bytes[max(0, end - 8)..<end].lastIndex(of: UInt8(ascii: "&"))
    return start.flatMap { quote(bytes, at: $0)?.endIndex == end ? $0 : nil }
  }

  static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

  /// The named characters that are likely to occur in strings with secrets.
  private static let names: [(name: [UInt8], byte: UInt8)] = [
    ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("AMP", "&"), ("LT", "<"), ("GT", ">"),
    ("QUOT", "\""), ("plus", "+"), ("sol", "/"), ("equals", "="), ("percnt", "%"), ("num", "#"), ("dollar", "$"),
    ("excl", "!"), ("quest", "?"), ("commat", "@"), ("colon", ":"), ("semi", ";"), ("comma", ","), ("period", "."),
    ("lowbar", "_"), ("bsol", "\\"), ("ast", "*"), ("lpar", "("), ("rpar", ")"), ("lsqb", "["), ("rsqb", "]"),
    ("lbrack", "["), ("rbrack", "]"), ("lcub", "{"), ("rcub", "}"), ("lbrace", "{"), ("rbrace", "}"), ("verbar", "|"),
    ("vert", "|"), ("grave", "`"), ("Hat", "^"), ("nbsp", " "), ("Tab", "\t"), ("NewLine", "\n"),
  ].map { name, character in (Array(name.utf8) + [UInt8(ascii: ";")], Array(character.utf8)[0]) }

  /// Returns the character of an entity whose `&` has been read, with or without the semicolon. The entity is a name or
  /// a number.
  private static func reference(_ bytes: [UInt8], at index: Int) -> (bytes: [UInt8], end: Int)? {
    guard index + 1 < bytes.count else { return nil }
    guard bytes[index] == UInt8(ascii: "#") else {
      return names.first { $0.name[0] == bytes[index] && bytes[index...].starts(with: $0.name) }.map {
        ([$0.byte], index + $0.name.count)
      }
    }
    var end = index + 1
    let isHexadecimal = bytes[end] == UInt8(ascii: "x") || bytes[end] == UInt8(ascii: "X")
    if isHexadecimal { end += 1 }
    let first = end
    var value: UInt32 = 0
    while end < bytes.count, end - first < 8, let digit = bytes[end].hexDigitValue, isHexadecimal || digit < 10 {
      (value, end) = (value &* (isHexadecimal ? 16 : 10) &+ UInt32(digit), end + 1)
    }
    guard end > first, let scalar = Unicode.Scalar(value) else { return nil }
    if end < bytes.count, bytes[end] == UInt8(ascii: ";") { end += 1 }
    return (Array(String(scalar).utf8), end)
  }

  /// Returns the end of a plain or URL-encoded space at an index, or `nil` if there is none.
  static func blank(_ bytes: [UInt8], at index: Int) -> Int? {
    switch bytes[index] {
    case UInt8(ascii: " "), UInt8(ascii: "+"): index + 1
    case UInt8(ascii: "%"): percent(bytes, at: index).flatMap { $0.byte == 0x20 ? $0.end : nil }
    default: nil
    }
  }

  /// Returns the possible decodings of the bytes at an index.
  static func others(_ bytes: [UInt8], at index: Int) -> [(bytes: [UInt8], end: Int)] {
    switch bytes[index] {
    case UInt8(ascii: "%"):
      [percent(bytes, at: index), percentTwice(bytes, at: index)].compactMap { $0.map { ([$0.byte], $0.end) } }
    case UInt8(ascii: "\\"): backslash(bytes, at: index).map { [$0] } ?? []
    case UInt8(ascii: "&"): [entity(bytes, at: index), entityTwice(bytes, at: index)].compactMap(\.self)
    case UInt8(ascii: "+"): [([0x20], index + 1)]
    default: []
    }
  }

  private static func unit(_ bytes: [UInt8], at index: Int) -> UInt32? {
    guard index + 3 < bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[index..<index + 4] {
      guard let digit = byte.hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
