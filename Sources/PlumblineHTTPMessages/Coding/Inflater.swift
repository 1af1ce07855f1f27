/// An incremental DEFLATE decompressor (RFC 1951) that needs no more memory than its window.
///
/// Bytes may be fed in arbitrary pieces, and the decompressed content is returned in pieces. The decompressor counts
/// the cost of each block's codes, so that it can stop a stream that consists only of block headers once the cost is
/// out of proportion to the stream's length.
///
///     bits, lowest first:  1 | 01 | …       the last block | fixed codes | literals, matches, 256 for the end
struct Inflater: Sendable {
  typealias Failure = ContentCoding.Failure

  /// The reason that decompression stops.
  enum Stop {
    /// The decompressed bytes must be consumed first.
    case full
    /// More input is needed.
    case short
    /// The stream is over.
    case ended
  }

  private enum State {
    case head
    case stored(left: Int)
    case codes(literals: HuffmanCode, distances: HuffmanCode)
    case ended
  }

  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
    8193, 12289, 16385, 24577,
  ]
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  /// The code lengths for a block that doesn't specify any: 288 for literals and lengths, and 30 for distances.
  private static let fixed: [UInt8] =
    Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112) + Array(repeating: 7, count: 24)
    + Array(repeating: 8, count: 8) + Array(repeating: 5, count: 30)
  private static let fixedCodes = Result { () throws(Failure) in
    (literals: try HuffmanCode(lengths: fixed[..<288]), distances: try HuffmanCode(lengths: fixed[288...]))
  }

  /// The limits on the work for a stream. Each block's codes cost a number of steps, and the stream may take a number
  /// of steps for each byte of its input and output.
  private static let blockSteps = 400
  private static let stepsForEachByte = 16
  private static let freeSteps = 1_000_000

  /// The maximum distance of a match.
  private static let reach = 32 << 10
  /// The number of bytes to decompress before they have to be consumed.
  private static let piece = 64 << 10
  private static let longestMatch = 258
  /// The maximum number of bytes in a block's header, and in the codes of a match.
  private static let longestHead = 1024
  private static let longestCodes = 8

  private(set) var bits = DeflateBits()
  private var state = State.head
  private var isLastBlock = false
  /// The bytes available to matches, followed by the bytes that haven't been consumed yet.
  private var window = [UInt8](repeating: 0, count: reach + piece + longestMatch)
  /// The end of the bytes in the window.
  private var end = 0
  private var taken = 0
  private var steps = 0
  /// The total number of bytes received and returned.
  private var passed = 0

  /// Adds compressed bytes.
  mutating func feed(_ bytes: some Collection<UInt8>) {
    passed += bytes.count
    bits.feed(bytes)
  }

  /// Begins a new stream at the next whole byte.
  mutating func restart() {
    state = .head
    (end, taken) = (0, 0)
  }

  /// The bytes after the end of the stream.
  var rest: ArraySlice<UInt8> {
    mutating get { bits.rest }
  }

  /// Skips bytes before or after the stream.
  mutating func skip(_ count: Int) { bits.skip(count) }

  /// Passes the decompressed bytes to a closure, and makes room for more.
  mutating func take<Value>(_ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
    let value = window.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[taken..<end])) }
    passed += end - taken
    if end > Self.reach {
      let surplus = end - Self.reach
      window.withUnsafeMutableBytes { bytes in
        let kept = UnsafeRawBufferPointer(rebasing: bytes[surplus..<end])
        UnsafeMutableRawBufferPointer(rebasing: bytes[..<Self.reach]).copyMemory(from: kept)
      }
      end = Self.reach
    }
    taken = end
    return value
  }

  /// Decompresses until the window is full, more input is needed, or the stream ends.
  ///
  /// - Parameter isWhole: A Boolean value that indicates whether all bytes have been fed.
  mutating func run(isWhole: Bool) throws(Failure) -> Stop {
    while true {
      if end - taken >= Self.piece { return .full }
      switch state {
      case .ended: return .ended
      case .head:
        if bits.available < Self.longestHead, !isWhole { return .short }
        try beginBlock()
      case .stored(let left):
        let count = copyStored(left)
        if count == left {
          endBlock()
        } else {
          state = .stored(left: left - count)
          if bits.available == 0 {
            if isWhole { throw .malformed("is truncated") }
            return .short
          }
        }
      case .codes(let literals, let distances):
        if try expand(literals, distances, least: isWhole ? 0 : Self.longestCodes) {
          endBlock()
        } else if end - taken < Self.piece {
          return .short
        }
      }
    }
  }

  private mutating func endBlock() {
    state = isLastBlock ? .ended : .head
    if isLastBlock { bits.align() }
  }

  private mutating func beginBlock() throws(Failure) {
    isLastBlock = try bits.take(1) == 1
    switch try bits.take(2) {
    case 0:
      // The stored data starts at the next whole byte.
      bits.align()
      let length = try bits.take(16)
      guard try bits.take(16) == ~length & 0xFFFF else { throw .malformed("has a block of inconsistent length") }
      state = .stored(left: length)
    case 1:
      let codes = try Self.fixedCodes.get()
      state = .codes(literals: codes.literals, distances: codes.distances)
    case 2:
      try readCodes()
    default: throw .malformed("has a block of an unknown kind")
    }
  }

  /// Copies the part of a stored block that is available and fits, and returns its size.
  private mutating func copyStored(_ left: Int) -> Int {
    let rest = bits.rest
    let count = min(left, rest.count, Self.piece - (end - taken))
    for (offset, byte) in rest.prefix(count).enumerated() { window[end + offset] = byte }
    end += count
    bits.skip(count)
    return count
  }

  /// Reads a block's codes, and continues with its content.
  private mutating func readCodes() throws(Failure) {
    steps += Self.blockSteps
    guard steps <= Self.freeSteps + (passed - bits.available + end - taken) * Self.stepsForEachByte else {
      throw .malformed("contains too many nearly empty blocks")
    }
    let literalCount = try bits.take(5) + 257
    let distanceCount = try bits.take(5) + 1
    let count = try bits.take(4) + 4
    guard literalCount <= 286, distanceCount <= 30 else { throw .malformed("has too many codes") }
    var lengths = [UInt8](repeating: 0, count: 19)
    for index in 0..<count { lengths[Self.order[index]] = UInt8(try bits.take(3)) }
    let code = try HuffmanCode(lengths: lengths[...])
    lengths = []
    while lengths.count < literalCount + distanceCount {
      let symbol = try code.symbol(&bits)
      switch symbol {
      case 0...15: lengths.append(UInt8(symbol))
      case 16:
        guard let last = lengths.last else { throw .malformed("repeats a length that doesn't exist") }
        lengths += Array(repeating: last, count: try bits.take(2) + 3)
      case 17: lengths += Array(repeating: 0, count: try bits.take(3) + 3)
      default: lengths += Array(repeating: 0, count: try bits.take(7) + 11)
      }
    }
    guard lengths.count == literalCount + distanceCount else { throw .malformed("has more codes than declared") }
    state = .codes(
      literals: try HuffmanCode(lengths: lengths[..<literalCount]),
      distances: try HuffmanCode(lengths: lengths[literalCount...]))
  }

  /// Decompresses a block of codes. Returns `true` at the end of the block, or `false` if space or input runs out
  /// first.
  ///
  /// - Parameter least: The number of bytes needed to read a whole match.
  private mutating func expand(
    _ literals: HuffmanCode, _ distances: HuffmanCode, least: Int
  ) throws(Failure) -> Bool {
    while end - taken < Self.piece, bits.available >= least {
      let symbol = try literals.symbol(&bits)
      if symbol < 256 {
        window[end] = UInt8(truncatingIfNeeded: symbol)
        end += 1
        continue
      }
      if symbol == 256 { return true }
      guard symbol <= 285 else { throw .malformed("has an invalid length") }
      let place = symbol - 257
      let extra = place < 8 || place == 28 ? 0 : (place - 4) / 4
      let length = Self.lengthBases[place] + (try bits.take(extra))
      let step = try distances.symbol(&bits)
      guard step < 30 else { throw .malformed("has an invalid distance") }
      let distance = Self.distanceBases[step] + (try bits.take(step < 4 ? 0 : step / 2 - 1))
      guard distance <= end else { throw .malformed("copies from before its beginning") }
      copy(length, from: distance)
    }
    return false
  }

  /// Copies decompressed bytes, one by one if the ranges overlap.
  private mutating func copy(_ length: Int, from distance: Int) {
    window.withUnsafeMutableBufferPointer { bytes in
      for place in end..<end + length { bytes[place] = bytes[place - distance] }
    }
    end += length
  }
}
