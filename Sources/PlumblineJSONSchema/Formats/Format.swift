/// The values of `format` that can be asserted: all formats that the drafts define.
enum Format: String, Sendable, CaseIterable {
  case dateTime = "date-time"
  case date
  case time
  case duration
  case email
  case idnEmail = "idn-email"
  case hostname
  case idnHostname = "idn-hostname"
  case ipv4
  case ipv6
  case uri
  case uriReference = "uri-reference"
  case iri
  case iriReference = "iri-reference"
  case uriTemplate = "uri-template"
  case uuid
  case jsonPointer = "json-pointer"
  case relativeJSONPointer = "relative-json-pointer"
  case regex

  /// Creates the format with a name, or returns `nil` if the draft doesn't define it.
  init?(_ name: String, in draft: SchemaDraft) {
    guard let format = Self(rawValue: name), format.since <= draft else { return nil }
    self = format
  }

  /// The first draft that defines the format.
  private var since: SchemaDraft {
    switch self {
    case .dateTime, .email, .hostname, .ipv4, .ipv6, .uri: .draft4
    case .uriReference, .uriTemplate, .jsonPointer: .draft6
    case .date, .time, .idnEmail, .idnHostname, .iri, .iriReference, .relativeJSONPointer, .regex: .draft7
    case .duration, .uuid: .draft2019
    }
  }

  /// Returns a Boolean value that indicates whether a UTF-8 string has the format.
  func holds(_ text: ByteView) -> Bool {
    switch self {
    case .dateTime: return read(text) { $0.dateTime() }
    case .date: return read(text) { $0.date() }
    case .time: return read(text) { $0.time() }
    case .duration: return read(text) { $0.duration() }
    case .uuid: return UUIDFormat.holds(text)
    case .jsonPointer: return read(text) { $0.jsonPointer() }
    case .relativeJSONPointer: return read(text) { $0.relativeJSONPointer() }
    case .email: return EmailFormat.holds(text, isInternational: false)
    case .idnEmail: return EmailFormat.holds(text, isInternational: true)
    case .hostname: return HostnameFormat.holds(text)
    case .idnHostname: return InternationalHostname.holds(text)
    case .ipv4: return AddressFormat.isIPv4(text)
    case .ipv6: return AddressFormat.isIPv6(text)
    case .uri: return URIFormat(isInternational: false, needsScheme: true).holds(text)
    case .uriReference: return URIFormat(isInternational: false, needsScheme: false).holds(text)
    case .iri: return URIFormat(isInternational: true, needsScheme: true).holds(text)
    case .iriReference: return URIFormat(isInternational: true, needsScheme: false).holds(text)
    case .uriTemplate: return URITemplateFormat.holds(text)
    case .regex: return Self.isPattern(text)
    }
  }

  private func read(_ text: ByteView, _ body: (inout FormatScanner) -> Bool) -> Bool {
    var scanner = FormatScanner(text)
    return body(&scanner) && scanner.isAtEnd
  }

  /// Returns a Boolean value that indicates whether a string is a syntactically valid pattern, even if it can't be
  /// decided.
  private static func isPattern(_ text: ByteView) -> Bool {
    var parser = PatternParser(String(decoding: text, as: UTF8.self))
    do throws(PatternFault) {
      _ = try parser.parse()
      return true
    } catch {
      if case .undecided = error { return true }
      return false
    }
  }
}

/// Universally unique identifiers according to RFC 9562: hexadecimal digits in groups of 8, 4, 4, 4, and 12.
enum UUIDFormat {
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  static func holds(_ text: ByteView) -> Bool {
    guard text.count == 36 else { return false }
    // Bytes 8 and 13 are the first and sixth bytes of one word, and bytes 18 and 23 are the third and eighth bytes of
    // the next.
    let (second, third) = (text.word(at: 8), text.word(at: 16))
    guard second & 0x0000_FF00_0000_00FF == 0x0000_2D00_0000_002D,
      third & 0xFF00_0000_00FF_0000 == 0x2D00_0000_002D_0000
    else { return false }
    // Turn each of these dashes into a `0` with an exclusive or, so that whole words can be tested for digits.
    return areHexDigits(text.word(at: 0)) && areHexDigits(second ^ 0x0000_1D00_0000_001D)
      && areHexDigits(third ^ 0x1D00_0000_001D_0000) && areHexDigits(text.word(at: 24))
      && areHexDigits(text.word(at: 28))
  }

  /// Returns a Boolean value that indicates whether all eight bytes of a word are hexadecimal digits.
  @inline(__always)
  private static func areHexDigits(_ word: UInt64) -> Bool {
    // For bytes below 0x80, each sum stays within its byte, and sets bit 7 if the byte is at least 0x80 minus the
    // summand.
    let isDigit = (word &+ 0x5050_5050_5050_5050) & ~(word &+ 0x4646_4646_4646_4646)
    let lower = word | 0x2020_2020_2020_2020
    let isLetter = (lower &+ 0x1F1F_1F1F_1F1F_1F1F) & ~(lower &+ 0x1919_1919_1919_1919)
    return word & highs == 0 && (isDigit | isLetter) & highs == highs
  }
}
