/// A table for finding the lines and columns of offsets, at a cost that doesn't depend on the length of the lines.
///
/// The text is divided into pieces of 512 bytes, and the table contains the line and column at the start of each.
/// Finding a location takes a lookup in the table and a scan of at most one piece. A contract's loader requests
/// thousands of locations. The table has 8 bytes for each piece.
package struct LineTable: Sendable {
  private static let piece = 512
  private let marks: [Mark]

  private struct Mark {
    var line: UInt32 = 1
    var column: UInt32 = 1
  }

  init(_ bytes: [UInt8]) {
    var marks: [Mark] = []
    marks.reserveCapacity(bytes.count / Self.piece + 1)
    var mark = Mark()
    for start in stride(from: 0, through: bytes.count, by: Self.piece) {
      marks.append(mark)
      Self.advance(&mark, over: bytes, start..<min(start + Self.piece, bytes.count))
    }
    self.marks = marks
  }

  /// Returns the line and column of a byte offset, both starting at 1. Offsets beyond the end are treated as the end.
  func position(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let offset = min(max(offset, 0), bytes.count)
    let piece = offset / Self.piece
    return Self.position(of: offset, in: bytes, from: piece * Self.piece, marks[piece])
  }

  /// Returns the line and column of a single offset without a table.
  package static func position(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    position(of: min(max(offset, 0), bytes.count), in: bytes, from: 0, Mark())
  }

  private static func position(
    of offset: Int, in bytes: [UInt8], from start: Int, _ mark: Mark
  ) -> (line: Int, column: Int) {
    var mark = mark
    advance(&mark, over: bytes, start..<offset)
    return (Int(mark.line), Int(mark.column))
  }

  /// Advances over bytes. Columns count the bytes that start a UTF-8 sequence, eight at a time if none of the eight is
  /// a line break.
  private static func advance(_ mark: inout Mark, over bytes: [UInt8], _ range: Range<Int>) {
    bytes.withUnsafeBufferPointer { buffer in
      let bytes = SourceBytes(buffer)
      var index = range.lowerBound
      while index < range.upperBound {
        if index + 8 <= range.upperBound {
          let word = bytes.word(at: index)
          let others = word ^ 0x0A0A_0A0A_0A0A_0A0A
          if (others &- ByteWord.ones) & ~others & ByteWord.highs == 0 {
            mark.column += UInt32(ByteWord.sequenceStarts(word))
            index += 8
            continue
          }
        }
        for byte in index..<min(index + 8, range.upperBound) {
          if bytes[byte] == UInt8(ascii: "\n") {
            mark.line += 1
            mark.column = 1
          } else if bytes[byte] & 0xC0 != 0x80 {
            mark.column += 1
          }
        }
        index += 8
      }
    }
  }
}
