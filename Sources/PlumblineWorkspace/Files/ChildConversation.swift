import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A running program that exchanges lines with this process over a socket.
///
/// The program's standard input is the socket, its standard output is this process's, and its standard error is kept
/// until ``takeErrors()`` is called. Calls block their thread, so they must not be made on a thread of Swift's pool.
/// Only ``terminate()`` may be called concurrently from another thread.
package final class ChildConversation: Sendable {
  /// A description of how a program ended.
  package struct End: Sendable {
    /// The signal that ended the program, or `nil` if it exited.
    package let signal: Int32?
    /// The program's exit status, or `nil` if a signal ended it.
    package let status: Int32?
    /// The part of the program's standard error that hasn't been returned yet.
    package let errors: [UInt8]
  }

  private let process: pid_t
  private let socket: Int32
  private let errors: Int32
  /// The bytes that have been read after the last complete line.
  private let rest = Mutex<[UInt8]>([])
  /// The latest bytes of the program's standard error.
  private let said = Mutex<[UInt8]>([])
  private let ending = Mutex(Ending())
  private let listening = DispatchGroup()
  private static let mostSaid = 64 << 10

  private struct Ending {
    /// A Boolean value that indicates whether the process has been reaped. After that, its id may be reused.
    var isReaped = false
    var end: End?
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: The program's name, followed by its arguments.
  ///   - environment: The variables to add to those of this process, or to replace.
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

  /// Sends a line, and waits for the reply. Returns `nil` if the program ends without replying.
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

  /// Returns the program's standard error since the last call of this method.
  package func takeErrors() -> [UInt8] {
    said.withLock { said in
      defer { said = [] }
      return said
    }
  }

  /// Ends the program immediately. This method can be called from any thread.
  package func terminate() {
    ending.withLock { ending in
      if !ending.isReaped { kill(process, SIGKILL) }
    }
  }

  /// A Boolean value that indicates whether the program has ended or has sent unsolicited output.
  package var isUnusable: Bool {
    var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) != 0
  }

  /// Closes the conversation, which asks the program to end, and waits for that. Nothing can be sent afterward. Later
  /// calls return the same result.
  package func end() -> End {
    if let end = ending.withLock({ $0.end }) { return end }
    let end = waited()
    ending.withLock { $0.end = end }
    return end
  }

  private func waited() -> End {
    shutdown(socket, Int32(SHUT_RDWR))
    // The id of the process isn't reused before it is reaped. That happens while holding the lock that `terminate()`
    // also takes.
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    var status: Int32 = 0
    ending.withLock { ending in
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      ending.isReaped = true
    }
    // Don't wait indefinitely: a child process of the program may still hold the other end open.
    _ = listening.wait(timeout: .now() + 2)
    close(socket)
    // The low seven bits are the signal that ended the program, or 0 if it exited.
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

  /// Returns the next available bytes, or `nil` on an error. At the end, the result is empty.
  private static func taken(from end: Int32) -> [UInt8]? {
    var taken = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 14) { buffer, count in
      repeat { taken = read(end, buffer.baseAddress, buffer.count) } while taken < 0 && errno == EINTR
      count = max(0, taken)
    }
    return taken < 0 ? nil : bytes
  }
}
