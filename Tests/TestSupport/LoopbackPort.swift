#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A loopback port that is bound, so that nobody else can have it, and at first refuses connections.
package struct LoopbackPort {
  /// The system call that failed, and with what `errno`.
  package struct Failure: Error {
    let call: String
    let code: Int32
  }

  package let number: UInt16
  let descriptor: Int32

  /// Where a client would look for a server.
  package var url: String { "http://127.0.0.1:\(number)" }

  /// A port of the system's choice, held until it is closed.
  package static func bound() throws -> LoopbackPort {
    #if canImport(Glibc)
      let type = Int32(SOCK_STREAM.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    let descriptor = socket(AF_INET, type, 0)
    guard descriptor >= 0 else { throw Failure(call: "socket", code: errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, length) == 0 ? getsockname(descriptor, pointer, &length) : -1
      }
    }
    guard result == 0 else { throw Failure(call: "bind", code: errno) }
    return LoopbackPort(number: UInt16(bigEndian: address.sin_port), descriptor: descriptor)
  }

  /// Accepts connections into the backlog, where nobody answers them.
  package func listen() throws {
    #if canImport(Glibc)
      let result = Glibc.listen(descriptor, 8)
    #else
      let result = Darwin.listen(descriptor, 8)
    #endif
    guard result == 0 else { throw Failure(call: "listen", code: errno) }
  }

  /// Lets the port go: from now on anybody may be given it.
  package func close() {
    #if canImport(Glibc)
      _ = Glibc.close(descriptor)
    #else
      _ = Darwin.close(descriptor)
    #endif
  }
}
