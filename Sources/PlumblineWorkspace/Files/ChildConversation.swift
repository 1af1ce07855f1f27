import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A running program that exchanges lines with this process through its standard input, which is a socket.
///
/// Its standard output is this process's, and its standard error is kept until ``takeErrors()``. Calls block their
/// thread, so they must not be made on a thread of Swift's pool. Only ``terminate()`` may be called concurrently from
/// another thread.
package final class ChildConversation: Sendable {
  /// The way in which a program ended.
  package struct End: Sendable {
    /// The signal that ended it, or `nil` if it exited.
    package let signal: Int32?
    /// The program's exit status, or `nil` if a signal ended it.
    package let status: Int32?
    /// The rest of the program's standard error.
    package let errors: [UInt8]
  }

  private let process: pid_t
  private let socket: Int32
  private let errors: Int32
  /// The bytes after the last line.
  private let rest = Mutex<[UInt8]>([])
  /// The latest bytes of the program's standard error.
  private let said = Mutex<[UInt8]>([])
  private let ending = Mutex(Ending())
  private let listening = DispatchGroup()
  private static let mostSaid = 64 << 10

  private struct Ending {
    /// A Boolean value that indicates whether the process was reaped. Its number may have been reused since.
    var isReaped = false
    var end: End?
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: The program's name and its arguments.
  ///   - environment: Variables to add to this process's own, or to replace.
  package init(_ words: [String], environment: [String: String]) throws(ChildProcess.Unstarted) {
    let (process, input, complaints) = try ChildProcess.spawning {
      () throws(ChildProcess.Unstarted) -> (pid_t, ProgramEnds, ProgramEnds) in
      let (input, outputs) = try ProgramEnds.all(outputs: 1)
      do throws(ChildProcess.Unstarted) {
        let process = try ChildProcess.start(
          words, environment, as: [0: input.theirs, 2: outputs[0].theirs], isOwnGroup: true)
        for ends in outputs + [input] { ends.closeTheirs() }
        return (process, input, outputs[0])
      } catch {
        for ends in outputs + [input] { ends.closeBoth() }
        throw error
      }
    }
    self.process = process
    socket = input.own
    errors = complaints.own
    listen()
  }

  /// Sends a line, and waits for the reply. Returns `nil` if the program ended instead.
  package func ask(_ line: [UInt8]) -> [UInt8]? {
    guard write(line + [0x0A]) else { return nil }
    return rest.withLock { rest in
      while true {
        if let end = rest.firstIndex(of: 0x0A) {
          let line = Array(rest[..<end])
          rest.removeFirst(end + 1)
          return line
        }
        guard let more = Self.taken(from: socket), !more.isEmpty else { return nil }
        rest += more
      }
    }
  }

  /// Returns the program's standard error since the last call.
  package func takeErrors() -> [UInt8] {
    said.withLock { said in
      defer { said = [] }
      return said
    }
  }

  /// Ends the program at once, from any thread.
  package func terminate() {
    ending.withLock { ending in
      if !ending.isReaped { kill(process, SIGKILL) }
    }
  }

  /// A Boolean value that indicates whether the program has ended, or has sent unsolicited output.
  package var isUnusable: Bool {
    var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) != 0
  }

  /// Closes the conversation, which asks the program to end, and waits until it has ended. Nothing may be sent after
  /// that. Later calls return the same result.
  package func end() -> End {
    if let end = ending.withLock({ $0.end }) { return end }
    let end = waited()
    ending.withLock { $0.end = end }
    return end
  }

  private func waited() -> End {
    shutdown(socket, Int32(SHUT_RDWR))
    // The process's number isn't reused until it is reaped, which happens under the lock that killing it also takes.
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    var status: Int32 = 0
    ending.withLock { ending in
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      ending.isReaped = true
    }
    // A child process of the program may hold the other end open.
    _ = listening.wait(timeout: .now() + 2)
    close(socket)
    // The low seven bits are the signal that ended it, if any.
    let signal = status & 0x7F
    return End(
      signal: signal == 0 ? nil : signal, status: signal == 0 ? (status >> 8) & 0xFF : nil, errors: takeErrors())
  }

  private func listen() {
    DispatchQueue(label: "plumbline.child.errors").async(group: listening) { [self] in
      while let more = Self.taken(from: errors), !more.isEmpty {
        said.withLock { said in
          said += more
          if said.count > Self.mostSaid { said.removeFirst(said.count - Self.mostSaid) }
        }
      }
      close(errors)
    }
  }

  private func write(_ bytes: [UInt8]) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { send(socket, $0.baseAddress, $0.count, flags) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Returns the next available bytes, which are empty at the end, or `nil` on an error.
  private static func taken(from end: Int32) -> [UInt8]? {
    var taken = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 14) { buffer, count in
      repeat { taken = read(end, buffer.baseAddress, buffer.count) } while taken < 0 && errno == EINTR
      count = max(0, taken)
    }
    return taken < 0 ? nil : bytes
  }
}
