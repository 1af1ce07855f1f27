/// Finds secrets in prose, logs and markup by the word before them.
enum SecretPhrases {
  private static let longestName = 64
  private static let schemes: Set<String> = ["bearer", "basic", "token", "apikey", "jwt", "digest"]
  private static let literals: Set<String> = ["true", "false", "null", "nil", "none", "undefined", "nan"]

  /// The credentials that follow a scheme's word, at the blank between them: `Bearer 8f0c`, `token SECRET-1`.
  ///
  /// What has neither a digit nor twenty characters is a word: `Bearer token missing`.
  static func credentials(at blank: Int, in bytes: [UInt8]) -> Range<Int>? {
    guard let after = EscapedText.blank(bytes, at: blank) else { return nil }
    var start = blank
    while start > 0, bytes[start - 1].isLetter, blank - start < 8 { start -= 1 }
    guard start < blank, schemes.contains(String(decoding: bytes[start..<blank], as: UTF8.self).lowercased()),
      !SecretShapes.isWord(start - 1, in: bytes)
    else { return nil }
    let end = bytes[after...].firstIndex { !$0.isOfToken && !$0.isOfBase64 && $0 != UInt8(ascii: ".") } ?? bytes.count
    // `Bearer realm="…"` asks for credentials.
    let text = bytes[after..<end]
    let name = text.prefix { $0 != UInt8(ascii: "=") }
    if name.count < text.count, text[name.endIndex...].contains(where: { $0 != UInt8(ascii: "=") }) { return nil }
    if name.count < text.count, end < bytes.count, bytes[end] == UInt8(ascii: "\"") { return nil }
    guard text.count >= 4, isRandom(text) else { return nil }
    return after..<end
  }

  /// The value after a name of a secret, at the mark between them: `=`, `:` or a tag's `>`.
  static func value(at mark: Int, in bytes: [UInt8]) -> Range<Int>? {
    guard let name = name(before: mark, in: bytes), let kind = SecretNames.kind(of: name), kind != .cursor else {
      return nil
    }
    var start = mark + 1
    var quote: UInt8?
    var isEscaped = false
    if bytes[mark] != UInt8(ascii: ">") {
      while start < bytes.count, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
      if start + 1 < bytes.count, bytes[start] == UInt8(ascii: "\\"), bytes[start + 1].isQuote {
        isEscaped = true
        start += 1
      }
      if start < bytes.count, bytes[start].isQuote {
        quote = bytes[start]
        start += 1
      }
    }
    let end = end(of: start, quote, isEscaped, in: bytes)
    let text = bytes[start..<end]
    guard !text.isEmpty, !literals.contains(String(decoding: text.prefix(10), as: UTF8.self).lowercased()) else {
      return nil
    }
    if quote != nil || bytes[mark] == UInt8(ascii: ">") { return start..<end }
    let isNumber = text.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }
    // A scheme's word is no credential; what follows it is found by it.
    if schemes.contains(String(decoding: text.prefix(10), as: UTF8.self).lowercased()) { return nil }
    if bytes[mark] == UInt8(ascii: "=") { return isNumber && kind == .secret && text.count < 4 ? nil : start..<end }
    return isNumber ? (kind == .code && text.count >= 3 ? start..<end : nil) : isRandom(text) ? start..<end : nil
  }

  private static func end(of start: Int, _ quote: UInt8?, _ isEscaped: Bool, in bytes: [UInt8]) -> Int {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if let quote {
        if isEscaped, byte == UInt8(ascii: "\\"), index + 1 < bytes.count, bytes[index + 1] == quote { return index }
        if !isEscaped, byte == quote { return index }
        index += !isEscaped && byte == UInt8(ascii: "\\") ? 2 : 1
        continue
      }
      switch byte {
      case 0...0x20, UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"),
        UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ")"), UInt8(ascii: "}"), UInt8(ascii: "]"),
        UInt8(ascii: "\\"), UInt8(ascii: "#"):
        return index
      default:
        if bytes[index...].starts(with: "…".utf8) { return index }
        index += 1
      }
    }
    return bytes.count
  }

  /// The name that stands before a mark, in quotes or not, or as a tag.
  private static func name(before mark: Int, in bytes: [UInt8]) -> String? {
    var end = mark
    if bytes[mark] == UInt8(ascii: ">") {
      guard let open = bytes[max(0, mark - longestName)..<mark].lastIndex(of: UInt8(ascii: "<")) else { return nil }
      let tag = bytes[(open + 1)..<mark].prefix { $0.isOfName }
      return tag.isEmpty ? nil : String(decoding: tag, as: UTF8.self)
    }
    while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
    if end > 0, bytes[end - 1].isQuote {
      end -= 1
      if end > 0, bytes[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    }
    var start = end
    while start > 0, end - start < longestName, bytes[start - 1].isOfName { start -= 1 }
    return start < end ? String(decoding: bytes[start..<end], as: UTF8.self) : nil
  }

  /// Whether a text is nobody's word: it has a digit, is long, or mixes cases.
  private static func isRandom(_ text: ArraySlice<UInt8>) -> Bool {
    if text.count < 4 { return false }
    if text.count >= 20 || text.contains(where: { 0x30...0x39 ~= $0 }) { return true }
    return text.dropFirst().contains { 0x41...0x5A ~= $0 } && text.contains { 0x61...0x7A ~= $0 }
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { 0x41...0x5A ~= self || 0x61...0x7A ~= self }
  fileprivate var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }
  fileprivate var isOfName: Bool {
    isOfToken || self == UInt8(ascii: ".") || self == UInt8(ascii: "[") || self == UInt8(ascii: "]")
  }

  /// Whether it may stand in Base64 (RFC 4648 section 4), the padding included.
  var isOfBase64: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): true
    default: false
    }
  }
}
