extension SyntaxFault {
  /// Returns the same fault, moved to its cause if that is a string without a closing quotation mark. The parser only
  /// notices the fault later, but it is reported at the start of the string.
  ///
  /// No string spans lines, so the quotation marks on the fault's own line show which string is open. If a string ends
  /// in the middle of a word, its closing quotation mark is missing as well, or one inside it isn't escaped, as in
  /// `{"a": "b, "c": 1}`.
  func namingQuote(in bytes: [UInt8]) -> SyntaxFault {
    let isOpen = isInString || code == .controlCharacter && isBreak(bytes)
    guard isOpen || code == .unexpectedCharacter && isLetter(bytes) else { return self }
    var start: Int?
    var ended: (start: Int, end: Int)?
    var index = (bytes[..<offset].lastIndex(of: 0x0A) ?? -1) + 1
    while index < offset {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\""), let opened = start {
        (start, ended) = (nil, (opened, index))
      } else if byte == UInt8(ascii: "\"") {
        start = index
      } else if byte == UInt8(ascii: "\\"), start != nil {
        index += 1
      }
      index += 1
    }
    if isOpen, let start {
      return told(
        at: start,
        "The string that begins here has no closing quote before the end of the \(offset < bytes.count ? "line" : "text")."
      )
    }
    if !isOpen, let ended, ended.end == offset - 1 {
      let letter = Character(Unicode.Scalar(bytes[offset]))
      return told(
        at: ended.start,
        "The string that begins here ends right before '\(letter)': its closing quote is missing, or a quote inside it isn't "
          + "escaped.")
    }
    return self
  }

  private func told(at start: Int, _ message: String) -> SyntaxFault {
    var fault = self
    fault.offset = start
    fault.message = message
    return fault
  }

  private func isBreak(_ bytes: [UInt8]) -> Bool {
    offset < bytes.count && (bytes[offset] == 0x0A || bytes[offset] == 0x0D)
  }

  private func isLetter(_ bytes: [UInt8]) -> Bool {
    guard offset < bytes.count else { return false }
    let small = bytes[offset] | 0x20
    return small >= UInt8(ascii: "a") && small <= UInt8(ascii: "z")
  }
}
