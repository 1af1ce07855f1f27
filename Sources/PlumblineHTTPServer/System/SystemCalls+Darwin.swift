#if canImport(Darwin)

  import Darwin

  /// A namespace for the system calls specific to Darwin. They are type-checked against the macOS and iOS headers, but
  /// have never been run.
  enum SystemCalls {
    static let streamKind = SOCK_STREAM

    static func poll(_ entries: UnsafeMutablePointer<pollfd>?, _ count: nfds_t, _ milliseconds: Int32) -> Int32 {
      Darwin.poll(entries, count, milliseconds)
    }

    /// Returns a non-blocking stream socket that child processes don't inherit.
    static func socket(family: Int32) -> Int32 {
      let descriptor = Darwin.socket(family, SOCK_STREAM, 0)
      if descriptor >= 0 { makeNonBlocking(descriptor) }
      return descriptor
    }

    static func listen(_ descriptor: Int32, _ backlog: Int32) -> Int32 { Darwin.listen(descriptor, backlog) }

    static func connect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
      Darwin.connect(descriptor, address, length)
    }

    /// Returns a waiting connection that is non-blocking and that child processes don't inherit.
    static func accept(_ listener: Int32) -> Int32 {
      let descriptor = Darwin.accept(listener, nil, nil)
      if descriptor >= 0 { makeNonBlocking(descriptor) }
      return descriptor
    }

    /// Sends bytes. The socket was configured at its creation not to raise a signal if the other side has closed.
    static func send(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
      Darwin.send(descriptor, bytes, count, 0)
    }

    static func close(_ descriptor: Int32) -> Int32 { Darwin.close(descriptor) }

    static func openWakeup() throws(SystemFailure) -> (reader: Int32, writer: Int32) {
      var descriptors: [Int32] = [0, 0]
      guard pipe(&descriptors) == 0 else { throw SystemFailure("pipe", code: errno) }
      for descriptor in descriptors { makeNonBlocking(descriptor) }
      return (descriptors[0], descriptors[1])
    }

    static func wake(_ writer: Int32) {
      var one: UInt8 = 1
      _ = write(writer, &one, 1)
    }

    static func drainWakeup(_ reader: Int32) {
      var bytes = [UInt8](repeating: 0, count: 64)
      while read(reader, &bytes, bytes.count) == bytes.count {}
    }

    static func usableCores() -> Int { max(1, sysconf(_SC_NPROCESSORS_ONLN)) }

    /// Does nothing, because Darwin's `URLSession` doesn't spin.
    static func calmClients() {}

    /// Raises the soft limit on open descriptors, up to the given number. Darwin's default is 256, and it accepts at
    /// most `OPEN_MAX`, whatever the hard limit.
    static func raiseOpenFiles(to most: UInt64) {
      var limit = rlimit()
      guard getrlimit(RLIMIT_NOFILE, &limit) == 0 else { return }
      let highest = min(rlim_t(most), limit.rlim_max, rlim_t(OPEN_MAX))
      guard limit.rlim_cur < highest else { return }
      limit.rlim_cur = highest
      _ = setrlimit(RLIMIT_NOFILE, &limit)
    }

    /// Starts a thread that runs a retained ``ThreadBody``.
    static func createThread(
      _ attributes: inout pthread_attr_t, _ body: UnsafeMutableRawPointer
    ) throws(SystemFailure) -> pthread_t {
      var thread: pthread_t?
      let result = pthread_create(
        &thread, &attributes,
        { argument in
          let body = Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
          _ = body.name.withCString { pthread_setname_np($0) }
          body.run()
          return nil
        }, body)
      guard result == 0, let thread else { throw SystemFailure("pthread_create", code: result) }
      return thread
    }

    static func giveBackMemory() { _ = malloc_zone_pressure_relief(nil, 0) }

    /// Sets the equivalents of the `SOCK_NONBLOCK`, `SOCK_CLOEXEC`, and `MSG_NOSIGNAL` flags on other systems.
    private static func makeNonBlocking(_ descriptor: Int32) {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      var one: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<Int32>.size))
    }
  }

  /// A running thread.
  package struct ThreadHandle: Sendable {
    /// A pointer that is never dereferenced here, only passed back to the system, which is safe from any thread.
    nonisolated(unsafe) let raw: pthread_t
  }

#endif
