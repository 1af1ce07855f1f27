/// Support for scalars after `|` and `>` (chapter 8.1).
extension YAMLReader {
  /// The header of a block scalar, after `|` or `>` on its line.
  private struct Header {
    let isFolded: Bool
    /// The chomping indicator. `+` keeps the line breaks at the end, and `-` strips them. Without an indicator, a
    /// single line break is kept.
    var chomping: UInt8?
    /// The indentation, if it is specified.
    var indent: Int?
  }

  /// Returns the block scalar at the current position.
  mutating func blockScalar() throws(YAMLFault) -> Token {
    let mark = text.mark
    let header = try blockHeader()
    let lines = try blockLines(header.indent.map { max(column, 0) + $0 })
    let start = tree.letters.count
    if header.isFolded {
      appendFolded(lines)
    } else {
      for line in lines {
        tree.letters += text.bytes[line]
        tree.letters.append(0x0A)
      }
    }
    if header.chomping != UInt8(ascii: "+") {
      var end = tree.letters.count
      while end > start, tree.letters[end - 1] == 0x0A { end -= 1 }
      if header.chomping == nil, end > start, end < tree.letters.count { end += 1 }
      tree.letters.removeLast(tree.letters.count - end)
    }
    return Token(mark, .text, letters: start..<tree.letters.count)
  }

  private mutating func blockHeader() throws(YAMLFault) -> Header {
    var header = Header(isFolded: text.peek() == UInt8(ascii: ">"))
    text.advance()
    while !text.isSpace() {
      let byte = text.peek()
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"), header.chomping == nil {
        header.chomping = byte
      } else if (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(byte), header.indent == nil {
        header.indent = Int(byte - UInt8(ascii: "0"))
      } else {
        throw fault("After | or > there can be only one digit (the indentation) and one of + and -.")
      }
      text.advance()
    }
    text.skipBlanks()
    if text.peek() == UInt8(ascii: "#"), text.isAfterBlank { text.skipToBreak() }
    guard text.isBreak() else { throw fault("The text must start on the line after | or >.") }
    if !text.isAtEnd { text.nextLine() }
    return header
  }

  /// Returns the lines of a block scalar without their indentation. If the indentation isn't specified, the first line
  /// determines it.
  private mutating func blockLines(_ given: Int?) throws(YAMLFault) -> [Range<Int>] {
    var indent = given
    var lines: [Range<Int>] = []
    var widest = 0
    while !text.isAtEnd, !text.isAtMarker {
      let start = text.mark
      while text.peek() == 0x20, text.column < indent ?? .max { text.advance() }
      if text.isBreak() {
        if indent == nil { widest = max(widest, text.column) }
        // Blanks at the end of the text also form an empty line.
        if text.isAtEnd, text.place == start.place { break }
        lines.append(text.place..<text.place)
        text.nextLine()
        continue
      }
      if indent == nil, text.column > column {
        guard widest <= text.column else {
          throw fault("An empty line before the text is indented further than the text; remove the spaces.")
        }
        indent = text.column
      }
      guard let indent, text.column >= indent else {
        if indent == nil, text.peek() == 0x09 { throw fault("A tab is used for indentation; indent with spaces.") }
        // The line is indented less, so the scalar has ended.
        text.rewind(to: start)
        break
      }
      let from = text.place
      text.skipToBreak()
      lines.append(from..<text.place)
      if text.isAtEnd { break }
      text.nextLine()
    }
    return lines
  }

  /// Writes lines, folding single breaks to spaces except around lines that start with a blank (section 8.1.3).
  private mutating func appendFolded(_ lines: [Range<Int>]) {
    var breaks = 0
    var previousIsMore = false
    var hasText = false
    for line in lines {
      guard let first = text.bytes[line].first else {
        breaks += 1
        continue
      }
      let isMore = YAMLText.isBlank(first)
      if !hasText {
        tree.letters.append(contentsOf: repeatElement(0x0A, count: breaks))
      } else if isMore || previousIsMore {
        tree.letters.append(contentsOf: repeatElement(0x0A, count: breaks + 1))
      } else {
        appendFold(breaks + 1)
      }
      tree.letters += text.bytes[line]
      (breaks, previousIsMore, hasText) = (0, isMore, true)
    }
    tree.letters.append(contentsOf: repeatElement(0x0A, count: hasText ? breaks + 1 : breaks))
  }
}
