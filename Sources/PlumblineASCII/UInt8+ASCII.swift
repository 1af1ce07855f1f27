/// The classes of ASCII bytes that text formats use, as ranges for `switch` statements and larger sets.
///
///     case ASCII.digits, ASCII.capitals, UInt8(ascii: "_"): true
package enum ASCII {
  /// `0` to `9`.
  @inlinable package static var digits: ClosedRange<UInt8> { 0x30...0x39 }
  /// `A` to `Z`.
  @inlinable package static var capitals: ClosedRange<UInt8> { 0x41...0x5A }
  /// `a` to `z`.
  @inlinable package static var smallLetters: ClosedRange<UInt8> { 0x61...0x7A }
  /// `A` to `F`. With ``digits`` and ``smallHexLetters``, these are the hexadecimal digits.
  @inlinable package static var capitalHexLetters: ClosedRange<UInt8> { 0x41...0x46 }
  /// `a` to `f`.
  @inlinable package static var smallHexLetters: ClosedRange<UInt8> { 0x61...0x66 }
}

/// Predicates that classify a byte as an ASCII character.
///
/// They are inlined because parsers evaluate them for each byte.
extension UInt8 {
  /// A Boolean value that indicates whether the byte is one of `0` to `9`.
  @inlinable @inline(__always)
  package var isDigit: Bool { self &- 0x30 < 10 }

  /// A Boolean value that indicates whether the byte is one of `A` to `Z`.
  @inlinable @inline(__always)
  package var isCapital: Bool { self &- 0x41 < 26 }

  /// A Boolean value that indicates whether the byte is one of `a` to `z`.
  @inlinable @inline(__always)
  package var isSmallLetter: Bool { self &- 0x61 < 26 }

  /// A Boolean value that indicates whether the byte is one of `A` to `Z` and `a` to `z`.
  @inlinable @inline(__always)
  package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// A Boolean value that indicates whether the byte is a letter or a digit.
  @inlinable @inline(__always)
  package var isAlphanumeric: Bool { isLetter || isDigit }

  /// A Boolean value that indicates whether the byte is a hexadecimal digit of either case.
  @inlinable @inline(__always)
  package var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }

  /// The value of a hexadecimal digit of either case, from 0 to 15, or `nil` for every other byte.
  @inlinable
  package var hexDigitValue: UInt8? {
    if isDigit { return self &- 0x30 }
    let letter = (self | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : nil
  }

  /// The byte in lowercase, if it is one of `A` to `Z`; otherwise the byte itself.
  @inlinable @inline(__always)
  package var lowercased: UInt8 { isCapital ? self | 0x20 : self }
}
