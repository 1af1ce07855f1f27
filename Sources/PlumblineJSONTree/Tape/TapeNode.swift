/// One node of the tape: 16 bytes for a value or a key. `Tape` explains the layout.
@usableFromInline
package struct TapeNode: Sendable {
  /// The first byte of the value in the source; for strings the opening quote.
  @usableFromInline package var offset: UInt32
  /// The byte after the value's last one.
  @usableFromInline package var end: UInt32
  /// The index of the node after this one and everything inside it.
  @usableFromInline package var next: UInt32
  /// Bits 0–2 kind, bit 3 `hasEscapes`, bit 4 `isShadowed`, bits 5–31 the payload.
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
  /// The kind; for keys `string`.
  @inlinable package var kind: JSONKind { JSONKind(rawValue: UInt8(truncatingIfNeeded: info & 7)) ?? .null }
  /// Elements of an array or members of an object; the hash of a key; for other strings 1 if a decoded byte may be 0x80 or
  /// above; for numbers 1 unless they are an integer of 18 digits at most; otherwise 0.
  @inlinable package var payload: Int { Int(info >> 5) }
  /// A Boolean value that indicates whether the string contains a backslash, so that it must be decoded.
  @inlinable package var hasEscapes: Bool { info & (1 << 3) != 0 }
  /// A Boolean value that indicates whether a later member of the same object has this key too.
  @inlinable package var isShadowed: Bool { info & (1 << 4) != 0 }
  /// A Boolean value that indicates whether a string or key has no escape and no byte above 0x7F: its length in bytes is its
  /// length in scalars.
  @inlinable package var isPlainText: Bool { info & (1 << 3 | 1 << 5) == 0 }
  /// A Boolean value that indicates whether a number is written as an integer of 18 digits at most.
  @inlinable package var isShortInteger: Bool { info >> 5 == 0 }
  /// A Boolean value that indicates whether this is an object; false for keys, because they are strings.
  @inlinable package var isObject: Bool { info & 7 == 5 }
  /// A Boolean value that indicates whether this is an array or an object.
  @inlinable package var isContainer: Bool { info & 7 >= 4 }

  /// The bytes between a string's quotes.
  @inlinable package var contents: Range<Int> { Int(offset) + 1..<Int(end) - 1 }

  /// All bytes of the value.
  @inlinable package var range: Range<Int> { Int(offset)..<Int(end) }
}
