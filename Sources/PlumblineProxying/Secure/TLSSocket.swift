#if os(Linux)
  import Glibc
  import PlumblineHTTPServer
  import Synchronization

  /// The socket of a TLS connection, which another thread may end while one waits for it.
  final class TLSSocket: Sendable {
    /// `nil` once it is closed, because the number may have been reused by then.
    private let descriptor: Mutex<Int32?>

    init(_ descriptor: Int32) {
      self.descriptor = Mutex<Int32?>(descriptor)
    }

    /// Ends the connection both ways: a thread that waits for bytes gets its end.
    func end() {
      descriptor.withLock { descriptor in
        if let descriptor { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
      }
    }

    /// Closes it.
    func close() {
      descriptor.withLock { descriptor in
        if let descriptor { Sockets.close(descriptor) }
        descriptor = nil
      }
    }
  }
#endif
