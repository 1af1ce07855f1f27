#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The bytes of a file or of standard input, read as they are asked for.
package struct ByteSource: ~Copyable {
  private static let chunk = 256 << 10

  /// What is read from; -1 for bytes that are there.
  private let descriptor: Int32
  private let path: String
  private var rest: [UInt8]

  /// - Parameter path: the file's; `-` is standard input.
  package init(_ path: String) throws(FileError) {
    self.path = path
    rest = []
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw FileError(path: path, action: .read) }
  }

  /// Bytes that are there.
  package init(_ bytes: [UInt8]) {
    path = ""
    descriptor = -1
    rest = bytes
  }

  deinit {
    if descriptor > STDIN_FILENO { close(descriptor) }
  }

  /// Adds the next bytes to a buffer; false at the end.
  package mutating func read(into buffer: inout [UInt8]) throws(FileError) -> Bool {
    guard descriptor >= 0 else {
      defer { rest = [] }
      buffer.append(contentsOf: rest)
      return !rest.isEmpty
    }
    let start = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: Self.chunk))
    var count: Int
    repeat {
      count = buffer.withUnsafeMutableBytes { bytes in
        #if canImport(Glibc)
          Glibc.read(descriptor, bytes.baseAddress.map { $0 + start }, Self.chunk)
        #else
          Darwin.read(descriptor, bytes.baseAddress.map { $0 + start }, Self.chunk)
        #endif
      }
    } while count < 0 && errno == EINTR
    let code = errno
    buffer.removeLast(Self.chunk - max(0, count))
    if count < 0 { throw FileError(path: path, action: .read, code: code) }
    return count > 0
  }
}
