/// One node of the tape: 16 bytes for a value or a key. `JSONParser` explains the layout.
package struct TapeNode: Sendable {
  /// The first byte of the value in the source; for strings the opening quote.
  package var offset: UInt32
  /// The byte after the value's last one.
  package var end: UInt32
  /// The index of the node after this one and everything inside it.
  package var next: UInt32
  /// Bits 0–2 kind, bit 3 `hasEscapes`, bit 4 `isShadowed`; bits 5–31 the count of a container or the hash of a key.
  package var info: UInt32

  static let escapes: UInt32 = 1 << 3
  static let shadowed: UInt32 = 1 << 4
  static let payloadShift: UInt32 = 5

  @inlinable package var kindBits: UInt32 { info & 7 }
  /// Elements of an array or members of an object; the hash of a key; 0 for scalars.
  @inlinable package var payload: Int { Int(info >> 5) }
  /// Whether the string holds a backslash, so that it has to be decoded.
  @inlinable package var hasEscapes: Bool { info & (1 << 3) != 0 }
  /// Whether a later member of the same object has this key too.
  @inlinable package var isShadowed: Bool { info & (1 << 4) != 0 }
}

extension TapeNode {
  /// Whether this is an object; for keys false, as they are strings.
  var isObject: Bool { kindBits == UInt32(JSONKind.object.rawValue) }

  /// What lies between a string's quotes.
  package var contents: Range<Int> { Int(offset) + 1..<Int(end) - 1 }

  /// All bytes of the value.
  package var range: Range<Int> { Int(offset)..<Int(end) }
}
