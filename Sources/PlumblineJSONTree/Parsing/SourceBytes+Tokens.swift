import PlumblineASCII

/// Support for the tokens of RFC 8259. Each function takes the start of a token and returns its end.
extension SourceBytes {
  /// Returns the first position, from a given one on, whose byte isn't JSON white space.
  @inline(__always)
  func skippingSpace(from start: Int) -> Int {
    if start < count, self[start] > 0x20 { return start }
    return skippingRun(from: start)
  }

  @inline(never)
  private func skippingRun(from start: Int) -> Int {
    var index = start
    while index < count {
      let byte = self[index]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return index }
      index &+= 1
      // Indentation follows a line break.
      while hasWord(at: index) {
        let others = ByteWord.nonBlanks(word(at: index))
        index &+= ByteWord.index(others)
        if others != 0 { break }
      }
    }
    return index
  }

  /// Reads the string whose first byte after the opening quotation mark is at `start`. Returns the position of its
  /// closing quotation mark and its bits for a node.
  @inline(__always)
  func string(from start: Int) throws(SyntaxFault) -> (end: Int, info: UInt32) {
    var index = start
    while hasWord(at: index) {
      let stops = ByteWord.stringStops(word(at: index))
      index &+= ByteWord.index(stops)
      if stops != 0 {
        if self[index] == UInt8(ascii: "\"") { return (index, 0) }
        break
      }
    }
    return try hardString(from: index)
  }

  /// Reads a key. Returns the same as `string(from:)`, along with the key's hash.
  @inline(__always)
  func key(from start: Int) throws(SyntaxFault) -> (end: Int, hash: UInt32, info: UInt32) {
    if hasWord(at: start) {
      let word = word(at: start)
      let stops = ByteWord.stringStops(word)
      let length = ByteWord.index(stops)
      if stops != 0, self[start &+ length] == UInt8(ascii: "\"") {
        let hash = KeyHash(short: word & ((1 << UInt64(8 &* length)) &- 1), length)
        return (start &+ length, hash.payload, 0)
      }
    }
    return try longKey(from: start)
  }

  @inline(never)
  private func longKey(from start: Int) throws(SyntaxFault) -> (end: Int, hash: UInt32, info: UInt32) {
    let (end, info) = try string(from: start)
    let escapes = info & TapeNode.escapes
    if escapes != 0 { return (end, KeyHash(StringDecoder.decode(self, start..<end)).payload, escapes) }
    return (end, KeyHash(self, start, end &- start).payload, 0)
  }

  /// Reads the rest of a string, from the first byte that needs special handling.
  @inline(never)
  private func hardString(from start: Int) throws(SyntaxFault) -> (end: Int, info: UInt32) {
    var info: UInt32 = 0
    var index = start
    while index < count {
      let byte = self[index]
      if byte == UInt8(ascii: "\"") { return (index, info) }
      if byte == UInt8(ascii: "\\") {
        // An escape may decode to more than ASCII.
        info |= TapeNode.escapes | 1 << TapeNode.payloadShift
        index = try escape(at: index)
      } else if byte >= 0x80 {
        info |= 1 << TapeNode.payloadShift
        let length = sequenceLength(at: index)
        if length == 0 { throw notUTF8(at: index) }
        index &+= length
        continue
      } else if byte < 0x20 {
        throw SyntaxFault(.controlCharacter, at: index, expected: "control characters in a string to be escaped")
      } else {
        index &+= 1
      }
      while hasWord(at: index) {
        let stops = ByteWord.stringStops(word(at: index))
        index &+= ByteWord.index(stops)
        if stops != 0 { break }
      }
    }
    throw SyntaxFault(.unexpectedEnd, at: count, expected: "'\"' to close the string", isInString: true)
  }

  /// Checks the escape at a backslash, and returns the position after it.
  @inline(__always)
  private func escape(at backslash: Int) throws(SyntaxFault) -> Int {
    let index = backslash &+ 1
    guard index < count else {
      throw SyntaxFault(.unexpectedEnd, at: index, expected: "a character after '\\'")
    }
    switch self[index] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return index &+ 1
    case UInt8(ascii: "u"):
      for digit in index &+ 1...index &+ 4 {
        guard digit < count else {
          throw SyntaxFault(.unexpectedEnd, at: digit, expected: "four hexadecimal digits after '\\u'")
        }
        guard self[digit].isHexDigit else {
          throw SyntaxFault(.invalidEscape, at: digit, expected: "four hexadecimal digits after '\\u'")
        }
      }
      return index &+ 5
    default:
      throw SyntaxFault(.invalidEscape, at: index, expected: "one of \" \\ / b f n r t u after '\\'")
    }
  }

  /// Reads a number: `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?` (RFC 8259 section 6).
  @inline(__always)
  func number(from start: Int) throws(SyntaxFault) -> (end: Int, info: UInt32) {
    let first = self[start] == UInt8(ascii: "-") ? start &+ 1 : start
    let end = skippingDigits(from: first)
    let digits = end &- first
    if digits == 0 || digits > 1 && self[first] == UInt8(ascii: "0") { throw badInteger(first, digits) }
    if end < count, self[end] == UInt8(ascii: ".") || self[end] | 0x20 == UInt8(ascii: "e") {
      return (try fraction(from: end), 1 << TapeNode.payloadShift)
    }
    return (end, digits > 18 ? 1 << TapeNode.payloadShift : 0)
  }

  /// Reads the rest of a number after its integer part.
  private func fraction(from start: Int) throws(SyntaxFault) -> Int {
    var index = start
    if self[index] == UInt8(ascii: ".") {
      index = skippingDigits(from: start &+ 1)
      if index == start &+ 1 { throw badNumber(at: index, "a digit after the decimal point") }
    }
    if index < count, self[index] | 0x20 == UInt8(ascii: "e") {
      index &+= 1
      if index < count, self[index] == UInt8(ascii: "+") || self[index] == UInt8(ascii: "-") { index &+= 1 }
      let first = index
      index = skippingDigits(from: first)
      if index == first { throw badNumber(at: index, "a digit in the exponent") }
    }
    return index
  }

  @inline(__always)
  private func skippingDigits(from start: Int) -> Int {
    var index = start
    while hasWord(at: index) {
      let others = ByteWord.nonDigits(word(at: index))
      index &+= ByteWord.index(others)
      if others != 0 { return index }
    }
    while index < count, self[index].isDigit { index &+= 1 }
    return index
  }

  /// Reads one of the three literal words. `letters` contains the word's last four bytes.
  @inline(__always)
  func word(_ text: StaticString, _ letters: UInt32, from start: Int) throws(SyntaxFault) -> Int {
    let end = start &+ text.utf8CodeUnitCount
    guard end <= count, word(at: end &- 4, count: 4) == UInt64(letters) else { throw badWord(text, at: start) }
    return end
  }
}
