#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A destination for output: one of the process's descriptors or a function.
package enum ConsoleSink: Sendable {
  case descriptor(Int32)
  /// A function that receives the UTF-8 bytes of each write, on the writing thread.
  case stream(@Sendable ([UInt8]) -> Void)

  /// A Boolean value that indicates whether the sink is a terminal.
  var isTerminal: Bool {
    if case .descriptor(let descriptor) = self { isatty(descriptor) == 1 } else { false }
  }

  /// The width of the terminal in columns, or `nil` for other sinks.
  var width: Int? {
    guard case .descriptor(let descriptor) = self else { return nil }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes a whole string, and returns the error number if the write failed, or `nil` otherwise.
  @discardableResult
  func write(_ text: String) -> Int32? {
    switch self {
    case .stream(let receive):
      receive(Array(text.utf8))
      return nil
    case .descriptor(let descriptor):
      return Self.write(text, to: descriptor)
    }
  }

  private static func write(_ text: String, to descriptor: Int32) -> Int32? {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        #if canImport(Glibc)
          let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        #else
          let count = Darwin.write(descriptor, rest.baseAddress, rest.count)
        #endif
        if count < 0 && errno == EINTR { continue }
        if count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) {
          // Another process that shares the descriptor made it non-blocking. Wait for the slow reader.
          var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&entry, 1, -1)
          continue
        }
        guard count > 0 else { return errno }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
      return nil
    }
  }
}
