#if os(Linux)
  import Glibc
  import PlumblineHTTPServer
  import Synchronization

  /// The socket of a TLS connection. One thread may end it while another waits for it.
  final class TLSSocket: Sendable {
    /// The descriptor, or `nil` once it is closed. Its number may have been reused by then.
    private let descriptor: Mutex<Int32?>

    init(_ descriptor: Int32) {
      self.descriptor = Mutex<Int32?>(descriptor)
    }

    /// Ends the connection in both directions. A thread that waits for bytes sees the end of the connection.
    func end() {
      descriptor.withLock { descriptor in
        if let descriptor { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
      }
    }

    /// Closes the descriptor.
    func close() {
      descriptor.withLock { descriptor in
        if let descriptor { Sockets.close(descriptor) }
        descriptor = nil
      }
    }
  }
#endif
