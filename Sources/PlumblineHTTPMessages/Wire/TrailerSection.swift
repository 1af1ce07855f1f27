/// A parser for the fields after a chunked body (RFC 9112 section 7.1.2). They may arrive in arbitrary pieces.
struct TrailerSection: Sendable {
  private var bytes: [UInt8] = []
  private var lineStart = 0
  private var found: [HeaderFields.Field] = []

  /// The fields parsed so far.
  var fields: HeaderFields { found.isEmpty ? HeaderFields() : HeaderFields(storage: bytes, fields: found) }

  /// Consumes input starting at `offset`, up to the empty line that ends the section. Returns `true` after that line.
  mutating func feed(
    _ input: Span<UInt8>, _ offset: inout Int, limits: HTTPLimits
  ) throws(RequestRefusal) -> Bool {
    while offset < input.count {
      let byte = input[offset]
      offset += 1
      bytes.append(byte)
      guard bytes.count <= limits.head else {
        throw RequestRefusal(431, "The trailer fields are too large.")
      }
      guard byte == 0x0A else {
        let isAfterReturn = bytes.count - lineStart > 1 && bytes[bytes.count - 2] == 0x0D
        guard byte == 0x0D || FieldSyntax.isValue(byte), !isAfterReturn else {
          throw RequestRefusal(400, "There is a control character in the trailer section.")
        }
        continue
      }
      let end = bytes.count - 2
      guard end >= lineStart, bytes[end] == 0x0D else {
        throw RequestRefusal(400, "A line ends with LF alone; HTTP lines end with CRLF.")
      }
      if end == lineStart { return true }
      try takeLine(to: end, limits: limits)
      lineStart = bytes.count
    }
    return false
  }

  private mutating func takeLine(to end: Int, limits: HTTPLimits) throws(RequestRefusal) {
    guard found.count < limits.fields else { throw RequestRefusal(431, "There are too many trailer fields.") }
    let slice = bytes[...]
    let field = try FieldLine.parse(slice.span, from: lineStart, to: end, base: 0)
    for framing in ["content-length", "transfer-encoding", "host"] as [StaticString]
    where FieldLine.isEqual(slice.span, Int(field.nameStart), Int(field.nameLength), framing) {
      throw RequestRefusal(400, "\(framing) isn't a trailer field.")
    }
    found.append(field)
  }
}
