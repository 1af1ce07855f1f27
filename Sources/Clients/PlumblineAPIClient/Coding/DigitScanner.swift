/// Reads digits and punctuation of a date from ASCII bytes.
struct DigitScanner<Bytes: Collection> where Bytes.Element == UInt8 {
  private var rest: Bytes.SubSequence

  init(_ bytes: Bytes) {
    rest = bytes[...]
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Exactly that many digits.
  mutating func number(digits: Int) -> Int? {
    var value = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// The next byte when it is a digit.
  mutating func digit() -> Int? {
    guard let byte = rest.first, 0x30...0x39 ~= byte else { return nil }
    rest = rest.dropFirst()
    return Int(byte - 0x30)
  }

  /// Returns a Boolean value that indicates whether one of the characters of `set` came next; it is taken then.
  mutating func take(_ set: StaticString) -> Bool {
    guard let byte = rest.first else { return false }
    let isMember = set.withUTF8Buffer { $0.contains(byte) }
    if isMember { rest = rest.dropFirst() }
    return isMember
  }
}
