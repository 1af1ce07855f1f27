/// Finds secrets in prose, logs and commands by the word before them.
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

  /// The values after a name of a secret, at the mark between them: `=` or `:`.
  ///
  /// - Parameter seen: where those ended that stood in brackets after a former name. They are gone through once.
  static func values(at mark: Int, in bytes: [UInt8], _ seen: inout Int) -> [Range<Int>] {
    guard let name = name(before: mark, in: bytes), let named = SecretNames.kind(of: name) else { return [] }
    var start = mark + 1
    while start < bytes.count, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    if start < bytes.count, bytes[start] == UInt8(ascii: "[") || bytes[start] == UInt8(ascii: "{"), mark >= seen {
      let places = inner(at: start, named, in: bytes, &seen)
      if !places.isEmpty { return places }
    }
    return value(at: start, named, mark, in: bytes).map { [$0] } ?? []
  }

  private static func value(
    at start: Int, _ named: SecretNames.Kind, _ mark: Int, in bytes: [UInt8]
  ) -> Range<Int>? {
    var start = start
    let quote = EscapedText.quote(bytes, at: start)
    if let quote { start = quote.endIndex }
    let end = end(of: start, quote, in: bytes)
    let text = bytes[start..<end]
    guard !text.isEmpty, !isLiteral(text), let kind = settled(named, by: text) else { return nil }
    if quote != nil { return start..<end }
    let isNumber = text.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }
    // A scheme's word is no credential; what follows it is found by it.
    if schemes.contains(String(decoding: text.prefix(10), as: UTF8.self).lowercased()) { return nil }
    if bytes[mark] == UInt8(ascii: "=") { return isNumber && kind == .secret && text.count < 4 ? nil : start..<end }
    return isNumber ? (kind == .code && text.count >= 3 ? start..<end : nil) : isRandom(text) ? start..<end : nil
  }

  /// So much is read of what stands in brackets.
  private static let longestInner = 4096

  /// The values in brackets that belong to a name, in what looks like JSON.
  private static func inner(
    at start: Int, _ named: SecretNames.Kind, in bytes: [UInt8], _ seen: inout Int
  ) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var kinds: [SecretNames.Kind?] = []
    var kind: SecretNames.Kind? = named
    var index = start
    while index < min(bytes.count, start + longestInner) {
      seen = index
      switch bytes[index] {
      case UInt8(ascii: "["), UInt8(ascii: "{"): kinds.append(kind)
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        kinds.removeLast()
        if kinds.isEmpty { return places }
      case UInt8(ascii: ","): kind = kinds.last ?? nil
      case 0...0x20, UInt8(ascii: ":"): break
      default:
        let quote = EscapedText.quote(bytes, at: index)
        let first = quote?.endIndex ?? index
        let end = max(first, self.end(of: first, quote, in: bytes))
        index = max(end + (quote?.count ?? 0), index + 1)
        if bytes[min(index, bytes.count)...].first(where: { $0 > 0x20 }) == UInt8(ascii: ":") {
          kind = SecretNames.kind(of: String(decoding: bytes[first..<end], as: UTF8.self), in: kinds.last ?? nil)
        } else if let kind, isSecret(bytes[first..<end], kind, isQuoted: quote != nil) {
          places.append(first..<end)
        }
        continue
      }
      index += 1
    }
    return places
  }

  private static func isSecret(_ text: ArraySlice<UInt8>, _ kind: SecretNames.Kind, isQuoted: Bool) -> Bool {
    guard !isLiteral(text), let kind = settled(kind, by: text) else { return false }
    return isQuoted || kind == .code || isRandom(text) && text.contains(where: \.isLetter)
  }

  static func isLiteral(_ text: ArraySlice<UInt8>) -> Bool {
    text.count < 10 && literals.contains(String(decoding: text, as: UTF8.self).lowercased())
  }

  /// What a text under a name is, if a secret.
  static func settled(_ kind: SecretNames.Kind, by text: ArraySlice<UInt8>) -> SecretNames.Kind? {
    let kind = kind.settled(by: String(decoding: text, as: UTF8.self))
    return kind?.hides == true ? kind : nil
  }

  /// Where a value ends that begins in quotes or without any.
  static func end(of start: Int, _ quote: ArraySlice<UInt8>?, in bytes: [UInt8]) -> Int {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if let quote {
        if byte == quote[quote.startIndex], bytes[index...].starts(with: quote) { return index }
        index += quote.count == 1 && byte == UInt8(ascii: "\\") ? 2 : 1
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

  /// The name that stands before a mark, in quotes or not.
  private static func name(before mark: Int, in bytes: [UInt8]) -> String? {
    var end = mark
    while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
    if let quote = EscapedText.quote(bytes, before: end) { end = quote }
    var start = end
    while start > 0, end - start < longestName, bytes[start - 1].isOfName { start -= 1 }
    return start < end ? String(decoding: bytes[start..<end], as: UTF8.self) : nil
  }

  /// Whether a text is nobody's word: it has a digit, is long, or mixes cases.
  static func isRandom(_ text: ArraySlice<UInt8>) -> Bool {
    if text.count < 4 { return false }
    if text.count >= 20 || text.contains(where: { 0x30...0x39 ~= $0 }) { return true }
    return text.dropFirst().contains { 0x41...0x5A ~= $0 } && text.contains { 0x61...0x7A ~= $0 }
  }
}

// MARK: - Sentences and commands

extension SecretPhrases {
  /// The last three letters of the names after which a sentence or a command may say a secret.
  private static let tails: Set<UInt32> = Set(
    ["ord", "swd", "ase", "ode", "pwd", " pw", "-pw", "ret", "pin", "otp", "key", "ken", "jwt", "cvv", "nic", "ial"]
      .map { tail(Array($0.utf8)[...]) })
  /// These, and the last letters of the words for schemes.
  private static let allTails = tails.union(schemes.map { tail(Array($0.utf8)[...]) })

  /// Whether the word before a blank ends like one after which a secret may be said, as few words do.
  static func mayTell(before blank: Int, in bytes: [UInt8]) -> Bool {
    blank >= 3 && bytes[blank - 1].isLetter && allTails.contains(tail(bytes[blank - 3..<blank]))
  }

  /// Words between which and a value the name of a secret stands: `with password x`.
  private static let leads: Set<String> = ["with", "using", "use", "used"]

  private static func tail(_ word: ArraySlice<UInt8>) -> UInt32 {
    word.suffix(3).reduce(0) { $0 << 8 | UInt32($1 | 0x20) }
  }

  /// The value that a sentence or a command says after the name of a secret, at the blank between them:
  /// `with password x7`, `--api-key x`.
  static func spoken(at blank: Int, in bytes: [UInt8]) -> Range<Int>? {
    guard tails.contains(tail(bytes[blank - 3..<blank])), var start = EscapedText.blank(bytes, at: blank),
      start < bytes.count
    else { return nil }
    let word = self.word(endingAt: blank, in: bytes)
    let before = bytes[..<word.lowerBound].last.map { $0 == 0x20 || $0 == UInt8(ascii: "+") } ?? false
    let last = before ? self.word(endingAt: word.lowerBound - 1, in: bytes) : word.lowerBound..<word.lowerBound
    let names = [bytes[word], bytes[last.lowerBound..<word.upperBound]]
    let kinds = names.lazy.compactMap { SecretNames.kind(of: String(decoding: $0, as: UTF8.self)) }
    guard let named = kinds.first else { return nil }
    let isOption = bytes[word].starts(with: "--".utf8)
    let isLed = leads.contains(String(decoding: bytes[last], as: UTF8.self).lowercased())
    let quote = EscapedText.quote(bytes, at: start)
    if let quote { start = quote.endIndex }
    let text = bytes[start..<end(of: start, quote, in: bytes)]
    guard !text.isEmpty, text.first != UInt8(ascii: "-"), !isLiteral(text), let kind = settled(named, by: text) else {
      return nil
    }
    let hasDigit = text.contains { 0x30...0x39 ~= $0 }
    let hasLetter = text.contains(where: \.isLetter)
    let isTold =
      isOption || isLed && (quote != nil || isRandom(text) || kind == .code && !hasLetter && text.count > 2)
      || hasDigit && hasLetter && text.count >= 6
    return isTold ? text.indices : nil
  }

  /// The letters, digits, dashes and underscores before an index.
  private static func word(endingAt end: Int, in bytes: [UInt8]) -> Range<Int> {
    var start = end
    while start > 0, end - start < longestName, bytes[start - 1].isOfToken { start -= 1 }
    return start..<end
  }

  /// The password that a command is given with a user's name, at the colon between them: `curl -u bob:x`.
  static func userOption(at colon: Int, in bytes: [UInt8]) -> Range<Int>? {
    var start = colon
    while start > 0, colon - start < longestName, bytes[start - 1].isOfToken || bytes[start - 1].isOfAddress {
      start -= 1
    }
    guard start < colon, start >= 2 else { return nil }
    var option = start
    if let quote = EscapedText.quote(bytes, before: option) { option = quote }
    while option > 0, bytes[option - 1] == 0x20 || bytes[option - 1] == UInt8(ascii: "=") { option -= 1 }
    let name = word(endingAt: option, in: bytes)
    let isGlued = bytes[start..<colon].starts(with: "-u".utf8) && bytes[start - 1] <= 0x20
    let options = ["-u", "-U", "--user", "--proxy-user"]
    guard isGlued || option < start && options.contains(where: { bytes[name].isText($0) }) else { return nil }
    let end = bytes[colon...].firstIndex { $0 <= 0x20 || EscapedText.isQuote($0) } ?? bytes.count
    let text = bytes[(colon + 1)..<end]
    // An address is no user's name; two numbers are a user's and a group's.
    if text.starts(with: "//".utf8) || text.allSatisfy({ 0x30...0x39 ~= $0 }) { return nil }
    return text.indices
  }
}

extension UInt8 {
  var isLetter: Bool { 0x41...0x5A ~= self || 0x61...0x7A ~= self }
  var isOfName: Bool {
    isOfToken || self == UInt8(ascii: ".") || self == UInt8(ascii: "[") || self == UInt8(ascii: "]")
  }
  /// Whether it may stand in an email address, besides what may stand in tokens.
  fileprivate var isOfAddress: Bool {
    self == UInt8(ascii: ".") || self == UInt8(ascii: "@") || self == UInt8(ascii: "+") || self == UInt8(ascii: "%")
  }

  /// Whether it may stand in Base64 (RFC 4648 section 4), the padding included.
  var isOfBase64: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): true
    default: false
    }
  }
}
