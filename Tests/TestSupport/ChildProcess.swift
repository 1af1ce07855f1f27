import Foundation
import Synchronization

#if canImport(Glibc)
  import CPlumblineSystem
#endif

/// A program that runs beside the tests, with its output and errors in pipes.
///
/// It doesn't use Foundation's `Process`. On Linux, that class lists the open file descriptors by copying directory
/// entries as a whole. If there are several thousand of them, it reads past the end of the last entry and crashes.
package final class ChildProcess: Sendable {
  /// An error of the system, with the system's message.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    init(_ what: String, _ code: Int32) { description = "\(what): \(String(cString: strerror(code)))" }
  }

  /// The tests' own ends of the pipes, which their readers and writers close.
  package let input: FileHandle
  package let output: FileHandle
  package let errors: FileHandle
  private let identifier: pid_t
  private let status = Mutex<Int32?>(nil)

  /// Ensures that no two children are started at the same time, so that none inherits the other's pipes.
  private static let starting = Mutex(())

  /// Starts a program in a folder with only the given environment and, as a shell does, with the folder's path in
  /// `PWD`.
  ///
  /// - Parameter waits: A Boolean value that indicates whether a write to a full pipe waits for the reader, which is
  ///   the default.
  package init(
    _ program: URL, _ arguments: [String], environment: [String: String], folder: String, waits: Bool = true
  ) throws {
    let words = [program.path] + arguments
    let variables = environment.merging(["PWD": folder]) { given, _ in given }.map { "\($0.key)=\($0.value)" }
    let started = try Self.starting.withLock { _ in
      let pipes = try (0..<3).map { _ in try Self.pipe() }
      let (input, output, errors) = (pipes[0], pipes[1], pipes[2])
      if !waits { _ = fcntl(output.writer, F_SETFL, fcntl(output.writer, F_GETFL) | O_NONBLOCK) }
      defer { for descriptor in [input.reader, output.writer, errors.writer] { close(descriptor) } }
      var code: Int32 = 0
      var identifier: pid_t = 0
      Self.withStrings(words) { words in
        Self.withStrings(variables) { variables in
          code = Self.spawn(
            &identifier, program.path, words, variables, folder: folder, [input.reader, output.writer, errors.writer])
        }
      }
      guard code == 0 else {
        for descriptor in [input.writer, output.reader, errors.reader] { close(descriptor) }
        throw Failure(program.path, code)
      }
      return (identifier, input.writer, output.reader, errors.reader)
    }
    identifier = started.0
    input = FileHandle(fileDescriptor: started.1, closeOnDealloc: true)
    output = FileHandle(fileDescriptor: started.2, closeOnDealloc: true)
    errors = FileHandle(fileDescriptor: started.3, closeOnDealloc: true)
  }

  /// Waits for the end on behalf of a single caller. Returns the exit status, or the signal that ended the process.
  /// Blocks its thread.
  package func wait() -> Int32 {
    // The process is checked first and reaped under the lock, so that no signal reaches a later process with the same
    // identifier.
    var information = siginfo_t()
    while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
    return status.withLock { status in
      var raw: Int32 = 0
      while waitpid(identifier, &raw, 0) == -1, errno == EINTR {}
      let signal = raw & 0x7F
      let result = signal == 0 ? (raw >> 8) & 0xFF : signal
      status = result
      return result
    }
  }

  /// Sends a signal to the process, unless it has ended.
  package func send(_ signal: Int32) {
    status.withLock { status in
      if status == nil { _ = kill(identifier, signal) }
    }
  }

  private static func pipe() throws -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      let code = Darwin.pipe(&ends)
    #else
      let code = Glibc.pipe(&ends)
    #endif
    guard code == 0 else { throw Failure("pipe", errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func spawn(
    _ identifier: inout pid_t, _ program: String, _ words: [UnsafeMutablePointer<CChar>?],
    _ variables: [UnsafeMutablePointer<CChar>?],
    folder: String, _ descriptors: [Int32]
  ) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      let own = Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_CLOEXEC_DEFAULT)
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      let own = Int16(POSIX_SPAWN_SETSIGDEF)
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (index, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(index))
    }
    #if os(Linux)
      plumbline_prepare_child(&actions, folder)
    #elseif os(macOS)
      posix_spawn_file_actions_addchdir_np(&actions, folder)
    #else
      // An app can't start child processes, so no test on a device calls this.
      _ = folder
    #endif
    var usual = sigset_t()
    sigemptyset(&usual)
    for signal in [SIGPIPE, SIGINT, SIGTERM] { sigaddset(&usual, signal) }
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, own)
    return posix_spawn(&identifier, program, &actions, &attributes, words, variables)
  }

  private static func withStrings(_ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Void) {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    body(copies + [nil])
  }
}
