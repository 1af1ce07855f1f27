import PlumblineASCII

/// URI templates according to RFC 6570 section 2, consisting of literals and `{expressions}`.
enum URITemplateFormat {
  static func holds(_ text: ByteView) -> Bool {
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: "{") {
        guard let end = text[index...].firstIndex(of: UInt8(ascii: "}")),
          isExpression(text.part(index + 1..<end))
        else { return false }
        index = end + 1
      } else if byte == UInt8(ascii: "%") {
        guard index + 2 < text.count, text[index + 1].isHexDigit, text[index + 2].isHexDigit else { return false }
        index += 3
      } else {
        // RFC 6570 rejects single quotes, but its erratum 6937 allows them.
        if byte <= 0x20 || byte == 0x7F || byte.isOne(of: "\"<>\\^`|}") { return false }
        index += 1
      }
    }
    return true
  }

  private static func isExpression(_ text: ByteView) -> Bool {
    guard let first = text.first else { return false }
    let names = first.isOne(of: "+#./;?&=,!@|") ? text.part(1..<text.count) : text
    return names.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).allSatisfy {
      isVariable($0.view)
    }
  }

  /// Returns a Boolean value that indicates whether a string is a name, optionally followed by `*`, or by `:` and a
  /// length from 1 to 9999.
  private static func isVariable(_ text: ByteView) -> Bool {
    var name = text
    if name.last == UInt8(ascii: "*") {
      name = name.part(0..<name.count - 1)
    } else if let colon = name.firstIndex(of: UInt8(ascii: ":")) {
      let length = name[(colon + 1)...]
      guard 1...4 ~= length.count, length.allSatisfy(\.isDigit), length.first != UInt8(ascii: "0") else {
        return false
      }
      name = name.part(0..<colon)
    }
    return isName(name)
  }

  private static func isName(_ text: ByteView) -> Bool {
    var index = 0
    var isStart = true
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: ".") {
        if isStart { return false }
        isStart = true
        index += 1
        continue
      }
      if byte == UInt8(ascii: "%") {
        guard index + 2 < text.count, text[index + 1].isHexDigit, text[index + 2].isHexDigit else { return false }
        index += 2
      } else if !byte.isLetter && !byte.isDigit && byte != UInt8(ascii: "_") {
        return false
      }
      isStart = false
      index += 1
    }
    return !isStart
  }
}
