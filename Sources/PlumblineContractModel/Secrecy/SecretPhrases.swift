import PlumblineASCII

/// A namespace for finding secrets in prose, logs and commands by the preceding word.
enum SecretPhrases {
  private static let longestName = 64
  private static let schemes: Set<String> = ["bearer", "basic", "token", "apikey", "jwt", "digest"]
  private static let literals: Set<String> = ["true", "false", "null", "nil", "none", "undefined", "nan"]

  /// Finds credentials after the name of a scheme, as in `Bearer 8f0c` or `token SECRET-1`. A string without digits and
  /// with fewer than twenty characters is treated as a word, as in `Bearer token missing`.
  ///
  /// - Parameter blank: The index of the space between the scheme and the credentials.
  static func credentials(at blank: Int, in bytes: [UInt8], _ walk: inout SecretWalk) {
    guard let after = EscapedText.blank(bytes, at: blank) else { return }
    var start = blank
    while start > 0, bytes[start - 1].isLetter, blank - start < 8 { start -= 1 }
    guard start < blank, schemes.contains(String(decoding: bytes[start..<blank], as: UTF8.self).lowercased()),
      !SecretShapes.isWord(start - 1, in: bytes)
    else { return }
    let end = walk.credentials.end(from: after, in: bytes)
    // Ignore a challenge, such as `Bearer realm="…"`.
    let text = bytes[after..<end]
    if walk.credentials.hasInnerEquals(from: after) { return }
    if text.last == UInt8(ascii: "="), end < bytes.count, bytes[end] == UInt8(ascii: "\"") { return }
    if text.count >= 4, isRandom(text) { walk.add(after..<end, .credentials) }
  }

  /// Finds the values after a secret's name.
  ///
  /// - Parameter mark: The index of the separator after the name (`=` or `:`).
  static func values(at mark: Int, in bytes: [UInt8], _ walk: inout SecretWalk) {
    guard let name = name(before: mark, in: bytes), let named = SecretNames.kind(of: name) else { return }
    var start = mark + 1
    while start < bytes.count, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    let isOpen = start < bytes.count && (bytes[start] == UInt8(ascii: "[") || bytes[start] == UInt8(ascii: "{"))
    // Search the content of brackets only once.
    if isOpen, mark >= walk.seen.values {
      let places = inner(at: start, named, in: bytes, &walk)
      for place in places { walk.add(place, .value) }
      if !places.isEmpty { return }
    }
    if let place = value(at: start, named, mark, in: bytes, &walk.values) { walk.add(place, .value) }
  }

  private static func value(
    at start: Int, _ named: SecretNames.Kind, _ mark: Int, in bytes: [UInt8], _ stretch: inout ValueStretch
  ) -> Range<Int>? {
    let (text, quote) = text(at: start, in: bytes, &stretch)
    guard !text.isEmpty, !isLiteral(text),
      let kind = settled(named, by: text, isQuoted: quote != nil, in: bytes, &stretch)
    else { return nil }
    if quote != nil { return text.indices }
    let isNumber = text.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
    // The name of a scheme isn't a credential. The credential follows it.
    if schemes.contains(String(decoding: text.prefix(10), as: UTF8.self).lowercased()) { return nil }
    if bytes[mark] == UInt8(ascii: "=") { return isNumber && kind == .secret && text.count < 4 ? nil : text.indices }
    return isNumber ? (kind == .code && text.count >= 3 ? text.indices : nil) : isRandom(text) ? text.indices : nil
  }

  /// The maximum length of bracketed content to search.
  private static let longestInner = 4096
  /// The maximum length of a name in brackets to read. Its last words determine its kind.
  private static let longestInnerName = 256

