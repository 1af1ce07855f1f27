/// A node of the tape, which represents a value or a key in 16 bytes. `Tape` explains the layout.
@usableFromInline
package struct TapeNode: Sendable {
  /// The position of the value's first byte in the source. A string starts at its opening quotation mark.
  @usableFromInline package var offset: UInt32
  /// The position after the value's last byte.
  @usableFromInline package var end: UInt32
  /// The index of the node after this one and everything inside it.
  @usableFromInline package var next: UInt32
  /// The kind in bits 0–2, `hasEscapes` in bit 3, `isShadowed` in bit 4, and the payload in bits 5–31.
  @usableFromInline package var info: UInt32

  /// Creates a node from its fields.
  @inlinable
  package init(offset: UInt32, end: UInt32, next: UInt32, info: UInt32) {
    self.offset = offset
    self.end = end
    self.next = next
    self.info = info
  }

  static let escapes: UInt32 = 1 << 3
  static let shadowed: UInt32 = 1 << 4
  static let payloadShift: UInt32 = 5

  /// The kind's raw value, as stored.
  @inlinable package var kindBits: UInt32 { info & 7 }
  /// The kind. The kind of a key is `string`.
  @inlinable package var kind: JSONKind { JSONKind(rawValue: UInt8(truncatingIfNeeded: info & 7)) ?? .null }
  /// The payload: the number of elements in an array or members in an object, or the hash of a key. For other strings,
  /// it is 1 if a decoded byte may be 0x80 or above. For numbers, it is 1 unless the number is an integer of at most 18
  /// digits. Otherwise, it is 0.
  @inlinable package var payload: Int { Int(info >> 5) }
  /// A Boolean value that indicates whether the string contains a backslash, so that it must be decoded.
  @inlinable package var hasEscapes: Bool { info & (1 << 3) != 0 }
  /// A Boolean value that indicates whether a later member of the same object has the same key.
  @inlinable package var isShadowed: Bool { info & (1 << 4) != 0 }
  /// A Boolean value that indicates whether a string or key has no escape and no byte above 0x7F, so that its length in
  /// bytes is its length in scalars.
  @inlinable package var isPlainText: Bool { info & (1 << 3 | 1 << 5) == 0 }
  /// A Boolean value that indicates whether a number is written as an integer of at most 18 digits.
  @inlinable package var isShortInteger: Bool { info >> 5 == 0 }
  /// A Boolean value that indicates whether this is an object. It is false for the keys of objects, because they are
  /// strings.
  @inlinable package var isObject: Bool { info & 7 == 5 }
  /// A Boolean value that indicates whether this is an array or an object.
  @inlinable package var isContainer: Bool { info & 7 >= 4 }

  /// The range of bytes between a string's quotation marks.
  @inlinable package var contents: Range<Int> { Int(offset) + 1..<Int(end) - 1 }

  /// The range of all bytes of the value.
  @inlinable package var range: Range<Int> { Int(offset)..<Int(end) }
}
