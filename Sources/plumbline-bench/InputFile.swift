#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A reader for whole files that doesn't use Foundation, so that the benchmark starts the way the product does.
enum InputFile {
  static func read(_ path: String) throws(BenchmarkFailure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw BenchmarkFailure("\(path) can not be opened: \(reason).") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = piece.withUnsafeMutableBytes { Self.system.read(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 else { throw BenchmarkFailure("\(path) can not be read: \(reason).") }
      if count == 0 { return bytes }
      bytes.append(contentsOf: piece[..<count])
    }
  }

  private static var reason: String { String(cString: strerror(errno)) }

  /// The C library's `read`, which the enclosing type's own function hides.
  private enum system {
    static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
      #if canImport(Glibc)
        Glibc.read(descriptor, buffer, count)
      #else
        Darwin.read(descriptor, buffer, count)
      #endif
    }
  }
}
