/// Finds secrets in texts by what they look like, or by what stands before them.
///
/// By their looks: JSON Web Tokens (RFC 7519 section 3), private keys (RFC 7468), the password in a URL, and keys whose
/// makers gave them a beginning to be known by, such as AWS and Stripe. By what stands before them: the scheme of an
/// Authorization (RFC 9110 section 11.4), and a name of ``SecretNames`` in what looks like a form, JSON, markup, a log, a
/// sentence or a command: `password=x`, `"password": "x"`, `<password>x`, `token: 8f0c` (``SecretPhrases``,
/// ``SecretMarkup``).
enum SecretShapes {
  /// The places of secrets, in any order; they may overlap.
  static func places(in bytes: [UInt8]) -> [Range<Int>] {
    guard bytes.count >= 4 else { return [] }
    var places: [Range<Int>] = []
    var index = 0
    // Up to here what stands in others was gone through.
    var seen = (elements: 0, values: 0)
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "e"):
        if let place = token(at: index, in: bytes) { places.append(place) }
      case UInt8(ascii: "-"):
        if let place = privateKey(at: index, in: bytes) { places.append(place) }
      case UInt8(ascii: ":"):
        if let place = userInformation(at: index, in: bytes) { places.append(place) }
        places += SecretPhrases.values(at: index, in: bytes, &seen.values)
        if let place = SecretPhrases.userOption(at: index, in: bytes) { places.append(place) }
      case UInt8(ascii: "="):
        places += SecretPhrases.values(at: index, in: bytes, &seen.values)
      case UInt8(ascii: "<"): places += SecretMarkup.places(at: index, in: bytes, &seen.elements)
      case UInt8(ascii: " "), UInt8(ascii: "+"), UInt8(ascii: "%"):
        guard SecretPhrases.mayTell(before: index, in: bytes) else { break }
        if let place = SecretPhrases.credentials(at: index, in: bytes) { places.append(place) }
        if let place = SecretPhrases.spoken(at: index, in: bytes) { places.append(place) }
      default: break
      }
      if let place = key(at: index, in: bytes) { places.append(place) }
      index += 1
    }
    return places
  }

  /// A JSON Web Token: at least three parts, or what an ellipsis left of one.
  private static func token(at start: Int, in bytes: [UInt8]) -> Range<Int>? {
    guard bytes[start...].starts(with: "eyJ".utf8), !isWord(start - 1, in: bytes) else { return nil }
    let end = bytes[start...].firstIndex { !$0.isOfToken && $0 != UInt8(ascii: ".") } ?? bytes.count
    let dots = bytes[start..<end].count { $0 == UInt8(ascii: ".") }
    let isCut = bytes[end...].starts(with: "…".utf8)
    return dots >= 2 && end - start > 20 || isCut && end - start > 3 ? start..<end : nil
  }

  private static func privateKey(at start: Int, in bytes: [UInt8]) -> Range<Int>? {
    guard bytes[start...].starts(with: "-----BEGIN ".utf8) else { return nil }
    let head = bytes[start...].dropFirst(11)
    guard let dashes = head.firstIndex(of: UInt8(ascii: "-")), head[..<dashes].hasSuffix("PRIVATE KEY") else {
      return nil
    }
    let body = min(dashes + 5, bytes.count)
    var end = body
    while end < bytes.count, !bytes[end...].starts(with: "-----END".utf8) { end += 1 }
    return body..<end
  }

  /// The password of `https://user:password@host`.
  private static func userInformation(at colon: Int, in bytes: [UInt8]) -> Range<Int>? {
    var start = colon
    while start > 0, bytes[start - 1] != UInt8(ascii: "/"), !bytes[start - 1].isBlankOrQuote { start -= 1 }
    guard start >= 3, bytes[(start - 3)..<start].elementsEqual("://".utf8) else { return nil }
    let end = bytes[(colon + 1)...].firstIndex {
      $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "/") || $0.isBlankOrQuote
    }
    guard let end, bytes[end] == UInt8(ascii: "@"), end > colon + 1 else { return nil }
    return colon + 1..<end
  }

  private struct Key {
    let beginning: [UInt8]
    /// So many characters follow at least.
    let least: Int
    /// So many follow, no more; `nil` where it is open.
    let exactly: Int?

    init(_ beginning: String, _ least: Int, exactly: Int? = nil) {
      self.beginning = Array(beginning.utf8)
      self.least = least
      self.exactly = exactly
    }
  }

  /// By their first byte.
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

  private static func key(at start: Int, in bytes: [UInt8]) -> Range<Int>? {
    let keys = keys[Int(bytes[start])]
    guard !keys.isEmpty, !isWord(start - 1, in: bytes) else { return nil }
    for key in keys where bytes[start...].starts(with: key.beginning) {
      let tail = start + key.beginning.count
      let end =
        bytes[tail...].firstIndex { !$0.isOfToken && ($0 != UInt8(ascii: ".") || key.exactly != nil) } ?? bytes.count
      let isCut = bytes[end...].starts(with: "…".utf8)
      if let exactly = key.exactly, end - tail != exactly, !isCut { continue }
      if end - tail >= key.least || isCut { return start..<end }
    }
    return nil
  }

  /// Whether a letter or digit stands at an index; that of an escape (`%3D`, `\n`) is none.
  static func isWord(_ index: Int, in bytes: [UInt8]) -> Bool {
    guard bytes.indices.contains(index) else { return false }
    switch bytes[index] {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...: break
    default: return false
    }
    if bytes[index] == 0xE2, bytes[index...].starts(with: "…".utf8) { return false }
    if index >= 1, bytes[index - 1] == UInt8(ascii: "\\") { return false }
    return index < 2 || EscapedText.percent(bytes, at: index - 2) == nil
  }
}

extension UInt8 {
  /// Whether it may stand in the URL-safe Base64 of tokens.
  var isOfToken: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
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
