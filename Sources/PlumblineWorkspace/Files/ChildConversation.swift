import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Another program that is talked to line by line through its standard input, which is a socket, for as long as it lives.
///
/// What it writes to its standard output goes where this process's goes; its standard error is kept until somebody takes it.
/// Calls block their thread, so that nobody makes them on a thread of Swift's pool; only ``kill()`` may come from another one
/// meanwhile.
package final class ChildConversation: Sendable {
  /// How the program ended.
  package struct End: Sendable {
    /// The signal that ended it; `nil` where it exited.
    package let signal: Int32?
    /// Its exit status; `nil` where a signal ended it.
    package let status: Int32?
    /// What it wrote last to its standard error, and nobody took.
    package let errors: [UInt8]
  }

  private let process: pid_t
  private let socket: Int32
  private let errors: Int32
  /// What was read behind the last line.
  private let rest = Mutex<[UInt8]>([])
  /// What came on the standard error, the last of it.
  private let said = Mutex<[UInt8]>([])
  private let ending = Mutex(Ending())
  private let listening = DispatchGroup()
  private static let mostSaid = 64 << 10

  private struct Ending {
    /// Whether the process was waited for: then its number may be another one's.
    var isReaped = false
    var end: End?
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: its name and its arguments.
  ///   - environment: what is added to this process's own variables, or replaces them.
  package init(_ words: [String], environment: [String: String]) throws(ChildProcess.Unstarted) {
    let (process, ends) = try ChildProcess.spawning { () throws(ChildProcess.Unstarted) -> (pid_t, ConversationEnds) in
      let ends = try ConversationEnds()
      do throws(ChildProcess.Unstarted) {
        let process = try ChildProcess.start(
          words, environment, as: [0: ends.childSocket, 2: ends.childErrors], isOwnGroup: true)
        ends.closeChildEnds()
        return (process, ends)
      } catch {
        ends.close()
        throw error
      }
    }
    self.process = process
    socket = ends.socket
    errors = ends.errors
    listen()
  }

  /// Sends a line, and waits for the line that answers it; `nil` where the program ended instead.
  package func ask(_ line: [UInt8]) -> [UInt8]? {
    guard send(line + [0x0A]) else { return nil }
    return rest.withLock { rest in
      while true {
        if let end = rest.firstIndex(of: 0x0A) {
          let line = Array(rest[..<end])
          rest.removeFirst(end + 1)
          return line
        }
        guard let more = Self.read(socket), !more.isEmpty else { return nil }
        rest += more
      }
    }
  }

  /// What the program wrote to its standard error since the last time.
  package func takeErrors() -> [UInt8] {
    said.withLock { said in
      defer { said = [] }
      return said
    }
  }

  /// Ends the program at once, from any thread.
  package func kill() {
    ending.withLock { ending in
      if !ending.isReaped { _ = Self.kill(process, SIGKILL) }
    }
  }

  /// Whether the program has ended by itself, or said something that nobody asked for.
  package var isUnusable: Bool {
    var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) != 0
  }

  /// Closes the conversation, at which the program is to end, and waits for its end. Nothing may be asked afterwards; how it
  /// ended is known for good.
  package func end() -> End {
    if let end = ending.withLock({ $0.end }) { return end }
    let end = waited()
    ending.withLock { $0.end = end }
    return end
  }

  private func waited() -> End {
    shutdown(socket, Int32(SHUT_RDWR))
    // Its number stays its own until it is reaped, under the lock that whoever kills it takes.
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    var status: Int32 = 0
    ending.withLock { ending in
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      ending.isReaped = true
    }
    // A program that it started itself may hold the other end open.
    _ = listening.wait(timeout: .now() + 2)
    Self.close(socket)
    // The low seven bits name the signal that ended it, if one did.
    let signal = status & 0x7F
    return End(
      signal: signal == 0 ? nil : signal, status: signal == 0 ? (status >> 8) & 0xFF : nil, errors: takeErrors())
  }

  private func listen() {
    DispatchQueue(label: "plumbline.child.errors").async(group: listening) { [self] in
      while let more = Self.read(errors), !more.isEmpty {
        said.withLock { said in
          said += more
          if said.count > Self.mostSaid { said.removeFirst(said.count - Self.mostSaid) }
        }
      }
      Self.close(errors)
    }
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { Self.send(socket, $0, flags) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// The bytes that are there next; none at the end, `nil` for an error.
  private static func read(_ end: Int32) -> [UInt8]? {
    var taken = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      repeat { taken = read(end, buffer) } while taken < 0 && errno == EINTR
      count = max(0, taken)
    }
    return taken < 0 ? nil : bytes
  }
}

/// The C functions whose names are taken here.
extension ChildConversation {
  #if canImport(Glibc)
    fileprivate static func kill(_ process: pid_t, _ signal: Int32) -> Int32 { Glibc.kill(process, signal) }
    fileprivate static func close(_ end: Int32) { _ = Glibc.close(end) }
    fileprivate static func send(_ end: Int32, _ bytes: UnsafeRawBufferPointer, _ flags: Int32) -> Int {
      Glibc.send(end, bytes.baseAddress, bytes.count, flags)
    }
    fileprivate static func read(_ end: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
      Glibc.read(end, buffer.baseAddress, buffer.count)
    }
  #else
    fileprivate static func kill(_ process: pid_t, _ signal: Int32) -> Int32 { Darwin.kill(process, signal) }
    fileprivate static func close(_ end: Int32) { _ = Darwin.close(end) }
    fileprivate static func send(_ end: Int32, _ bytes: UnsafeRawBufferPointer, _ flags: Int32) -> Int {
      Darwin.send(end, bytes.baseAddress, bytes.count, flags)
    }
    fileprivate static func read(_ end: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
      Darwin.read(end, buffer.baseAddress, buffer.count)
    }
  #endif
}

/// What a program is talked to through: a socket, and a pipe for its complaints.
private struct ConversationEnds: Sendable {
  private var sockets: [Int32] = [-1, -1]
  private var pipe: [Int32] = [-1, -1]

  init() throws(ChildProcess.Unstarted) {
    #if canImport(Darwin)
      let stream = SOCK_STREAM
    #else
      let stream = Int32(SOCK_STREAM.rawValue)
    #endif
    guard socketpair(AF_UNIX, stream, 0, &sockets) == 0, Self.open(&pipe) == 0 else {
      let code = errno
      close()
      throw ChildProcess.Unstarted(code: code)
    }
    // No other program may hold an end open.
    for end in sockets + pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #if canImport(Darwin)
      var on: Int32 = 1
      setsockopt(sockets[0], SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  var socket: Int32 { sockets[0] }
  var childSocket: Int32 { sockets[1] }
  var errors: Int32 { pipe[0] }
  var childErrors: Int32 { pipe[1] }

  func closeChildEnds() { for end in [childSocket, childErrors] where end >= 0 { ChildConversation.close(end) } }

  func close() { for end in sockets + pipe where end >= 0 { ChildConversation.close(end) } }

  private static func open(_ ends: inout [Int32]) -> Int32 {
    #if canImport(Glibc)
      Glibc.pipe(&ends)
    #else
      Darwin.pipe(&ends)
    #endif
  }
}
