import Foundation

/// A port on which nothing listens.
enum UnusedPort {
  /// The system had no port to give.
  struct Unavailable: Error {}

  /// Its base URL. A socket has the port and doesn't listen, until the tests end: nobody else can be given it meanwhile.
  static func url() throws -> String {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, size) == 0 && getsockname(descriptor, pointer, &size) == 0
      }
    }
    guard isBound else { throw Unavailable() }
    return "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
  }
}
