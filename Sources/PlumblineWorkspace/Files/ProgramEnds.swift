#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The two ends of a socket or a pipe between this process and a child process. Other programs don't inherit them.
struct ProgramEnds: Sendable {
  /// The end that belongs to this process.
  let own: Int32
  /// The end that belongs to the child process.
  let theirs: Int32

  /// Creates a socket for writing and reading. Unlike with a pipe, writing to it doesn't kill this process if the
  /// program has ended.
  static func socket() throws(ChildProcess.Unstarted) -> ProgramEnds {
    #if canImport(Darwin)
      let stream = SOCK_STREAM
    #else
      let stream = Int32(SOCK_STREAM.rawValue)
    #endif
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, stream, 0, &ends) == 0 else { throw ChildProcess.Unstarted(code: errno) }
    #if canImport(Darwin)
      var on: Int32 = 1
      setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
    return ProgramEnds(own: ends[0], theirs: ends[1])
  }

  /// Creates a pipe for reading the program's output.
  static func output() throws(ChildProcess.Unstarted) -> ProgramEnds {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw ChildProcess.Unstarted(code: errno) }
    return ProgramEnds(own: ends[0], theirs: ends[1])
  }

  private init(own: Int32, theirs: Int32) {
    for end in [own, theirs] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.own = own
    self.theirs = theirs
  }

  /// Creates a socket for a program's input and pipes for its output. Either all are created, or none.
  static func all(outputs: Int) throws(ChildProcess.Unstarted) -> (input: ProgramEnds, outputs: [ProgramEnds]) {
    let input = try socket()
    var made: [ProgramEnds] = []
    do throws(ChildProcess.Unstarted) {
      for _ in 0..<outputs { made.append(try output()) }
    } catch {
      for ends in made + [input] { ends.closeBoth() }
      throw error
    }
    return (input, made)
  }

  func closeTheirs() { close(theirs) }

  func closeBoth() {
    close(own)
    close(theirs)
  }
}
