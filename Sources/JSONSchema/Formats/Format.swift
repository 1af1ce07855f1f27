/// The values of `format` that are asserted.
///
/// `idn-email`, `idn-hostname`, `iri`, `iri-reference`, `uri-template`, `relative-json-pointer` and names that nobody
/// defined are annotations: they accept every string.
enum Format: String, Sendable, CaseIterable {
  case dateTime = "date-time"
  case date
  case time
  case duration
  case email
  case uri
  case uriReference = "uri-reference"
  case uuid
  case ipv4
  case ipv6
  case hostname
  case jsonPointer = "json-pointer"
  case regex

  /// Whether a UTF-8 text has the format.
  func holds(_ text: [UInt8]) -> Bool {
    var scanner = FormatScanner(text)
    switch self {
    case .dateTime: return scanner.dateTime() && scanner.isAtEnd
    case .date: return scanner.date() && scanner.isAtEnd
    case .time: return scanner.time() && scanner.isAtEnd
    case .duration: return scanner.duration() && scanner.isAtEnd
    case .email: return EmailFormat.holds(text)
    case .uri: return URIFormat.holds(text, needsScheme: true)
    case .uriReference: return URIFormat.holds(text, needsScheme: false)
    case .uuid: return scanner.uuid() && scanner.isAtEnd
    case .ipv4: return AddressFormat.isIPv4(text[...])
    case .ipv6: return AddressFormat.isIPv6(text[...])
    case .hostname: return HostnameFormat.holds(text[...])
    case .jsonPointer: return scanner.jsonPointer()
    case .regex:
      do throws(PatternFault) {
        _ = try Pattern(String(decoding: text, as: UTF8.self))
        return true
      } catch {
        if case .undecided = error { return true }
        return false
      }
    }
  }
}
