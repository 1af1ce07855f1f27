import PlumblineASCII

/// A decoder for a chunked body (RFC 9112 section 7.1) that arrives in arbitrary pieces.
///
/// Each byte advances a small state machine, so a size line can be split anywhere and needs no buffer. Extensions are
/// checked and dropped. The decoder stops after the line of the last chunk, and the parser handles the trailer section.
struct ChunkedDecoder: Sendable {
  private enum State: Sendable {
    case size, digits
    case blankBeforeSemicolon, extensionStart, extensionName, blankAfterName, extensionValueStart, extensionValue
    case quoted, quotedEscape, afterQuoted
    case lineFeed
    case data, dataReturn, dataLineFeed
    case done
  }

  private static let longestLine = 4096

  private var state = State.size
  private var size = 0
  private var lineLength = 0

  /// Consumes bytes starting at `offset`, and appends the data to `body`. Returns `true` after the line of the last
  /// chunk.
  mutating func feed(
    _ input: Span<UInt8>, _ offset: inout Int, into body: inout [UInt8], limit: Int
  ) throws(RequestRefusal) -> Bool {
    while offset < input.count {
      if state == .data {
        let count = min(size, input.count - offset)
        body.append(copying: input.extracting(offset..<offset + count))
        offset += count
        size -= count
        if size == 0 { state = .dataReturn }
        continue
      }
      let byte = input[offset]
      offset += 1
      if try step(byte, room: limit - body.count) { return true }
    }
    return state == .done
  }

  private mutating func step(_ byte: UInt8, room: Int) throws(RequestRefusal) -> Bool {
    switch state {
    case .dataReturn:
      guard byte == 0x0D else { throw RequestRefusal(400, "A chunk has more bytes than its size says.") }
      state = .dataLineFeed
    case .dataLineFeed:
      guard byte == 0x0A else { throw RequestRefusal(400, "A chunk doesn't end with CRLF.") }
      state = .size
      size = 0
      lineLength = 0
    case .lineFeed:
      guard byte == 0x0A else { throw RequestRefusal(400, "A chunk's size line doesn't end with CRLF.") }
      if size == 0 {
        state = .done
        return true
      }
      guard size <= room else { throw RequestRefusal(413, "The body is larger than this server accepts.") }
      state = .data
    case .size, .digits: try stepSize(byte)
    default: try stepExtension(byte)
    }
    return false
  }

  private mutating func stepSize(_ byte: UInt8) throws(RequestRefusal) {
    if let digit = Self.hexadecimal(byte) {
      guard size < 1 << 56 else { throw RequestRefusal(400, "A chunk's size is too large for any body.") }
      size = size << 4 | digit
      state = .digits
      try countLine()
      return
    }
    guard state == .digits else { throw RequestRefusal(400, "A chunk's size is not a hexadecimal number.") }
    switch byte {
    case 0x0D: state = .lineFeed
    case 0x3B: state = .extensionStart
    case 0x20, 0x09: state = .blankBeforeSemicolon
    default: throw RequestRefusal(400, "A chunk's size is not a hexadecimal number.")
    }
  }

  private mutating func stepExtension(_ byte: UInt8) throws(RequestRefusal) {
    try countLine()
    let isBlank = FieldLine.isBlank(byte)
    let isToken = FieldSyntax.isToken(byte)
    switch (state, byte) {
    case (.blankBeforeSemicolon, 0x3B), (.extensionName, 0x3B), (.blankAfterName, 0x3B), (.extensionValue, 0x3B),
      (.afterQuoted, 0x3B):
      state = .extensionStart
    case (.extensionName, 0x0D), (.extensionValue, 0x0D), (.afterQuoted, 0x0D): state = .lineFeed
    case (.extensionName, 0x3D), (.blankAfterName, 0x3D): state = .extensionValueStart
    case (.extensionValueStart, 0x22): state = .quoted
    case (.quoted, 0x22): state = .afterQuoted
    case (.quoted, 0x5C): state = .quotedEscape
    case (.quoted, _) where FieldSyntax.isValue(byte): break
    case (.quotedEscape, _) where FieldSyntax.isValue(byte): state = .quoted
    case (.blankBeforeSemicolon, _) where isBlank, (.extensionStart, _) where isBlank,
      (.extensionValueStart, _) where isBlank, (.blankAfterName, _) where isBlank:
      break
    case (.extensionName, _) where isBlank: state = .blankAfterName
    case (.extensionValue, _) where isBlank, (.afterQuoted, _) where isBlank: state = .blankBeforeSemicolon
    case (.extensionStart, _) where isToken: state = .extensionName
    case (.extensionName, _) where isToken: break
    case (.extensionValueStart, _) where isToken: state = .extensionValue
    case (.extensionValue, _) where isToken: break
    default: throw RequestRefusal(400, "A chunk's extension is malformed.")
    }
  }

  private mutating func countLine() throws(RequestRefusal) {
    lineLength += 1
    guard lineLength <= Self.longestLine else { throw RequestRefusal(400, "A chunk's size line is too long.") }
  }

  private static func hexadecimal(_ byte: UInt8) -> Int? { byte.hexDigitValue.map { Int($0) } }
}
