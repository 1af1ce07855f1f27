import PlumblineASCII

/// A namespace for finding secrets in strings by their format or the preceding text.
///
/// Some secrets have a recognizable format: JSON Web Tokens (RFC 7519 section 3), private keys (RFC 7468), the password
/// in a URL, and keys with a known prefix, such as those of AWS and Stripe. Others are recognized by the preceding
/// text: either an `Authorization` scheme (RFC 9110 section 11.4) or a name from ``SecretNames`` in a string that looks
/// like a form, JSON, markup, a log, a sentence or a command. Examples are `password=x`, `"password": "x"`,
/// `<password>x` and `token: 8f0c` (``SecretPhrases``, ``SecretMarkup``).
enum SecretShapes {
  /// Returns the ranges of secrets in any order. They may overlap.
  static func places(in bytes: [UInt8]) -> [Range<Int>] {
    guard bytes.count >= 4 else { return [] }
    var walk = SecretWalk()
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "e"): token(at: index, in: bytes, &walk)
      case UInt8(ascii: "-"): privateKey(at: index, in: bytes, &walk)
      case UInt8(ascii: ":"):
        userInformation(at: index, in: bytes, &walk)
        SecretPhrases.values(at: index, in: bytes, &walk)
        SecretPhrases.userOption(at: index, in: bytes, &walk)
      case UInt8(ascii: "="): SecretPhrases.values(at: index, in: bytes, &walk)
      case UInt8(ascii: "<"): SecretMarkup.places(at: index, in: bytes, &walk)
      case UInt8(ascii: " "), UInt8(ascii: "+"), UInt8(ascii: "%"):
        guard SecretPhrases.mayTell(before: index, in: bytes) else { break }
        SecretPhrases.credentials(at: index, in: bytes, &walk)
        SecretPhrases.spoken(at: index, in: bytes, &walk)
      default: break
      }
      key(at: index, in: bytes, &walk)
    }
    return walk.places
  }

  /// Finds a JSON Web Token. It has at least three parts, unless an ellipsis truncates it.
  private static func token(at start: Int, in bytes: [UInt8], _ walk: inout SecretWalk) {
    guard bytes[start...].starts(with: "eyJ".utf8), !isWord(start - 1, in: bytes) else { return }
    let end = walk.tokens.end(from: start, in: bytes)
    let isWhole = walk.tokens.hasTwoDots(from: start) && end - start > 20
    if isWhole || end - start > 3 && isEllipsis(at: end, in: bytes) { walk.add(start..<end, .token) }
  }

  private static func privateKey(at start: Int, in bytes: [UInt8], _ walk: inout SecretWalk) {
    guard bytes[start...].starts(with: "-----BEGIN ".utf8) else { return }
    let head = bytes[start...].dropFirst(11)
    guard let dashes = head.firstIndex(of: UInt8(ascii: "-")), head[..<dashes].hasSuffix("PRIVATE KEY") else { return }
    let body = min(dashes + 5, bytes.count)
    let end = walk.keyEnds.end(from: body, in: bytes) { index in
      bytes[index] == UInt8(ascii: "-") && bytes[index...].starts(with: "-----END".utf8)
    }
    walk.add(body..<end, .privateKey)
  }

  /// Finds the password in a URL such as `https://user:password@host`.
  private static func userInformation(at colon: Int, in bytes: [UInt8], _ walk: inout SecretWalk) {
    // Read only back to the previous colon. The text before it was handled there.
    var start = colon
    while start > walk.colon.index + 1, bytes[start - 1] != UInt8(ascii: "/"), !bytes[start - 1].isBlankOrQuote {
      start -= 1
    }
    if start == walk.colon.index + 1 { start = walk.colon.start }
    walk.colon = (colon, start)
    guard start >= 3, bytes[(start - 3)..<start].elementsEqual("://".utf8) else { return }
    let end = walk.passwords.end(from: colon + 1, in: bytes) { index in
      bytes[index] == UInt8(ascii: "@") || bytes[index] == UInt8(ascii: "/") || bytes[index].isBlankOrQuote
    }
    if end < bytes.count, bytes[end] == UInt8(ascii: "@"), end > colon + 1 {
      walk.add(colon + 1..<end, .userInformation)
    }
  }

  private struct Key {
    let beginning: [UInt8]
    /// The minimum number of characters after the prefix.
    let least: Int
    /// The exact number of characters after the prefix, or `nil` if it isn't fixed.
    let exactly: Int?

    init(_ beginning: String, _ least: Int, exactly: Int? = nil) {
      self.beginning = Array(beginning.utf8)
      self.least = least
      self.exactly = exactly
    }
  }

  /// The kinds of keys, indexed by the first byte of their prefix.
  private static let keys: [[Key]] = {
    let stripe = ["sk", "pk", "rk"].flatMap { kind in ["live", "test"].map { Key("\(kind)_\($0)_", 8) } }
    let amazon = ["AKIA", "ASIA"].map { Key($0, 16, exactly: 16) }
    let others = [
      Key("whsec_", 8), Key("ghp_", 20), Key("gho_", 20), Key("ghu_", 20), Key("ghs_", 20), Key("ghr_", 20),
      Key("github_pat_", 20), Key("glpat-", 16), Key("xoxb-", 10), Key("xoxp-", 10), Key("xoxa-", 10),
      Key("xoxr-", 10), Key("xoxs-", 10), Key("xapp-", 10), Key("AIza", 30), Key("ya29.", 20), Key("npm_", 30),
      Key("SG.", 30), Key("sk-", 20), Key("hf_", 20), Key("shpat_", 20), Key("dop_v1_", 20), Key("pypi-", 30),
    ]
    let known = stripe + amazon + others
    return (0...UInt8.max).map { byte in known.filter { $0.beginning[0] == byte } }
  }()

  private static func key(at start: Int, in bytes: [UInt8], _ walk: inout SecretWalk) {
    let keys = keys[Int(bytes[start])]
    guard !keys.isEmpty, !isWord(start - 1, in: bytes) else { return }
    for key in keys where bytes[start...].starts(with: key.beginning) {
      let tail = start + key.beginning.count
      let end =
        key.exactly == nil
        ? walk.tokens.end(from: tail, in: bytes)
        : walk.words.end(from: tail, in: bytes) { !bytes[$0].isOfToken }
      let isCut = isEllipsis(at: end, in: bytes)
      if let exactly = key.exactly, end - tail != exactly, !isCut { continue }
      if end - tail >= key.least || isCut { return walk.add(start..<end, .key) }
    }
  }

  /// Returns a Boolean value that indicates whether there is an ellipsis at an index.
  static func isEllipsis(at index: Int, in bytes: [UInt8]) -> Bool {
    index < bytes.count && bytes[index] == 0xE2 && bytes[index...].starts(with: "…".utf8)
  }

  /// Returns a Boolean value that indicates whether there is a letter or digit at an index, ignoring those of an escape
  /// such as `%3D` or `\n`.
  static func isWord(_ index: Int, in bytes: [UInt8]) -> Bool {
    guard bytes.indices.contains(index) else { return false }
    switch bytes[index] {
    case ASCII.digits, ASCII.capitals, ASCII.smallLetters, 0x5F, 0x80...: break
    default: return false
    }
    if isEllipsis(at: index, in: bytes) { return false }
    if index >= 1, bytes[index - 1] == UInt8(ascii: "\\") { return false }
    return index < 2 || EscapedText.percent(bytes, at: index - 2) == nil
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether the byte is allowed in the URL-safe Base64 of tokens.
  var isOfToken: Bool {
    switch self {
    case ASCII.digits, ASCII.capitals, ASCII.smallLetters, 0x2D, 0x5F: true
    default: false
    }
  }

  var isBlankOrQuote: Bool {
    switch self {
    case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: ">"): true
    default: false
    }
  }
}

extension ArraySlice<UInt8> {
  func isText(_ text: String) -> Bool { elementsEqual(text.utf8) }

  func hasSuffix(_ text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
