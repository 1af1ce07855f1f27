/// The grammar of numbers, RFC 8259 section 6: `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`.
enum NumberScanner {
  enum Outcome {
    /// A number that ends before this offset.
    case number(end: Int)
    /// No number: the offset of the byte that breaks the grammar.
    case broken(at: Int, expected: String)
  }

  static func scan(_ bytes: Span<UInt8>, from start: Int) -> Outcome {
    let count = bytes.count
    var index = start
    if index < count, bytes[index] == UInt8(ascii: "-") { index += 1 }
    guard index < count, bytes[index].isDigit else { return .broken(at: index, expected: "a digit") }
    if bytes[index] == UInt8(ascii: "0") {
      index += 1
      if index < count, bytes[index].isDigit {
        return .broken(at: index, expected: "no digit after a leading 0")
      }
    } else {
      while index < count, bytes[index].isDigit { index += 1 }
    }
    if index < count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      guard index < count, bytes[index].isDigit else {
        return .broken(at: index, expected: "a digit after the decimal point")
      }
      while index < count, bytes[index].isDigit { index += 1 }
    }
    if index < count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") { index += 1 }
      guard index < count, bytes[index].isDigit else {
        return .broken(at: index, expected: "a digit in the exponent")
      }
      while index < count, bytes[index].isDigit { index += 1 }
    }
    return .number(end: index)
  }
}
