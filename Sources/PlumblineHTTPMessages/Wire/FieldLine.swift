import PlumblineASCII

/// A parser for a `Name: value` line (RFC 9112 section 5).
enum FieldLine {
  /// Finds the name and the value in a line without its CRLF. The field's offsets are relative to `base`.
  static func parse(
    _ bytes: Span<UInt8>, from start: Int, to end: Int, base: Int
  ) throws(RequestRefusal) -> HeaderFields.Field {
    var position = start
    while position < end, FieldSyntax.isToken(bytes[position]) { position += 1 }
    guard position < end, bytes[position] == 0x3A, position > start else {
      throw malformedName(bytes, start: start, at: position, end: end)
    }
    var valueStart = position + 1
    var valueEnd = end
    while valueStart < valueEnd, isBlank(bytes[valueStart]) { valueStart += 1 }
    while valueEnd > valueStart, isBlank(bytes[valueEnd - 1]) { valueEnd -= 1 }
    guard bytes.areValues(from: valueStart, to: valueEnd) else {
      throw RequestRefusal(400, "A header field's value contains a control character.")
    }
    return HeaderFields.Field(
      nameStart: UInt32(truncatingIfNeeded: start - base), nameLength: UInt32(truncatingIfNeeded: position - start),
      valueStart: UInt32(truncatingIfNeeded: valueStart - base),
      valueLength: UInt32(truncatingIfNeeded: valueEnd - valueStart))
  }

  /// Returns a Boolean value that indicates whether a range equals the given lowercase string, ignoring case.
  @inline(__always)
  static func isEqual(_ bytes: Span<UInt8>, _ start: Int, _ length: Int, _ text: StaticString) -> Bool {
    guard length == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { text in
      for index in 0..<length where bytes[start + index].lowercased != text[index] { return false }
      return true
    }
  }

  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func malformedName(_ bytes: Span<UInt8>, start: Int, at position: Int, end: Int) -> RequestRefusal {
    guard position < end else { return RequestRefusal(400, "A header field has no colon.") }
    let isFirst = position == start
    if isFirst, isBlank(bytes[position]) {
      return RequestRefusal(
        400, "A line starts with \(words(for: bytes[position])): folded header fields are not accepted.")
    }
    if isFirst, bytes[position] == 0x3A { return RequestRefusal(400, "A header field has no name before its colon.") }
    var next = position
    while next < end, isBlank(bytes[next]) { next += 1 }
    if next > position, next < end, bytes[next] == 0x3A {
      return RequestRefusal(400, "There is \(words(for: bytes[position])) before the colon of a header field.")
    }
    return RequestRefusal(400, "The name of a header field contains \(words(for: bytes[position])).")
  }

  /// Returns a description of a byte that isn't allowed in a name.
  private static func words(for byte: UInt8) -> String {
    switch byte {
    case 0x20: return "a space"
    case 0x09: return "a tab"
    case 0x21...0x7E: return "the character \(Character(Unicode.Scalar(byte)))"
    default:
      let digits = String(byte, radix: 16, uppercase: true)
      return "the byte 0x\(byte < 0x10 ? "0" : "")\(digits)"
    }
  }
}
