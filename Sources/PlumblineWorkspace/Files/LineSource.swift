/// The lines of a file or of standard input. They are read on demand, so that a file of any size needs little memory.
///
/// A line ends with LF or with CR and LF. The last line may be unterminated. Lines that are longer than the limit are
/// skipped.
package struct LineSource: ~Copyable {
  package enum Line: Sendable {
    case line([UInt8], number: Int)
    case tooLong(number: Int)
  }

  private var source: ByteSource
  private let limit: Int
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  private var number = 0

  /// - Parameters:
  ///   - path: The path of the file, or `-` for standard input.
  ///   - limit: The maximum length of a line in bytes.
  package init(_ path: String, limit: Int) throws(FileError) {
    self.limit = limit
    source = try ByteSource(path)
  }

  /// Creates a source of lines that continues after bytes that have already been read.
  ///
  /// - Parameter beginning: The bytes that have already been read.
  package init(_ source: consuming ByteSource, after beginning: [UInt8], limit: Int) {
    self.limit = limit
    self.source = source
    buffer = beginning
  }

  /// Creates a source of lines in memory.
  package init(_ bytes: [UInt8], limit: Int) {
    self.limit = limit
    source = ByteSource(bytes)
  }

  /// Returns the next line, or `nil` at the end.
  package mutating func next() throws(FileError) -> Line? {
    var searched = position
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = take(to: end)
        position = end + 1
        return line
      }
      if isAtEnd {
        defer { position = buffer.count }
        return position < buffer.count ? take(to: buffer.count) : nil
      }
      if buffer.count - position > limit { return try skip() }
      searched = buffer.count - position
      buffer.removeSubrange(..<position)
      position = 0
      try fill()
    }
  }

  private mutating func take(to end: Int) -> Line {
    number += 1
    var line = buffer[position..<end]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return line.count > limit ? .tooLong(number: number) : .line(Array(line), number: number)
  }

  /// Skips the rest of a line that exceeds the limit.
  private mutating func skip() throws(FileError) -> Line {
    number += 1
    while true {
      buffer.removeAll(keepingCapacity: true)
      position = 0
      if isAtEnd { return .tooLong(number: number) }
      try fill()
      guard let end = buffer.firstIndex(of: UInt8(ascii: "\n")) else { continue }
      position = end + 1
      return .tooLong(number: number)
    }
  }

  private mutating func fill() throws(FileError) {
    isAtEnd = try !source.read(into: &buffer)
  }
}
