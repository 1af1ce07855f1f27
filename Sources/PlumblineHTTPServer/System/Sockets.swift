import Synchronization

/// A namespace for all system calls of this module. The differences between Linux and Darwin are in
/// `SystemCalls+Glibc.swift` and `SystemCalls+Darwin.swift`. Nothing else in the module depends on the platform.
package enum Sockets {
  /// The stack size of threads that run responders. It is large because schema validation is recursive.
  package static let stackSize = 8 * 1024 * 1024
}

/// A socket address (host and port) in the system's format.
package struct SocketAddress: Sendable, Hashable {
  /// The address family.
  package let family: Int32
  /// The bytes of the `sockaddr`.
  package let bytes: [UInt8]

  /// The port. It is at the same offset for IPv4 and IPv6, on Linux and on Apple platforms.
  var port: Int { bytes.count < 4 ? 0 : Int(bytes[2]) << 8 | Int(bytes[3]) }
}

/// The meanings of error numbers that callers distinguish, whatever their values on a platform.
package enum SocketErrorMeaning: Sendable, Hashable {
  case refused, reset, timedOut, addressInUse, addressNotAvailable, notPermitted, other
}

/// The result of a single `accept`.
enum AcceptResult {
  /// A non-blocking connection.
  case connection(Int32)
  /// No connection is waiting, or the client has disconnected.
  case none
  /// No descriptor or memory is left for another connection.
  case exhausted
  /// The listening socket can no longer be used.
  case failed(Int32)
}

/// The result of a single `recv` or `send` on a non-blocking socket.
package enum Transfer: Sendable, Equatable {
  /// The number of bytes that were transferred. For a `recv`, 0 means that the other side sends no more.
  case bytes(Int)
  /// The call would have blocked.
  case wouldBlock
  /// The connection failed, with the given error number.
  case failed(Int32)
}

/// A system call that failed, with its error number.
package struct SystemFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name of the call, such as `bind`.
  package let call: String
  /// The error number (`errno`).
  package let code: Int32

  package init(_ call: String, code: Int32) {
    self.call = call
    self.code = code
  }

  package var description: String { "\(call) failed: \(Sockets.errorText(code))." }
}

/// The error for a host name that has no address.
package struct ResolutionFailure: Error, Sendable, Hashable {
  package let host: String
  /// The system's error text.
  package let reason: String
}

/// The body of a new thread, passed through a C pointer.
final class ThreadBody: Sendable {
  let name: String
  let run: @Sendable () -> Void

  init(name: String, _ run: @escaping @Sendable () -> Void) {
    self.name = name
    self.run = run
  }
}

/// A listening descriptor that several loops may wait for. It is closed when the last loop has released it.
final class ListeningSocket: Sendable {
  let descriptor: Int32
  let port: Int
  private let holders: Mutex<Int>

  /// Takes ownership of a listening descriptor on behalf of the given number of loops.
  init(descriptor: Int32, holders: Int) {
    self.descriptor = descriptor
    port = Sockets.port(of: descriptor)
    self.holders = Mutex(holders)
  }

  /// Makes the system refuse connections immediately, before the loops are notified.
  func refuse() {
    holders.withLock { holders in
      if holders > 0 { Sockets.shutdownListening(descriptor) }
    }
  }

  /// Releases the descriptor for one loop.
  func release() {
    holders.withLock { holders in
      holders -= 1
      if holders == 0 { Sockets.close(descriptor) }
    }
  }
}
