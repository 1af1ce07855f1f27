/// A second implementation of RFC 8259, as simple as possible and one byte at a time, which serves as a reference for
/// the real parser.
struct ReferenceGrammar {
  private let bytes: [UInt8]
  private var index = 0
  private var nodes = 0

  /// Returns the number of values and keys in a JSON text, or `nil` if the bytes aren't JSON. The depth isn't limited.
  static func nodes(in bytes: [UInt8]) -> Int? {
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    var grammar = ReferenceGrammar(bytes: bytes)
    return grammar.text() ? grammar.nodes : nil
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private mutating func text() -> Bool {
    var open: [UInt8] = []
    space()
    while true {
      nodes += 1
      if take("{") {
        space()
        if !take("}") {
          open.append(UInt8(ascii: "}"))
          guard key() else { return false }
          continue
        }
      } else if take("[") {
        space()
        if !take("]") {
          open.append(UInt8(ascii: "]"))
          continue
        }
      } else {
        guard index < bytes.count else { return false }
        let isString = bytes[index] == UInt8(ascii: "\"")
        guard isString ? string() : word("true") || word("false") || word("null") || number() else { return false }
      }
      space()
      while let close = open.last, index < bytes.count, bytes[index] == close {
        index += 1
        open.removeLast()
        space()
      }
      guard let close = open.last else { return index == bytes.count }
      guard take(",") else { return false }
      space()
      if close == UInt8(ascii: "}"), !key() { return false }
    }
  }

  private mutating func key() -> Bool {
    nodes += 1
    guard string() else { return false }
    space()
    guard take(":") else { return false }
    space()
    return true
  }

  private mutating func string() -> Bool {
    guard take("\"") else { return false }
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\"") { return true }
      if byte < 0x20 { return false }
      guard byte == UInt8(ascii: "\\") else { continue }
      if take("u") {
        for _ in 0..<4 {
          guard index < bytes.count, Character(Unicode.Scalar(bytes[index])).isHexDigit else { return false }
          index += 1
        }
      } else {
        guard index < bytes.count, "\"\\/bfnrt".utf8.contains(bytes[index]) else { return false }
        index += 1
      }
    }
    return false
  }

  private mutating func number() -> Bool {
    _ = take("-")
    if !take("0"), !digits() { return false }
    if take("."), !digits() { return false }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      return digits()
    }
    return true
  }

  private mutating func digits() -> Bool {
    let start = index
    while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
    return index > start
  }

  private mutating func word(_ word: String) -> Bool {
    guard bytes[index...].starts(with: word.utf8) else { return false }
    index += word.utf8.count
    return true
  }

  private mutating func space() {
    while index < bytes.count, " \n\r\t".utf8.contains(bytes[index]) { index += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }
}