  /// Returns the values inside brackets that follow a secret's name, in a string that looks like JSON.
  private static func inner(
    at start: Int, _ named: SecretNames.Kind, in bytes: [UInt8], _ walk: inout SecretWalk
  ) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var kinds: [SecretNames.Kind?] = []
    var kind: SecretNames.Kind? = named
    var index = start
    while index < min(bytes.count, start + longestInner) {
      walk.seen.values = index
      switch bytes[index] {
      case UInt8(ascii: "["), UInt8(ascii: "{"): kinds.append(kind)
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        kinds.removeLast()
        if kinds.isEmpty { return places }
      case UInt8(ascii: ","): kind = kinds.last ?? nil
      case 0...0x20, UInt8(ascii: ":"): break
      default:
        let (text, quote) = text(at: index, in: bytes, &walk.innerValues)
        index = max(text.endIndex + (quote?.count ?? 0), index + 1)
        if bytes[min(index, bytes.count)...].first(where: { $0 > 0x20 }) == UInt8(ascii: ":") {
          let name = String(decoding: text.suffix(longestInnerName), as: UTF8.self)
          kind = SecretNames.kind(of: name, in: kinds.last ?? nil)
        } else if let kind, isSecret(text, kind, isQuoted: quote != nil, in: bytes, &walk.innerValues) {
          places.append(text.indices)
        }
        continue
      }
      index += 1
    }
    return places
  }

  private static func isSecret(
    _ text: ArraySlice<UInt8>, _ kind: SecretNames.Kind, isQuoted: Bool, in bytes: [UInt8],
    _ stretch: inout ValueStretch
  ) -> Bool {
    guard !isLiteral(text), let kind = settled(kind, by: text, isQuoted: isQuoted, in: bytes, &stretch) else {
      return false
    }
    return isQuoted || kind == .code || isRandom(text) && text.contains(where: \.isLetter)
  }

  static func isLiteral(_ text: ArraySlice<UInt8>) -> Bool {
    text.count < 10 && literals.contains(String(decoding: text, as: UTF8.self).lowercased())
  }

  /// Returns the kind of a string if it is a secret, or `nil` otherwise.
  ///
  /// - Parameter kind: The kind that the string's name implies.
  static func settled(_ kind: SecretNames.Kind, by text: ArraySlice<UInt8>) -> SecretNames.Kind? {
    let kind = kind.settled(by: text)
    return kind?.hides == true ? kind : nil
  }

  /// Returns the kind of a string, found in quotes or in a ``SecretWalk/Stretch``, if it is a secret, or `nil`
  /// otherwise.
  private static func settled(
    _ kind: SecretNames.Kind, by text: ArraySlice<UInt8>, isQuoted: Bool, in bytes: [UInt8],
    _ stretch: inout ValueStretch
  ) -> SecretNames.Kind? {
    guard kind == .opaque, !isQuoted else { return settled(kind, by: text) }
    return stretch.isOpaque(from: text.startIndex, in: bytes) ? .secret : nil
  }

  /// Returns the value that begins at an index, with or without quotes.
  private static func text(
    at start: Int, in bytes: [UInt8], _ stretch: inout ValueStretch
  ) -> (text: ArraySlice<UInt8>, quote: ArraySlice<UInt8>?) {
    guard let quote = EscapedText.quote(bytes, at: start) else {
      return (bytes[start..<stretch.end(from: start, in: bytes)], nil)
    }
    return (bytes[quote.endIndex..<end(of: quote, in: bytes)], quote)
  }

  /// Returns the end of a value that begins after a quotation mark.
  private static func end(of quote: ArraySlice<UInt8>, in bytes: [UInt8]) -> Int {
    var index = quote.endIndex
    while index < bytes.count {
      let byte = bytes[index]
      if byte == quote[quote.startIndex], bytes[index...].starts(with: quote) { return index }
      index += quote.count == 1 && byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return bytes.count
  }

  /// Returns a Boolean value that indicates whether an unquoted value ends before an index.
  static func endsValue(at index: Int, in bytes: [UInt8]) -> Bool {
    switch bytes[index] {
    case 0...0x20, UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ")"), UInt8(ascii: "}"), UInt8(ascii: "]"),
      UInt8(ascii: "\\"), UInt8(ascii: "#"):
      true
    default: SecretShapes.isEllipsis(at: index, in: bytes)
    }
  }

  /// Returns the quoted or unquoted name before a separator.
  private static func name(before mark: Int, in bytes: [UInt8]) -> String? {
    var end = mark
    while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
    if let quote = EscapedText.quote(bytes, before: end) { end = quote }
    var start = end
    while start > 0, end - start < longestName, bytes[start - 1].isOfName { start -= 1 }
    return start < end ? String(decoding: bytes[start..<end], as: UTF8.self) : nil
  }

  /// Returns a Boolean value that indicates whether a string is unlikely to be an ordinary word because it has a digit,
  /// is long, or mixes cases.
  static func isRandom(_ text: ArraySlice<UInt8>) -> Bool {
    if text.count < 4 { return false }
    if text.count >= 20 || text.contains(where: { $0.isDigit }) { return true }
    return text.dropFirst().contains { $0.isCapital } && text.contains { $0.isSmallLetter }
  }
}

// MARK: - Sentences and commands

extension SecretPhrases {
  /// The last three letters of names that may introduce a secret in a sentence or a command.
  private static let tails: Set<UInt32> = Set(
    ["ord", "swd", "ase", "ode", "pwd", " pw", "-pw", "ret", "pin", "otp", "key", "ken", "jwt", "cvv", "nic", "ial"]
      .map { tail(Array($0.utf8)[...]) })
  /// The last letters of these names and of scheme names.
  private static let allTails = tails.union(schemes.map { tail(Array($0.utf8)[...]) })

  /// Returns a Boolean value that indicates whether the word before a space ends like one that introduces a secret. Few
  /// words do.
  static func mayTell(before blank: Int, in bytes: [UInt8]) -> Bool {
    blank >= 3 && bytes[blank - 1].isLetter && allTails.contains(tail(bytes[blank - 3..<blank]))
  }

