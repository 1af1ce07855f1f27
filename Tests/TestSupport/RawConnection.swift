import Foundation

/// A blocking TCP connection to this machine, for tests that examine the bytes.
///
/// Every asynchronous call runs on a separate thread. The methods whose names end in -ing run on the caller's thread,
/// for tests that must not be delayed by others between two calls. A silent server makes the test fail after a long
/// wait instead of hanging it.
package final class RawConnection: Sendable {
  /// An error on a test's connection.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The way in which the other side ended the connection.
  package enum Ending: Sendable, Equatable {
    case closed, reset
  }

  private let descriptor: Int32

  private init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    _ = close(descriptor)
  }

  /// Connects to a port of 127.0.0.1.
  package static func connect(port: Int) async throws -> RawConnection {
    try await offPool { try connecting(port: port) }
  }

  /// Connects on the caller's thread.
  package static func connecting(port: Int) throws -> RawConnection {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { throw failure("socket") }
    let connection = RawConnection(descriptor: descriptor)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port)).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        #if canImport(Glibc)
          Glibc.connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
        #else
          Darwin.connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
        #endif
      }
    }
    guard result == 0 else { throw failure("connect") }
    connection.setOptions()
    return connection
  }

  /// Accepts the next connection to a listening port.
  package static func accept(on port: LoopbackPort) async throws -> RawConnection {
    try await offPool { [listener = port.descriptor] in
      #if canImport(Glibc)
        let descriptor = Glibc.accept(listener, nil, nil)
      #else
        let descriptor = Darwin.accept(listener, nil, nil)
      #endif
      guard descriptor >= 0 else { throw failure("accept") }
      let connection = RawConnection(descriptor: descriptor)
      connection.setOptions()
      return connection
    }
  }

  private func setOptions() {
    var limit = timeval(tv_sec: 3600, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    #if !canImport(Glibc)
      var one: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  /// Sends all bytes. Returns `true` if the other side accepted them.
  @discardableResult
  package func send(_ bytes: [UInt8]) async throws -> Bool {
    try await offPool { [self] in sending(bytes) }
  }

  /// Sends all bytes on the caller's thread. Returns `true` if the other side accepted them.
  @discardableResult
  package func sending(_ bytes: [UInt8]) -> Bool {
    #if canImport(Glibc)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
    #endif
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { pointer in
        #if canImport(Glibc)
          Glibc.send(descriptor, pointer.baseAddress, pointer.count, flags)
        #else
          Darwin.send(descriptor, pointer.baseAddress, pointer.count, flags)
        #endif
      }
      if count < 0 { return false }
      sent += count
    }
    return true
  }

  /// Sends text as UTF-8.
  @discardableResult
  package func send(_ text: String) async throws -> Bool { try await send(Array(text.utf8)) }

  /// Shuts down the sending side of the connection.
  package func finishSending() {
    #if canImport(Glibc)
      shutdown(descriptor, Int32(SHUT_WR))
    #else
      shutdown(descriptor, SHUT_WR)
    #endif
  }

  /// Reads `count` responses, including interim ones.
  package func receive(responses count: Int, isHead: Bool = false) async throws -> [RawResponse] {
    try await offPool { [self] in try receiving(responses: count, isHead: isHead) }
  }

  /// Reads `count` responses on the caller's thread.
  package func receiving(responses count: Int, isHead: Bool = false) throws -> [RawResponse] {
    var bytes: [UInt8] = []
    var responses: [RawResponse] = []
    while true {
      while responses.count < count, let response = RawResponse.take(from: &bytes, isHead: isHead) {
        responses.append(response)
      }
      if responses.count == count { break }
      guard let more = try read() else {
        throw Failure(description: "closed after \(responses.count) of \(count) responses and \(bytes.count) bytes")
      }
      bytes += more
    }
    guard bytes.isEmpty else {
      throw Failure(description: "\(bytes.count) bytes came after the last response")
    }
    return responses
  }

  /// Reads at least `count` bytes.
  package func receive(bytes count: Int) async throws -> [UInt8] {
    try await offPool { [self] in
      var bytes: [UInt8] = []
      while bytes.count < count {
        guard let more = try read() else { throw Failure(description: "closed after \(bytes.count) bytes") }
        bytes += more
      }
      return bytes
    }
  }

  /// Reads up to and including a text, and any bytes that have already arrived after it. Returns `false` if the other
  /// side ends the connection before.
  package func receive(through text: String) async throws -> Bool {
    try await offPool { [self] in
      let wanted = Data(text.utf8)
      var last = Data()
      do {
        while let more = try read() {
          last += more
          if last.range(of: wanted) != nil { return true }
          last = Data(last.suffix(wanted.count - 1))
        }
        return false
      } catch is ResetFailure {
        return false
      }
    }
  }

  /// Reads until the other side ends the connection.
  package func receiveUntilClose() async throws -> (bytes: [UInt8], ending: Ending) {
    try await offPool { [self] in
      var bytes: [UInt8] = []
      do {
        while let more = try read() { bytes += more }
        return (bytes, .closed)
      } catch let failure as ResetFailure {
        _ = failure
        return (bytes, .reset)
      }
    }
  }

  /// Sends a request and reads its response.
  package func exchange(_ request: String, isHead: Bool = false) async throws -> RawResponse {
    try await send(request)
    return try await receive(responses: 1, isHead: isHead)[0]
  }

  private struct ResetFailure: Error {}

  private func read() throws -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count > 0 { return Array(buffer[..<count]) }
    if count == 0 { return nil }
    if errno == ECONNRESET { throw ResetFailure() }
    throw Self.failure("recv")
  }

  private static func failure(_ call: String) -> Failure {
    Failure(description: "\(call): \(String(cString: strerror(errno)))")
  }
}
