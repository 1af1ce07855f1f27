#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import Synchronization

/// A bound loopback port, which the system can't assign to a different socket. Initially, it refuses connections.
///
/// A server may listen on it by its number (`SO_REUSEADDR`). When that server has ended, connections are refused again,
/// and can't reach the server of a different test that happens to get the same port.
///
/// On Darwin, clients get no response from a bound port that doesn't listen, so the port is released there immediately.
/// The system assigns ports at random, so hardly any other process gets the same one.
package final class LoopbackPort: Sendable {
  /// The system call that failed, and its `errno`.
  package struct Failure: Error {
    let call: String
    let code: Int32
  }

  package let number: UInt16
  private let socket: Mutex<Int32>

  var descriptor: Int32 { socket.withLock { $0 } }

  /// The URL at which a client would look for a server.
  package var url: String { "http://127.0.0.1:\(number)" }

  private init(number: UInt16, descriptor: Int32) {
    self.number = number
    socket = Mutex(descriptor)
  }

  /// Returns a port of the system's choice, which is held until it's closed.
  package static func bound() throws -> LoopbackPort {
    let (descriptor, number) = try bind(0)
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
      return LoopbackPort(number: number, descriptor: -1)
    #else
      return LoopbackPort(number: number, descriptor: descriptor)
    #endif
  }

  private static func bind(_ port: UInt16) throws -> (descriptor: Int32, port: UInt16) {
    #if canImport(Glibc)
      let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = Darwin.socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw Failure(call: "socket", code: errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var isReusable: Int32 = 1
    _ = setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isReusable, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        #if canImport(Glibc)
          let result = Glibc.bind(descriptor, pointer, length)
        #else
          let result = Darwin.bind(descriptor, pointer, length)
        #endif
        return result == 0 ? getsockname(descriptor, pointer, &length) : -1
      }
    }
    guard result == 0 else { throw Failure(call: "bind", code: errno) }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// Accepts connections into the backlog, where they never get a response.
  package func listen() throws {
    let result = try socket.withLock { descriptor in
      if descriptor < 0 { descriptor = try Self.bind(number).descriptor }
      #if canImport(Glibc)
        return Glibc.listen(descriptor, 8)
      #else
        return Darwin.listen(descriptor, 8)
      #endif
    }
    guard result == 0 else { throw Failure(call: "listen", code: errno) }
  }

  /// Releases the port, which the system may then assign to any process.
  package func close() {
    #if canImport(Glibc)
      _ = Glibc.close(descriptor)
    #else
      _ = Darwin.close(descriptor)
    #endif
  }
}
