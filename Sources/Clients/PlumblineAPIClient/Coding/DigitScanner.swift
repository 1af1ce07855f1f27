/// A scanner for the digits and punctuation of a date in ASCII bytes.
struct DigitScanner<Bytes: Collection> where Bytes.Element == UInt8 {
  private var rest: Bytes.SubSequence

  init(_ bytes: Bytes) {
    rest = bytes[...]
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Reads a number with exactly the given number of digits.
  mutating func number(digits: Int) -> Int? {
    var value = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// Takes the next byte if it is a digit and returns its value, or returns `nil` otherwise.
  mutating func digit() -> Int? {
    guard let byte = rest.first, 0x30...0x39 ~= byte else { return nil }
    rest = rest.dropFirst()
    return Int(byte - 0x30)
  }

  /// Takes the next character if it is in `set`, and returns a Boolean value that indicates whether it was.
  mutating func take(_ set: StaticString) -> Bool {
    guard let byte = rest.first else { return false }
    let isMember = set.withUTF8Buffer { $0.contains(byte) }
    if isMember { rest = rest.dropFirst() }
    return isMember
  }
}
