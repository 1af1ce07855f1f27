/// Parsing of one `Name: value` line (RFC 9112, section 5).
enum FieldLine {
  /// Finds name and value in a line without its CRLF. Offsets in the field count from `base`.
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
      throw RequestRefusal(400, "A header field's value has a control character in it.")
    }
    return HeaderFields.Field(
      nameStart: UInt32(truncatingIfNeeded: start - base), nameLength: UInt32(truncatingIfNeeded: position - start),
      valueStart: UInt32(truncatingIfNeeded: valueStart - base),
      valueLength: UInt32(truncatingIfNeeded: valueEnd - valueStart))
  }

  /// Whether a range holds this lowercase text, whatever its own case.
  @inline(__always)
  static func isEqual(_ bytes: Span<UInt8>, _ start: Int, _ length: Int, _ text: StaticString) -> Bool {
    guard length == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { text in
      for index in 0..<length where FieldSyntax.lowercased(bytes[start + index]) != text[index] { return false }
      return true
    }
  }

  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func malformedName(_ bytes: Span<UInt8>, start: Int, at position: Int, end: Int) -> RequestRefusal {
    if position == start, position < end, isBlank(bytes[position]) {
      return RequestRefusal(400, "A line starts with a space: folded header fields are not accepted.")
    }
    if position < end, isBlank(bytes[position]) {
      return RequestRefusal(400, "There is a space before the colon of a header field.")
    }
    return RequestRefusal(400, "A header field has no valid name.")
  }
}
