import Synchronization

#if canImport(Glibc)
  // `environ` in the C library is a variable, but nothing modifies it.
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Darwin
  import Foundation
#endif

/// A namespace for running other programs to completion and collecting their output.
///
/// Running a program blocks the thread, so it mustn't be done on a thread of Swift's pool. The program gets no terminal
/// for asking questions. It is looked up in `PATH`, and its arguments aren't interpreted by a shell.
package enum ChildProcess {
  /// The output of a finished program.
  package struct Finished: Sendable {
    /// The exit status, or `nil` if a signal ended the program.
    package let status: Int32?
    package let output: [UInt8]
    package let errors: [UInt8]
  }

  /// The system error that prevented a program from starting.
  package struct Unstarted: Error, Sendable {
    let code: Int32

    /// A Boolean value that indicates whether the program doesn't exist.
    var isMissing: Bool { code == ENOENT }
    package var reason: String { String(cString: strerror(code)) }
  }

  /// Runs a program.
  ///
  /// - Parameters:
  ///   - words: The program's name, followed by its arguments.
  ///   - environment: The variables to add to those of this process, or to replace.
  ///   - input: The data for its standard input.
  package static func run(
    _ words: [String], environment: [String: String] = [:], input: [UInt8] = []
  ) throws(Unstarted) -> Finished {
    let (child, pipes) = try spawning { () throws(Unstarted) -> (pid_t, Pipes) in
      let pipes = try Pipes()
      do throws(Unstarted) {
        let child = try start(words, environment, as: pipes.childEnds)
        pipes.closeChildEnds()
        return (child, pipes)
      } catch {
        pipes.close()
        throw error
      }
    }
    let (output, errors) = pipes.exchange(input)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    // The low seven bits are the signal that ended the program, or 0 if it exited.
    return Finished(status: status & 0x7F == 0 ? (status >> 8) & 0xFF : nil, output: output, errors: errors)
  }

  private static let lock = Mutex(())

  /// Creates the descriptors for a program and starts it, while no other program can be started. Otherwise, another
  /// program could inherit the descriptors before they are marked as close-on-exec.
  static func spawning<Started: Sendable>(_ body: () throws(Unstarted) -> Started) throws(Unstarted) -> Started {
    let result = lock.withLock { _ in Result(catching: body) }
    return try result.get()
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - ends: The program's descriptors, by the numbers that they have in the program.
  ///   - isOwnGroup: A Boolean value that indicates whether to start the program in its own process group, so that it
  ///     doesn't receive signals that a terminal sends to this process.
  static func start(
    _ words: [String], _ environment: [String: String], as ends: [Int32: Int32], isOwnGroup: Bool = false
  ) throws(Unstarted) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (number, end) in ends { posix_spawn_file_actions_adddup2(&actions, end, number) }
    // Without this, the program would inherit ignored signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // The current thread may have blocked signals, which the program would inherit.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    let flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
    posix_spawnattr_setflags(&attributes, Int16(isOwnGroup ? flags | Int32(POSIX_SPAWN_SETPGROUP) : flags))
    var child: pid_t = 0
    let code = withCStrings(words) { words in
      withCStrings(variables(with: environment)) { variables in
        posix_spawnp(&child, words[0] ?? strdup(""), &actions, &attributes, words, variables)
      }
    }
    guard code == 0 else { throw Unstarted(code: code) }
    return child
  }

  /// Returns this process's environment variables as `NAME=VALUE`, with some of them replaced.
  private static func variables(with other: [String: String]) -> [String] {
    var texts: [String] = []
    #if canImport(Darwin)
      for (name, value) in ProcessInfo.processInfo.environment where other[name] == nil {
        texts.append("\(name)=\(value)")
      }
    #else
      var next = environ
      while let text = next.pointee {
        next += 1
        let entry = String(cString: text)
        if other[String(entry.prefix { $0 != "=" })] == nil { texts.append(entry) }
      }
    #endif
    return texts + other.map { "\($0)=\($1)" }.sorted()
  }

  /// Calls a closure with strings as C strings, in an array that ends with a null pointer.
  private static func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}

/// The descriptors for a program: a socket for its input and pipes for its output. Writing to a pipe would kill this
/// process if the program had ended; writing to a socket doesn't.
private struct Pipes: Sendable {
  private let input: ProgramEnds
  private let output: ProgramEnds
  private let errors: ProgramEnds

  init() throws(ChildProcess.Unstarted) {
    let (input, outputs) = try ProgramEnds.all(outputs: 2)
    (self.input, output, errors) = (input, outputs[0], outputs[1])
    for end in [input, output, errors].map(\.own) { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
  }

  /// The descriptors that become the program's standard input, output, and error.
  var childEnds: [Int32: Int32] { [0: input.theirs, 1: output.theirs, 2: errors.theirs] }

  func closeChildEnds() { for ends in [input, output, errors] { ends.closeTheirs() } }

  func close() { for ends in [input, output, errors] { ends.closeBoth() } }

  /// Writes the program's input while reading its output, until the output ends.
  func exchange(_ text: [UInt8]) -> (output: [UInt8], errors: [UInt8]) {
    var sent = 0
    var said: [[UInt8]] = [[], []]
    var readers = [output.own, errors.own]
    var writer = input.own
    while readers.contains(where: { $0 >= 0 }) {
      if writer >= 0, sent == text.count {
        Self.shut(writer)
        writer = -1
      }
      // `poll` ignores negative descriptors.
      var entries = readers.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      entries.append(pollfd(fd: writer, events: Int16(POLLOUT), revents: 0))
      if poll(&entries, nfds_t(entries.count), -1) < 0, errno != EINTR { break }
      for index in readers.indices where entries[index].revents != 0 {
        if !Self.take(readers[index], &said[index]) {
          Self.shut(readers[index])
          readers[index] = -1
        }
      }
      if entries[2].revents != 0, !Self.give(writer, text, &sent) { sent = text.count }
    }
    for end in readers + [writer] { Self.shut(end) }
    return (said[0], said[1])
  }

  /// Reads the available bytes. Returns `false` at the end.
  private static func take(_ end: Int32, _ bytes: inout [UInt8]) -> Bool {
    var isOpen = true
    let more = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      let taken = read(end, buffer.baseAddress, buffer.count)
      count = max(0, taken)
      isOpen = taken > 0 || taken < 0 && (errno == EAGAIN || errno == EINTR)
    }
    bytes += more
    return isOpen
  }

  /// Writes as much as the buffer accepts. Returns `false` if the other end is closed.
  private static func give(_ end: Int32, _ text: [UInt8], _ sent: inout Int) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    let count = text[sent...].withUnsafeBytes { send(end, $0.baseAddress, $0.count, flags) }
    if count > 0 { sent += count }
    return count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR)
  }

  private static func shut(_ end: Int32) {
    #if canImport(Glibc)
      if end >= 0 { _ = Glibc.close(end) }
    #else
      if end >= 0 { _ = Darwin.close(end) }
    #endif
  }
}
