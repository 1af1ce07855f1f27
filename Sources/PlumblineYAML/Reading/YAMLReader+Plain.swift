/// Scalars without quotes (section 7.3.3).
extension YAMLReader {
  /// Rejects characters that can't start a plain scalar.
  func checkPlainStart(isFlow: Bool) throws(YAMLFault) {
    let byte = text.peek()
    if text.isBreak() { throw fault("Expected a value.") }
    guard !",[]{}#&*!|>'\"%@`".utf8.contains(byte) else {
      throw fault("A string can't start with \(Character(Unicode.Scalar(byte))); write it in quotes.")
    }
    guard "-?:".utf8.contains(byte) else { return }
    if text.isSpace(1) || isFlow && isFlowMark(text.peek(1)) {
      throw fault("\(Character(Unicode.Scalar(byte))) isn't allowed here; write the string in quotes.")
    }
  }

  /// Returns a plain scalar up to the end of its line, without trailing blanks. The place is then after its last
  /// character, so that a comment still has its space.
  mutating func plainLine(isFlow: Bool) -> Token {
    let mark = text.mark
    let end = plainEnd(from: mark.place, isFlow: isFlow)
    text.advance(end - mark.place)
    return Token(mark, .plain, source: mark.place..<end)
  }

  private func plainEnd(from start: Int, isFlow: Bool) -> Int {
    let bytes = text.bytes
    var end = start
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      // Most letters come after the indicators in ASCII.
      if byte > UInt8(ascii: ":"), !isFlow || !isFlowMark(byte) {
        index += 1
        end = index
        continue
      }
      if byte == 0x0A || byte == 0x0D { break }
      if byte == UInt8(ascii: ":") {
        let next = index + 1 < bytes.count ? bytes[index + 1] : 0x0A
        if next == 0x0A || next == 0x0D || YAMLText.isBlank(next) || isFlow && isFlowMark(next) { break }
      }
      if byte == UInt8(ascii: "#"), index > end { break }
      if isFlow, isFlowMark(byte) { break }
      index += 1
      if !YAMLText.isBlank(byte) { end = index }
    }
    return end
  }

  /// Returns a plain scalar with the lines on which it continues, folded.
  mutating func plainRest(_ first: Token, isFlow: Bool) throws(YAMLFault) -> Token {
    let start = tree.letters.count
    let mark = YAMLText.Mark(place: first.offset, lineStart: first.lineStart)
    var isFolded = false
    while true {
      let before = text.mark
      guard let breaks = try continuation(isFlow: isFlow) else {
        text.rewind(to: before)
        return isFolded ? Token(mark, .plain, letters: start..<tree.letters.count) : first
      }
      if !isFolded { tree.letters += text.bytes[Int(first.node.start)..<Int(first.node.end)] }
      isFolded = true
      appendFold(breaks)
      let from = text.place
      text.advance(plainEnd(from: from, isFlow: isFlow) - from)
      tree.letters += text.bytes[from..<text.place]
      if !isFlow { try refuseKey() }
    }
  }

  /// Moves to the line on which a plain scalar continues. Returns the number of line breaks before it, or `nil` if
  /// there is no such line.
  private mutating func continuation(isFlow: Bool) throws(YAMLFault) -> Int? {
    var breaks = 0
    text.skipBlanks()
    while !text.isAtEnd, text.isBreak() {
      text.nextLine()
      breaks += 1
      if text.isAtMarker { return nil }
      text.skipBlanks()
    }
    guard breaks > 0, !text.isAtEnd, text.peek() != UInt8(ascii: "#"), text.indent > column else { return nil }
    let isColon = text.peek() == UInt8(ascii: ":") && (text.isSpace(1) || isFlow && isFlowMark(text.peek(1)))
    if isFlow { return isColon || isFlowMark(text.peek()) ? nil : breaks }
    guard !isColon else {
      throw fault("A colon followed by a space isn't allowed in a string of several lines; write the string in quotes.")
    }
    return breaks
  }

  private mutating func refuseKey() throws(YAMLFault) {
    let mark = text.mark
    text.skipBlanks()
    if text.peek() == UInt8(ascii: ":"), text.isSpace(1) {
      throw fault(
        "The continuation line of a string has a key; indent the line like the other keys, or write the string in "
          + "quotes."
      )
    }
    text.rewind(to: mark)
  }

  /// Writes the result of folding line breaks in a scalar (section 6.5). A single one becomes a space, and of several
  /// one is dropped.
  mutating func appendFold(_ breaks: Int) {
    if breaks == 1 {
      tree.letters.append(0x20)
    } else {
      tree.letters.append(contentsOf: repeatElement(0x0A, count: breaks - 1))
    }
  }
}
