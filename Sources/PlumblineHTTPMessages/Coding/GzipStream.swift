/// An incremental gzip decompressor (RFC 1952) that processes one member at a time and needs no more memory than a
/// window.
///
///     1F 8B 08 | flags, time, system | name | DEFLATE … | checksum | length
package struct GzipStream: Sendable {
  private enum State {
    case head
    case content
    case tail
    case ended
  }

  /// The maximum length of a name or comment in a header.
  private static let longestHead = 256 << 10

  private var inflater = Inflater()
  private var state = State.head
  private var checksum = CRC32()
  private var length: UInt32 = 0

  package init() {}

  /// Returns a Boolean value that indicates whether bytes begin with the gzip signature.
  package static func begins(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// Adds compressed bytes.
  package mutating func feed(_ bytes: some Collection<UInt8>) { inflater.feed(bytes) }

  /// Appends a piece of the decompressed content to an output. Returns `false` if more bytes are needed or there is no
  /// more content.
  ///
  /// - Parameter isWhole: A Boolean value that indicates whether all bytes have been fed.
  package mutating func unpack(
    into output: inout [UInt8], isWhole: Bool
  ) throws(ContentCoding.Failure) -> Bool {
    while true {
      switch state {
      case .head:
        guard let length = try Self.head(inflater.rest, isWhole) else { return false }
        inflater.skip(length)
        inflater.restart()
        (checksum, self.length) = (CRC32(), 0)
        state = .content
      case .content:
        let stop = try inflater.run(isWhole: isWhole)
        if stop == .ended { state = .tail }
        let count = inflater.take { piece in
          checksum.add(piece)
          output.append(contentsOf: piece)
          return piece.count
        }
        length &+= UInt32(truncatingIfNeeded: count)
        if count > 0 { return true }
        if stop == .short { return false }
      case .tail:
        let rest = inflater.rest
        guard rest.count >= 10 || isWhole else { return false }
        guard rest.count >= 8 else { throw .malformed("is truncated") }
        let told = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard told == UInt64(length) << 32 | UInt64(checksum.value) else {
          throw .malformed("is damaged: its checksum doesn't match")
        }
        // As in gzip itself, treat anything else after a member as padding.
        state = Self.begins(rest.dropFirst(8)) ? .head : .ended
        inflater.skip(8)
      case .ended: return false
      }
    }
  }

  /// Returns the content that can already be decoded from the received bytes but that ``unpack(into:isWhole:)`` doesn't
  /// return yet. See ``Inflater/ahead()`` for details.
  func ahead() -> [UInt8] {
    if case .content = state { inflater.ahead() } else { [] }
  }

  /// Returns the length of a member's header, or `nil` if the header is incomplete.
  private static func head(_ bytes: ArraySlice<UInt8>, _ isWhole: Bool) throws(ContentCoding.Failure) -> Int? {
    guard bytes.starts(with: [0x1F, 0x8B, 8].prefix(bytes.count)) else {
      throw .malformed("isn't gzip data")
    }
    guard let end = end(ofHead: bytes), end <= bytes.endIndex else {
      if isWhole || bytes.count > longestHead { throw .malformed("is truncated") }
      return nil
    }
    return end - bytes.startIndex
  }

  private static func end(ofHead bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= 10 else { return nil }
    let flags = bytes[bytes.startIndex + 3]
    var rest = bytes.dropFirst(10)
    if flags & 4 != 0 {
      guard let low = rest.first, let high = rest.dropFirst().first else { return nil }
      let length = 2 + Int(low) + Int(high) << 8
      guard rest.count >= length else { return nil }
      rest = rest.dropFirst(length)
    }
    for flag in [8, 16] as [UInt8] where flags & flag != 0 {
      guard let end = rest.firstIndex(of: 0) else { return nil }
      rest = rest[(end + 1)...]
    }
    return flags & 2 == 0 ? rest.startIndex : rest.startIndex + 2
  }
}
