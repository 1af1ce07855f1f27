/// The hash of a key's decoded bytes that key nodes carry: 27 bits, the same for equal keys in every document.
///
/// It only sorts out most keys that differ; whoever finds two hashes equal compares the bytes. So a text with keys made to
/// collide costs comparisons, and objects with many members sort by hash and bytes to keep that bounded.
package struct KeyHash: Sendable {
  private var state: UInt32 = 0x811C_9DC5

  package init() {}

  /// The hash of a whole key.
  package init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { append(byte) }
  }

  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    state = (state ^ UInt32(byte)) &* 0x0100_0193
  }

  /// The hash as a node's payload.
  package var payload: UInt32 { (state ^ state >> 15) >> TapeNode.payloadShift }
}
