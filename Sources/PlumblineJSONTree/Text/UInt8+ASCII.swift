extension UInt8 {
  /// The value of an ASCII hexadecimal digit.
  var hexDigit: UInt32? {
    switch self {
    case 0x30...0x39: UInt32(self) - 0x30
    case 0x41...0x46: UInt32(self) - 0x41 + 10
    case 0x61...0x66: UInt32(self) - 0x61 + 10
    default: nil
    }
  }

  /// Whether this is one of the digits 0 to 9.
  @inline(__always)
  var isDigit: Bool { self &- 0x30 < 10 }
}
