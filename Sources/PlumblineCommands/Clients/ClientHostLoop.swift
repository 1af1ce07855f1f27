import PlumblineVerification

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The main loop of a process that runs clients for a parent process. It reads lines from its standard input, which is
/// a socket, and writes a reply to each (``ClientHost``) until the input ends.
enum ClientHostLoop {
  /// The environment variable that turns a process into a client host.
  static let variable = "PLUMBLINE_CLIENT_HOST"

  static func run(_ suites: [any CallSuite]) async -> Never {
    // Control-C is for the parent process, which ends its client processes itself.
    signal(SIGINT, SIG_IGN)
    unsetenv(variable)
    LoopbackProxyExemption.apply()
    let channel = HostChannel(takeSocket())
    let host = ClientHost(suites: suites) { play, lookups in channel.tell(lookups, of: play) }
    for await line in channel.lines() {
      let reply = await host.reply(to: line) ?? Array("{}".utf8)
      guard channel.send(reply) else { break }
    }
    exit(0)
  }

  /// Moves the socket to a descriptor that clients don't use and child processes don't inherit. The clients' output
  /// goes to standard error so that it can't end up in a report, and their input is empty.
  private static func takeSocket() -> Int32 {
    let socket = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    let nowhere = open("/dev/null", O_RDONLY)
    dup2(nowhere, STDIN_FILENO)
    close(nowhere)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    return socket
  }
}
