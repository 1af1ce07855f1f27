import PlumblineASCII
import PlumblineHTTPMessages

/// A rule that replaces a server's base URLs with a different one in strings.
///
/// A match must end where the base URL ends: before a path, a query, a fragment, or a character that isn't part of a
/// URL. Therefore, `https://api.example.com` doesn't match `https://api.example.community`. Case is ignored. JSON may
/// contain `\/` instead of `/`, and forms and queries may be percent-encoded.
struct AddressRewriting: Sendable {
  /// The kinds of text that can contain URLs.
  enum Form: Sendable {
    /// JSON, where only a string that begins with the URL counts, because prose that contains a URL isn't a link.
    case json
    /// Markup, events, and header fields, where URLs may occur anywhere.
    case text
    /// Queries and forms, whose values may be URLs.
    case encoded
  }

  private struct Pattern: Sendable {
    let from: [UInt8]
    let to: [UInt8]
  }

  private let plain: [Pattern]
  private let escaped: [Pattern]
  private let encoded: [Pattern]

  /// - Parameters:
  ///   - bases: The base URLs to replace, without a trailing slash.
  ///   - replacement: The text that replaces them, without a trailing slash.
  init(_ bases: [String], to replacement: String) {
    func patterns(_ spell: (String) -> String) -> [Pattern] {
      // Put longer base URLs first, because they may begin with shorter ones.
      bases.map { Pattern(from: Array(spell($0).lowercased().utf8), to: Array(spell(replacement).utf8)) }
        .sorted { $0.from.count > $1.from.count }
    }
    plain = patterns { $0 }
    escaped = patterns { $0.replacing("/", with: #"\/"#) }
    encoded = patterns { PercentEncoding.encode($0) }
  }

  /// Returns the text with all base URLs replaced, or `nil` if it contains none.
  func rewrite(_ bytes: [UInt8], as form: Form) -> [UInt8]? {
    let patterns =
      switch form {
      case .json: plain + escaped
      case .text: plain + escaped
      case .encoded: encoded + plain
      }
    var written: [UInt8] = []
    var copied = bytes.startIndex
    var index = bytes.startIndex
    while index < bytes.endIndex {
      guard begins(at: index, in: bytes, form),
        let found = patterns.first(where: { matches($0, at: index, in: bytes) })
      else {
        index += 1
        continue
      }
      written += bytes[copied..<index] + found.to
      index += found.from.count
      copied = index
    }
    return copied == bytes.startIndex ? nil : written + bytes[copied...]
  }

  /// Returns a string with all base URLs replaced, or `nil` if it contains none.
  func rewrite(_ text: String, as form: Form) -> String? {
    rewrite(Array(text.utf8), as: form).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns a Boolean value that indicates whether a URL may begin at a position: after a quotation mark in JSON,
  /// after `=` in a form, and otherwise after anything but a letter or digit.
  private func begins(at index: Int, in bytes: [UInt8], _ form: Form) -> Bool {
    // Skip other letters quickly: all base URLs begin with `http`.
    guard bytes[index] | 0x20 == UInt8(ascii: "h") else { return false }
    guard index > bytes.startIndex else { return form == .text }
    let before = bytes[index - 1]
    switch form {
    case .json:
      // An escaped quotation mark is in the middle of a string.
      return before == UInt8(ascii: "\"") && (index < 2 || bytes[index - 2] != UInt8(ascii: "\\"))
    case .encoded: return before == UInt8(ascii: "=")
    case .text: return !Self.isWord(before)
    }
  }

  private func matches(_ pattern: Pattern, at index: Int, in bytes: [UInt8]) -> Bool {
    guard bytes.count - index >= pattern.from.count else { return false }
    for (offset, wanted) in pattern.from.enumerated() where bytes[index + offset].lowercased != wanted {
      return false
    }
    let end = index + pattern.from.count
    guard end < bytes.endIndex else { return true }
    let next = bytes[end]
    // Don't match a prefix of a longer URL: a host continues with a dot, a port with a colon, a segment with any
    // segment character, and a user ends with `@`.
    if next == UInt8(ascii: "%") { return pattern.from.contains(UInt8(ascii: "%")) && Self.endsSegment(bytes[end...]) }
    return !Self.isWord(next) && !Self.others.contains(next)
  }

  private static let others = Set("-._~:@!$+".utf8)

  /// Returns a Boolean value that indicates whether the text continues with a percent-encoded `/`, `?`, `#`, or `&`,
  /// which ends a segment.
  private static func endsSegment(_ rest: ArraySlice<UInt8>) -> Bool {
    ["%2f", "%3f", "%23", "%26"].contains(String(decoding: rest.prefix(3), as: UTF8.self).lowercased())
  }

  private static func isWord(_ byte: UInt8) -> Bool { byte.isAlphanumeric || byte >= 0x80 }
}