  /// Words that may precede the name of a secret and its value, as in `with password x`.
  private static let leads: Set<String> = ["with", "using", "use", "used"]

  private static func tail(_ word: ArraySlice<UInt8>) -> UInt32 {
    word.suffix(3).reduce(0) { $0 << 8 | UInt32($1 | 0x20) }
  }

  /// Finds the value after the name of a secret in a sentence or a command, as in `with password x7` or `--api-key x`.
  ///
  /// - Parameter blank: The index of the space between the name and the value.
  static func spoken(at blank: Int, in bytes: [UInt8], _ walk: inout SecretWalk) {
    guard tails.contains(tail(bytes[blank - 3..<blank])), let start = EscapedText.blank(bytes, at: blank),
      start < bytes.count
    else { return }
    let word = self.word(endingAt: blank, in: bytes)
    let before = bytes[..<word.lowerBound].last.map { $0 == 0x20 || $0 == UInt8(ascii: "+") } ?? false
    let last = before ? self.word(endingAt: word.lowerBound - 1, in: bytes) : word.lowerBound..<word.lowerBound
    let names = [bytes[word], bytes[last.lowerBound..<word.upperBound]]
    let kinds = names.lazy.compactMap { SecretNames.kind(of: String(decoding: $0, as: UTF8.self)) }
    guard let named = kinds.first else { return }
    let isOption = bytes[word].starts(with: "--".utf8)
    let isLed = leads.contains(String(decoding: bytes[last], as: UTF8.self).lowercased())
    let (text, quote) = text(at: start, in: bytes, &walk.spokenValues)
    guard !text.isEmpty, text.first != UInt8(ascii: "-"), !isLiteral(text),
      let kind = settled(named, by: text, isQuoted: quote != nil, in: bytes, &walk.spokenValues)
    else { return }
    let hasDigit =
      quote == nil ? walk.spokenValues.hasDigit(from: text.startIndex) : text.contains { $0.isDigit }
    let hasLetter =
      quote == nil ? walk.spokenValues.hasLetter(from: text.startIndex) : text.contains(where: \.isLetter)
    let isTold =
      isOption || isLed && (quote != nil || isRandom(text) || kind == .code && !hasLetter && text.count > 2)
      || hasDigit && hasLetter && text.count >= 6
    if isTold { walk.add(text.indices, .spoken) }
  }

  /// Returns the range of the letters, digits, dashes and underscores that end at an index.
  private static func word(endingAt end: Int, in bytes: [UInt8]) -> Range<Int> {
    var start = end
    while start > 0, end - start < longestName, bytes[start - 1].isOfToken { start -= 1 }
    return start..<end
  }

  /// Finds the password after a user name in a command, as in `curl -u bob:x`.
  ///
  /// - Parameter colon: The index of the colon between the user name and the password.
  static func userOption(at colon: Int, in bytes: [UInt8], _ walk: inout SecretWalk) {
    var start = colon
    while start > 0, colon - start < longestName, bytes[start - 1].isOfToken || bytes[start - 1].isOfAddress {
      start -= 1
    }
    guard start < colon, start >= 2 else { return }
    var option = start
    if let quote = EscapedText.quote(bytes, before: option) { option = quote }
    while option > 0, bytes[option - 1] == 0x20 || bytes[option - 1] == UInt8(ascii: "=") { option -= 1 }
    let name = word(endingAt: option, in: bytes)
    let isGlued = bytes[start..<colon].starts(with: "-u".utf8) && bytes[start - 1] <= 0x20
    let options = ["-u", "-U", "--user", "--proxy-user"]
    guard isGlued || option < start && options.contains(where: { bytes[name].isText($0) }) else { return }
    let end = walk.userPasswords.end(from: colon + 1, in: bytes) { index in
      bytes[index] <= 0x20 || EscapedText.isQuote(bytes[index])
    }
    let text = bytes[(colon + 1)..<end]
    // Ignore URLs, and pairs of numbers such as a user ID and a group ID.
    if text.starts(with: "//".utf8) || text.allSatisfy({ $0.isDigit }) { return }
    walk.add(text.indices, .userOption)
  }
}

extension UInt8 {
  var isOfName: Bool {
    isOfToken || self == UInt8(ascii: ".") || self == UInt8(ascii: "[") || self == UInt8(ascii: "]")
  }
  /// A Boolean value that indicates whether the byte is allowed in an email address but not in a token.
  fileprivate var isOfAddress: Bool {
    self == UInt8(ascii: ".") || self == UInt8(ascii: "@") || self == UInt8(ascii: "+") || self == UInt8(ascii: "%")
  }

  /// A Boolean value that indicates whether the byte is allowed in Base64 (RFC 4648 section 4), including padding.
  var isOfBase64: Bool {
    switch self {
    case ASCII.digits, ASCII.capitals, ASCII.smallLetters, UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): true
    default: false
    }
  }
}
