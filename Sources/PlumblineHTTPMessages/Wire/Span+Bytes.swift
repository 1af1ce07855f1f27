#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension [UInt8] {
  /// Creates an array from the bytes of a span.
  package init(copying span: Span<UInt8>) {
    self = span.withUnsafeBufferPointer { Array($0) }
  }

  /// Appends the bytes of a span.
  package mutating func append(copying span: Span<UInt8>) {
    span.withUnsafeBufferPointer { append(contentsOf: $0) }
  }
}

extension Span<UInt8> {
  /// Returns a Boolean value that indicates whether the bytes equal other bytes.
  func isSame(as others: [UInt8]) -> Bool {
    withUnsafeBytes { bytes in others.withUnsafeBytes { ByteHash.isEqual(bytes, $0) } }
  }

  /// Returns the index of the first LF at or after a position, or `nil` if there is none.
  func firstLineFeed(from start: Int) -> Int? {
    guard start < count else { return nil }
    return withUnsafeBytes { bytes in
      let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
      guard let base = rest.baseAddress, let found = memchr(base, 0x0A, rest.count) else { return nil }
      return start + (UnsafeRawPointer(found) - base)
    }
  }

  /// Returns a Boolean value that indicates whether all bytes in a range are allowed in a field's value. Checks eight
  /// bytes at a time, and looks at them individually only if they contain a control character.
  func areValues(from start: Int, to end: Int) -> Bool {
    extracting(start..<end).withUnsafeBytes { bytes in
      var index = 0
      while index &+ 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        // Bit 7 of a byte is set if the byte is below 0x20 or is 0x7F. A borrow may also set it for the next higher
        // byte.
        let controls = (word &- 0x2020_2020_2020_2020) & ~word
        let deletes = ((word ^ 0x7F7F_7F7F_7F7F_7F7F) &- 0x0101_0101_0101_0101) & ~(word ^ 0x7F7F_7F7F_7F7F_7F7F)
        if (controls | deletes) & 0x8080_8080_8080_8080 != 0 {
          for place in index..<index &+ 8 where !FieldSyntax.isValue(bytes[place]) { return false }
        }
        index &+= 8
      }
      while index < bytes.count {
        if !FieldSyntax.isValue(bytes[index]) { return false }
        index &+= 1
      }
      return true
    }
  }
}
