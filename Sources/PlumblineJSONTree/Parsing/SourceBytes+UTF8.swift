/// Well-formed multi-byte sequences, by Unicode's table 3-7.
extension SourceBytes {
  /// The length, 2 to 4, of the sequence that a byte of 0x80 or above starts; 0 where it is ill formed.
  @inline(__always)
  func sequenceLength(at index: Int) -> Int {
    let lead = self[index]
    let left = count &- index
    switch lead {
    case 0xC2...0xDF:
      return left >= 2 && isTail(index &+ 1) ? 2 : 0
    case 0xE0...0xEF:
      guard left >= 3, isTail(index &+ 1), isTail(index &+ 2) else { return 0 }
      if lead == 0xE0, self[index &+ 1] < 0xA0 { return 0 }
      if lead == 0xED, self[index &+ 1] > 0x9F { return 0 }
      return 3
    case 0xF0...0xF4:
      guard left >= 4, isTail(index &+ 1), isTail(index &+ 2), isTail(index &+ 3) else { return 0 }
      if lead == 0xF0, self[index &+ 1] < 0x90 { return 0 }
      if lead == 0xF4, self[index &+ 1] > 0x8F { return 0 }
      return 4
    default:
      return 0
    }
  }

  @inline(__always)
  private func isTail(_ index: Int) -> Bool { self[index] & 0xC0 == 0x80 }
}
