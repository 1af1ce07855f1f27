#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import PlumblineHTTPServer
import Synchronization

/// Waits for SIGINT, SIGTERM or SIGHUP, as comes when a terminal is closed.
///
/// A signal handler may do next to nothing, so it writes a byte into a pipe, and a thread of its own reads it.
enum StopSignal {
  /// The pipe's writing end, for the handler; -1 until there is one.
  private static let pipeEnd = Atomic<Int32>(-1)

  /// How long the process may take to end by itself after a second signal, in milliseconds; a third doesn't wait for that.
  private static let lastMoment: Int32 = 1000

  /// Starts to catch the signals. The stream gives one element for each that comes; the second is meant seriously: whatever
  /// the process is doing, it ends a moment later, and at once at the third.
  ///
  /// - Parameter patience: how many milliseconds the process may take to end by itself after the first; for ever if nothing
  ///   is said.
  static func received(patience: Int32 = -1) -> AsyncStream<Int32> {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return AsyncStream { $0.finish() } }
    let reading = ends[0]
    pipeEnd.store(ends[1], ordering: .sequentiallyConsistent)
    let handler: @convention(c) (Int32) -> Void = { number in
      // What is interrupted may be about to read it.
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
          // Threads may be busy for minutes, with which nobody can reason.
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

  /// Returns a Boolean value that indicates whether whoever started this process wants a signal to change nothing, as nohup
  /// does with SIGHUP.
  private static func isIgnored(_ number: Int32) -> Bool {
    guard let before = signal(number, SIG_IGN) else { return false }
    signal(number, before)
    // Functions of C can't be compared; SIG_IGN is the address 1 on Linux and on Apple's platforms.
    return unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
