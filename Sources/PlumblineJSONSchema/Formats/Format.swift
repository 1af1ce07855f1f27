/// The values of `format` that are asserted: all that the drafts define.
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

  /// The format of a name where the draft defines it.
  init?(_ name: String, in draft: SchemaLibrary.Draft) {
    guard let format = Self(rawValue: name), format.since <= draft else { return nil }
    self = format
  }

  /// The first draft that defines the format.
  private var since: SchemaLibrary.Draft {
    switch self {
    case .dateTime, .email, .hostname, .ipv4, .ipv6, .uri: .draft4
    case .uriReference, .uriTemplate, .jsonPointer: .draft6
    case .date, .time, .idnEmail, .idnHostname, .iri, .iriReference, .relativeJSONPointer, .regex: .draft7
    case .duration, .uuid: .draft2019
    }
  }

  /// Whether a UTF-8 text has the format.
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

  /// Whether a text has the syntax of a pattern, decidable or not.
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
