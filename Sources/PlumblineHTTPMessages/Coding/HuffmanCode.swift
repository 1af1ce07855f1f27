/// The Huffman codes of a DEFLATE block (RFC 1951 section 3.2.2), which map bits to symbols.
///
/// Most codes are short and are found with a single lookup. The few longer ones are decoded with the number of codes of
/// each length.
struct HuffmanCode: Sendable {
  /// The maximum length, in bits, of codes in the lookup table.
  private static let width = 10

  /// The number of codes of each length.
  private var counts = [Int](repeating: 0, count: 16)
  /// The symbols in the order of their codes.
  private var symbols: [Int] = []
  /// The lookup table, indexed by the next bits with the lowest first. An entry is a symbol with the length of its code
  /// in the low four bits, or 0 if the code is longer.
  private var table = [UInt16](repeating: 0, count: 1 << width)

  init(lengths: ArraySlice<UInt8>) throws(Inflater.Failure) {
    for length in lengths { counts[Int(length)] += 1 }
    counts[0] = 0
    var left = 1
    var offsets = [Int](repeating: 0, count: 16)
    var codes = [Int](repeating: 0, count: 16)
    for length in 1...15 {
      left = left << 1 - counts[length]
      guard left >= 0 else { throw .malformed("has an invalid Huffman code") }
      if length < 15 {
        offsets[length + 1] = offsets[length] + counts[length]
        codes[length + 1] = (codes[length] + counts[length]) << 1
      }
    }
    symbols = [Int](repeating: 0, count: counts.reduce(0, +))
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let length = Int(length)
      symbols[offsets[length]] = symbol
      offsets[length] += 1
      let code = codes[length]
      codes[length] += 1
      guard length <= Self.width else { continue }
      // Codes are stored with their highest bit first.
      var place = Int(UInt16(truncatingIfNeeded: code).bitReversed >> (16 - length))
      while place < table.count {
        table[place] = UInt16(truncatingIfNeeded: symbol << 4 | length)
        place += 1 << length
      }
    }
  }

  /// Returns the next symbol.
  @inline(__always)
  func symbol(_ bits: inout DeflateBits) throws(Inflater.Failure) -> Int {
    bits.fill()
    let entry = table[Int(bits.held & (1 << Self.width - 1))]
    if entry != 0, Int(entry & 15) <= bits.count {
      bits.pass(Int(entry & 15))
      return Int(entry >> 4)
    }
    return try longSymbol(&bits)
  }

  private func longSymbol(_ bits: inout DeflateBits) throws(Inflater.Failure) -> Int {
    var (code, first, index) = (0, 0, 0)
    var held = bits.held
    for length in 1...15 {
      code |= Int(held & 1)
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
    throw .malformed(bits.count < 15 ? "is truncated" : "has an unassigned Huffman code")
  }
}

extension UInt16 {
  /// The bits in reverse order.
  fileprivate var bitReversed: UInt16 {
    var value = self
    value = value >> 1 & 0x5555 | (value & 0x5555) << 1
    value = value >> 2 & 0x3333 | (value & 0x3333) << 2
    value = value >> 4 & 0x0F0F | (value & 0x0F0F) << 4
    return value.byteSwapped
  }
}
