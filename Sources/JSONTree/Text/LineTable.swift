/// Where the lines of a text start, so that an offset becomes a line and a column by binary search.
struct LineTable: Sendable {
  private let starts: [Int]

  init(_ bytes: [UInt8]) {
    var starts = [0]
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(offset + 1)
    }
    self.starts = starts
  }

  /// The line and column, both from 1, of a byte offset; offsets past the end stand for the end.
  func position(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let offset = min(max(offset, 0), bytes.count)
    let line = lineIndex(of: offset)
    var column = 1
    for byte in bytes[starts[line]..<offset] where byte & 0xC0 != 0x80 {
      column += 1
    }
    return (line + 1, column)
  }

  /// The bytes of the line around an offset, without its line break.
  func line(around offset: Int, in bytes: [UInt8]) -> Range<Int> {
    let line = lineIndex(of: min(max(offset, 0), bytes.count))
    let start = starts[line]
    var end = line + 1 < starts.count ? starts[line + 1] - 1 : bytes.count
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return start..<end
  }

  private func lineIndex(of offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
