/// Unpacks DEFLATE (RFC 1951), and never to more bytes than it is told.
///
/// The output itself is the window that matches copy from, so nothing is held beside it. Huffman codes are read along their
/// lengths' counts, so that no table has to be built for each block. What a block's own codes cost all the same is counted: a
/// stream of nothing but block heads ends where its cost outgrows its length.
///
///     bits, lowest first:  1 | 01 | …       the last block | fixed codes | literals, matches, 256 for the end
struct Inflater {
  /// Why nothing could be unpacked.
  enum Failure: Error {
    case tooLarge
    /// A full sentence's end: "ends early".
    case malformed(String)
  }

  private struct Code {
    /// How many codes have each length.
    private var counts = [Int](repeating: 0, count: 16)
    /// The symbols, by code.
    private var symbols: [Int] = []

    init(lengths: ArraySlice<UInt8>) throws(Failure) {
      for length in lengths { counts[Int(length)] += 1 }
      counts[0] = 0
      var left = 1
      var offsets = [Int](repeating: 0, count: 16)
      for length in 1...15 {
        left = left << 1 - counts[length]
        guard left >= 0 else { throw .malformed("has a Huffman code that can't be") }
        if length < 15 { offsets[length + 1] = offsets[length] + counts[length] }
      }
      symbols = [Int](repeating: 0, count: counts.reduce(0, +))
      for (symbol, length) in lengths.enumerated() where length > 0 {
        symbols[offsets[Int(length)]] = symbol
        offsets[Int(length)] += 1
      }
    }

    func symbol(_ bits: inout Bits) throws(Failure) -> Int {
      bits.fill()
      var (code, first, index) = (0, 0, 0)
      var held = bits.held
      for length in 1...15 {
        code |= held & 1
        held >>= 1
        let count = counts[length]
        if code - count < first {
          try bits.drop(length)
          return symbols[index + code - first]
        }
        index += count
        first = (first + count) << 1
        code <<= 1
      }
      throw .malformed(bits.count < 15 ? "ends early" : "has a Huffman code that nothing has")
    }
  }

  private struct Bits {
    let bytes: ArraySlice<UInt8>
    var position: Int
    /// Bits that were read and not taken, the next one lowest.
    private(set) var held = 0
    private(set) var count = 0

    init(_ bytes: ArraySlice<UInt8>) {
      self.bytes = bytes
      position = bytes.startIndex
    }

    /// Reads as many whole bytes as there is room for.
    mutating func fill() {
      while count < 48, position < bytes.endIndex {
        held |= Int(bytes[position]) << count
        position += 1
        count += 8
      }
    }

    mutating func take(_ wanted: Int) throws(Failure) -> Int {
      if count < wanted { fill() }
      let bits = held & (1 << wanted - 1)
      try drop(wanted)
      return bits
    }

    mutating func drop(_ wanted: Int) throws(Failure) {
      guard count >= wanted else { throw .malformed("ends early") }
      held >>= wanted
      count -= wanted
    }

