/// Support for escapes outside of classes, and escapes of single code points.
extension PatternParser {
  /// Parses the rest of an escape outside a class, after the backslash.
  mutating func escape() throws(PatternFault) -> PatternTree {
    let place = index - 1
    guard let character = peek() else { throw .invalid("the pattern ends after a backslash") }
    switch Unicode.Scalar(character) ?? " " {
    case "b":
      index += 1
      return .wordBoundary
    case "B":
      index += 1
      return .notWordBoundary
    case "k":
      throw .undecided("the back-reference at position \(place) can not be matched in linear time")
    case "1"..."9":
      var value = 0
      while let digit = peek(), 0x30...0x39 ~= digit, value < Self.countLimit {
        value = value * 10 + Int(digit - 0x30)
        index += 1
      }
      if value <= groupCount {
        throw .undecided("the back-reference at position \(place) can not be matched in linear time")
      }
      throw .invalid("the back-reference at position \(place) names no group")
    default: break
    }
    if let set = try classEscape() { return .set(set) }
    return .set(ScalarSet(try scalarEscape(inClass: false)))
  }

  /// Parses the rest of an escape for a single code point, after the backslash.
  mutating func scalarEscape(inClass: Bool) throws(PatternFault) -> UInt32 {
    let place = index - 1
    guard let character = peek() else { throw .invalid("the pattern ends after a backslash") }
    index += 1
    switch Unicode.Scalar(character) {
    case "n": return 0x0A
    case "t": return 0x09
    case "r": return 0x0D
    case "f": return 0x0C
    case "v": return 0x0B
    case "b" where inClass: return 0x08
    case "0":
      if let digit = peek(), 0x30...0x39 ~= digit { break }
      return 0
    case "c":
      guard let letter = peek(), 0x41...0x5A ~= letter & ~0x20 else { break }
      index += 1
      return letter & 0x1F
    case "x":
      guard let value = hex(2) else { break }
      return value
    case "u":
      if let value = try unicodeEscape(place) { return value }
    default:
      // Letters and digits are reserved for future escapes. Other characters stand for themselves.
      if !ScalarSet.isWord(character) || character == Self.code("_") { return character }
    }
    throw .invalid("'\\\(Unicode.Scalar(character).map(String.init) ?? "")' at position \(place) isn't an escape")
  }

  private mutating func unicodeEscape(_ place: Int) throws(PatternFault) -> UInt32? {
    if take("{") {
      var value: UInt32 = 0
      var length = 0
      while let digit = peek().flatMap(Self.hexDigit) {
        value = value << 4 | digit
        if value > ScalarSet.last { throw .invalid("the escape at position \(place) is beyond Unicode") }
        length += 1
        index += 1
      }
      return take("}") && length > 0 ? value : nil
    }
    guard let high = hex(4) else { return nil }
    guard 0xD800...0xDBFF ~= high, next(is: "\\"), next(is: "u", 1) else { return high }
    let after = index
    index += 2
    if let low = hex(4), 0xDC00...0xDFFF ~= low { return 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00) }
    index = after
    return high
  }

  private mutating func hex(_ length: Int) -> UInt32? {
    var value: UInt32 = 0
    for offset in 0..<length {
      guard let digit = peek(offset).flatMap(Self.hexDigit) else { return nil }
      value = value << 4 | digit
    }
    index += length
    return value
  }

  private static func hexDigit(_ value: UInt32) -> UInt32? {
    switch value {
    case 0x30...0x39: value - 0x30
    case 0x41...0x46: value - 0x41 + 10
    case 0x61...0x66: value - 0x61 + 10
    default: nil
    }
  }
}
