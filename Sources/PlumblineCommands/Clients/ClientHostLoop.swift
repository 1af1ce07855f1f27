import Dispatch
import PlumblineVerification

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a process does that runs clients for another one: it reads lines from its standard input, a socket, and answers each
/// there (``ClientHost``), until there are no more.
enum ClientHostLoop {
  /// The variable of the environment that makes a process one of these.
  static let variable = "PLUMBLINE_CLIENT_HOST"

  static func run(_ suites: [any CallSuite]) async -> Never {
    // Whoever presses Control-C means the run, which ends its clients itself.
    signal(SIGINT, SIG_IGN)
    unsetenv(variable)
    LoopbackProxyExemption.apply()
    let socket = takeSocket()
    let host = ClientHost(suites: suites)
    for await line in lines(from: socket) {
      let reply = await host.reply(to: line) ?? Array("{}".utf8)
      guard write(reply + [0x0A], to: socket) else { break }
    }
    exit(0)
  }

  /// The socket under a number that clients don't use, and that no program which they start inherits. What they print goes
  /// where their complaints go, so that no report has it, and they have no input.
  private static func takeSocket() -> Int32 {
    let socket = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    let nowhere = open("/dev/null", O_RDONLY)
    dup2(nowhere, STDIN_FILENO)
    close(nowhere)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    return socket
  }

  /// The lines as they come, read on a thread of their own, which ends the process when there are no more: a client that still
  /// runs then is one that nobody waits for.
  private static func lines(from socket: Int32) -> AsyncStream<[UInt8]> {
    let (stream, continuation) = AsyncStream<[UInt8]>.makeStream()
    DispatchQueue(label: "plumbline.client.lines").async {
      var rest: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = read(socket, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { _exit(0) }
        rest += buffer[..<count]
        while let end = rest.firstIndex(of: 0x0A) {
          continuation.yield(Array(rest[..<end]))
          rest.removeFirst(end + 1)
        }
      }
    }
    return stream
  }

  private static func write(_ bytes: [UInt8], to socket: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { send(socket, $0.baseAddress, $0.count, 0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }
}
