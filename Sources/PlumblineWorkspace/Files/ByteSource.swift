import PlumblineHTTPMessages

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The bytes of a file or of standard input. They are read on demand, and decompressed if they are in gzip format.
package struct ByteSource: ~Copyable {
  private static let chunk = 256 << 10

  /// The descriptor to read from, or -1 for bytes in memory.
  private let descriptor: Int32
  private let path: String
  private var limit: UnpackingLimit
  /// The bytes that have been read but not returned yet.
  private var waiting: [UInt8]
  private var hasBegun = false
  private var isAtEnd = false
  private var packed: GzipStream?
  /// The number of bytes that have been read, and their number after decompression.
  private var readCount = 0
  private var unpackedCount = 0

  /// - Parameters:
  ///   - path: The path of the file, or `-` for standard input.
  ///   - limit: The limit on the size after decompression.
  package init(_ path: String, unpackingTo limit: UnpackingLimit = .streamed) throws(FileError) {
    self.path = path
    self.limit = limit
    waiting = []
    descriptor = path == "-" ? STDIN_FILENO : open(WorkingFolder.located(path), O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw FileError(path: path, action: .read) }
  }

  /// Creates a source of bytes in memory.
  package init(_ bytes: [UInt8]) {
    path = ""
    limit = .streamed
    descriptor = -1
    waiting = bytes
  }

  /// Returns all bytes of a file.
  package static func all(of path: String, unpackingTo limit: UnpackingLimit) throws(FileError) -> [UInt8] {
    var source = try ByteSource(path, unpackingTo: limit)
    var bytes: [UInt8] = []
    while try source.read(into: &bytes) {}
    return bytes
  }

  deinit {
    if descriptor > STDIN_FILENO { close(descriptor) }
  }

  /// Applies the limit for data that is kept in memory as a whole from now on.
  package mutating func hold() { limit = .held }

  /// Adds the next bytes to a buffer. Returns `false` at the end.
  package mutating func read(into buffer: inout [UInt8]) throws(FileError) -> Bool {
    if !hasBegun { try begin() }
    if packed != nil { return try readPacked(into: &buffer) }
    if waiting.isEmpty { return try readRaw(into: &buffer) }
    buffer.append(contentsOf: waiting)
    waiting = []
    return true
  }

  /// Reads enough bytes to determine whether the data is compressed.
  private mutating func begin() throws(FileError) {
    hasBegun = true
    var beginning = waiting
    while beginning.count < 2, !isAtEnd { isAtEnd = try !readRaw(into: &beginning) }
    guard GzipStream.begins(beginning) else {
      waiting = beginning
      return
    }
    packed = GzipStream()
    packed?.feed(beginning)
    waiting = []
  }

  private mutating func readPacked(into buffer: inout [UInt8]) throws(FileError) -> Bool {
    let start = buffer.count
    while try !unpack(into: &buffer) {
      if isAtEnd { return false }
      var chunk: [UInt8] = []
      isAtEnd = try !readRaw(into: &chunk)
      packed?.feed(chunk)
    }
    unpackedCount += buffer.count - start
    guard limit.allows(unpackedCount, of: readCount) else {
      throw FileError(path: path, action: .read, reason: limit.reason)
    }
    return true
  }

  private mutating func unpack(into buffer: inout [UInt8]) throws(FileError) -> Bool {
    let isWhole = isAtEnd
    do throws(ContentCoding.Failure) {
      return try packed?.unpack(into: &buffer, isWhole: isWhole) ?? false
    } catch {
      let how = if case .malformed(let how) = error { how } else { "can't be unpacked" }
      throw FileError(path: path, action: .read, reason: "It is compressed with gzip, and \(how)")
    }
  }

  private mutating func readRaw(into buffer: inout [UInt8]) throws(FileError) -> Bool {
    guard descriptor >= 0 else { return false }
    let descriptor = descriptor
    let (count, code) = withUnsafeTemporaryAllocation(byteCount: Self.chunk, alignment: 16) { bytes -> (Int, Int32) in
      var count: Int
      repeat {
        #if canImport(Glibc)
          count = Glibc.read(descriptor, bytes.baseAddress, Self.chunk)
        #else
          count = Darwin.read(descriptor, bytes.baseAddress, Self.chunk)
        #endif
      } while count < 0 && errno == EINTR
      let code = errno
      if count > 0 { buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[..<count])) }
      return (count, code)
    }
    if count < 0 { throw FileError(path: path, action: .read, code: code) }
    readCount += count
    return count > 0
  }
}
