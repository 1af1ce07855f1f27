/// A number of bytes as written in command-line options, such as `64MB`.
package struct ByteSize: Sendable, Hashable, CustomStringConvertible {
  package let bytes: Int

  package init(_ bytes: Int) { self.bytes = bytes }

  package var description: String {
    for (unit, factor) in [("GB", 1 << 30), ("MB", 1 << 20), ("KB", 1 << 10)] where bytes % factor == 0 && bytes > 0 {
      return "\(bytes / factor)\(unit)"
    }
    return bytes == 1 ? "1 byte" : "\(bytes) bytes"
  }
}