    /// Goes on with the next whole byte.
    mutating func align() {
      position -= count / 8
      held = 0
      count = 0
    }
  }

  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
    8193, 12289, 16385, 24577,
  ]
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  /// The codes of a block that brings none: 288 for literals and lengths, 30 for distances.
  private static let fixed: [UInt8] =
    Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112) + Array(repeating: 7, count: 24)
    + Array(repeating: 8, count: 8) + Array(repeating: 5, count: 30)
  private static let fixedCodes = Result { () throws(Failure) in
    (literals: try Code(lengths: fixed[..<288]), distances: try Code(lengths: fixed[288...]))
  }

  /// What the codes of one block cost, in steps; and what a stream may cost for each byte that it has or becomes.
  private static let blockSteps = 400
  private static let stepsForEachByte = 16
  private static let freeSteps = 1_000_000

  private let limit: Int
  private var bits: Bits
  private var steps = 0
  /// Where this stream's own output begins.
  private let start: Int
  private(set) var output: [UInt8]

  /// - Parameters:
  ///   - bytes: the stream, and whatever comes after it.
  ///   - output: what was unpacked before it.
  ///   - limit: how many bytes the whole output may have.
  private init(_ bytes: ArraySlice<UInt8>, output: [UInt8], limit: Int) {
    bits = Bits(bytes)
    start = output.count
    self.output = output
    self.limit = limit
  }

  /// Unpacks a stream behind an output; where the bytes after it begin.
  static func inflate(_ bytes: ArraySlice<UInt8>, into output: inout [UInt8], limit: Int) throws(Failure) -> Int {
    var inflater = Inflater(bytes, output: output, limit: limit)
    // Let go of, so that there is one of it only.
    output = []
    while true {
      let isLast = try inflater.bits.take(1) == 1
      switch try inflater.bits.take(2) {
      case 0: try inflater.copyStored()
      case 1:
        let codes = try fixedCodes.get()
        try inflater.expand(codes.literals, codes.distances)
      case 2: try inflater.expandDynamic()
      default: throw .malformed("has a block of no known kind")
      }
      if isLast { break }
    }
    inflater.bits.align()
    output = inflater.output
    return inflater.bits.position
  }

  private mutating func copyStored() throws(Failure) {
    bits.align()
    let length = try bits.take(16)
    guard try bits.take(16) == ~length & 0xFFFF else { throw .malformed("has a block of no certain length") }
    // Gives back what was read ahead.
    bits.align()
    guard bits.bytes.endIndex - bits.position >= length else { throw .malformed("ends early") }
    guard output.count + length <= limit else { throw .tooLarge }
    output += bits.bytes[bits.position..<bits.position + length]
    bits.position += length
  }

  private mutating func expandDynamic() throws(Failure) {
    steps += Self.blockSteps
    let bytes = bits.position - bits.bytes.startIndex + output.count - start
    guard steps <= Self.freeSteps + bytes * Self.stepsForEachByte else {
      throw .malformed("is made of blocks that hold next to nothing")
    }
    let literals = try bits.take(5) + 257
    let distances = try bits.take(5) + 1
    let count = try bits.take(4) + 4
    guard literals <= 286, distances <= 30 else { throw .malformed("has more codes than there are") }
    var lengths = [UInt8](repeating: 0, count: 19)
    for index in 0..<count { lengths[Self.order[index]] = UInt8(try bits.take(3)) }
    let code = try Code(lengths: lengths[...])
    lengths = []
    while lengths.count < literals + distances {
      let symbol = try code.symbol(&bits)
      switch symbol {
      case 0...15: lengths.append(UInt8(symbol))
      case 16:
        guard let last = lengths.last else { throw .malformed("repeats a length that isn't there") }
        lengths += Array(repeating: last, count: try bits.take(2) + 3)
      case 17: lengths += Array(repeating: 0, count: try bits.take(3) + 3)
      default: lengths += Array(repeating: 0, count: try bits.take(7) + 11)
      }
    }
    guard lengths.count == literals + distances else { throw .malformed("has more codes than it says") }
    try expand(try Code(lengths: lengths[..<literals]), try Code(lengths: lengths[literals...]))
  }

  private mutating func expand(_ literals: Code, _ distances: Code) throws(Failure) {
    while true {
      let symbol = try literals.symbol(&bits)
      if symbol == 256 { return }
      if symbol < 256 {
        guard output.count < limit else { throw .tooLarge }
        output.append(UInt8(symbol))
        continue
      }
      guard symbol <= 285 else { throw .malformed("has a length that can't be") }
      let place = symbol - 257
      let extra = place < 8 || place == 28 ? 0 : (place - 4) / 4
      let length = Self.lengthBases[place] + (try bits.take(extra))
      let step = try distances.symbol(&bits)
      guard step < 30 else { throw .malformed("has a distance that can't be") }
      let distance = Self.distanceBases[step] + (try bits.take(step < 4 ? 0 : step / 2 - 1))
      guard distance <= output.count - start else { throw .malformed("copies from before its beginning") }
      guard output.count + length <= limit else { throw .tooLarge }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }
}
