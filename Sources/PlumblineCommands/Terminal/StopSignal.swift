#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import PlumblineHTTPServer
import Synchronization

/// A source of SIGINT, SIGTERM, and SIGHUP. SIGHUP is sent when a terminal is closed.
///
/// A signal handler may only call async-signal-safe functions, so it writes a byte to a pipe that a separate thread
/// reads.
enum StopSignal {
  /// The write end of the pipe, for the handler, or -1 before the pipe exists.
  private static let pipeEnd = Atomic<Int32>(-1)

  /// The time that the process has to exit after a second signal, in milliseconds. A third signal ends it at once.
  private static let lastMoment: Int32 = 1000

  /// Starts catching the signals, and returns a stream that yields each one. A second signal ends the process after a
  /// short time, whatever its state; a third one ends it at once.
  ///
  /// - Parameter patience: The time that the process has to exit after the first signal, in milliseconds. By default,
  ///   it is unlimited.
  static func received(patience: Int32 = -1) -> AsyncStream<Int32> {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return AsyncStream { $0.finish() } }
    let reading = ends[0]
    pipeEnd.store(ends[1], ordering: .sequentiallyConsistent)
    let handler: @convention(c) (Int32) -> Void = { number in
      // The interrupted code may be about to read `errno`.
      let before = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(StopSignal.pipeEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
      errno = before
    }
    signal(SIGINT, handler)
    signal(SIGTERM, handler)
    if !isIgnored(SIGHUP) { signal(SIGHUP, handler) }
    return AsyncStream { continuation in
      let thread = try? Sockets.startThread(name: "signals") {
        var byte: UInt8 = 0
        var seen = 0
        while true {
          var entry = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
          let ready = poll(&entry, 1, seen == 0 ? -1 : seen == 1 ? patience : lastMoment)
          if ready < 0 && errno == EINTR { continue }
          // Threads of the process may be busy for minutes, and can't be interrupted.
          if ready == 0 { _exit(128 + Int32(byte)) }
          let count = read(reading, &byte, 1)
          if count < 0 && errno == EINTR { continue }
          guard count == 1 else { break }
          seen += 1
          if seen > 2 { _exit(128 + Int32(byte)) }
          continuation.yield(Int32(byte))
        }
        continuation.finish()
      }
      if let thread { Sockets.detach(thread) } else { continuation.finish() }
    }
  }

  /// Returns a Boolean value that indicates whether the parent process arranged for a signal to be ignored, as nohup
  /// does with SIGHUP.
  private static func isIgnored(_ number: Int32) -> Bool {
    guard let before = signal(number, SIG_IGN) else { return false }
    signal(number, before)
    // Swift can't compare C functions, but SIG_IGN is the address 1 on Linux and on Apple platforms.
    return unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
