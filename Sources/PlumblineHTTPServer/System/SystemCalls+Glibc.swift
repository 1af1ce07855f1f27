#if canImport(Glibc)

  import CPlumblineSystem
  import Glibc

  /// A namespace for the system calls specific to Linux.
  enum SystemCalls {
    static let streamKind = Int32(SOCK_STREAM.rawValue)

    static func poll(_ entries: UnsafeMutablePointer<pollfd>?, _ count: nfds_t, _ milliseconds: Int32) -> Int32 {
      Glibc.poll(entries, count, milliseconds)
    }

    /// Returns a non-blocking stream socket that child processes don't inherit.
    static func socket(family: Int32) -> Int32 {
      let kind = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
      return Glibc.socket(family, Int32(kind), 0)
    }

    static func listen(_ descriptor: Int32, _ backlog: Int32) -> Int32 { Glibc.listen(descriptor, backlog) }

    static func connect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
      Glibc.connect(descriptor, address, length)
    }

    /// Returns a waiting connection that is non-blocking and that child processes don't inherit.
    static func accept(_ listener: Int32) -> Int32 { plumbline_accept(listener) }

    /// Sends bytes without raising a signal if the other side has closed.
    static func send(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
      Glibc.send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
    }

    static func close(_ descriptor: Int32) -> Int32 { Glibc.close(descriptor) }

    static func openWakeup() throws(SystemFailure) -> (reader: Int32, writer: Int32) {
      let descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
      guard descriptor >= 0 else { throw SystemFailure("eventfd", code: errno) }
      return (descriptor, descriptor)
    }

    static func wake(_ writer: Int32) {
      var one: UInt64 = 1
      _ = write(writer, &one, 8)
    }

    static func drainWakeup(_ reader: Int32) {
      var count: UInt64 = 0
      _ = read(reader, &count, 8)
    }

    static func usableCores() -> Int { Int(plumbline_usable_cores()) }

    static func calmClients() { plumbline_calm_sockets() }

    /// Raises the soft limit on open descriptors, up to the given number.
    static func raiseOpenFiles(to most: UInt64) {
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < limit.rlim_max else {
        return
      }
      limit.rlim_cur = max(limit.rlim_cur, min(rlim_t(most), limit.rlim_max))
      _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// Starts a thread that runs a retained ``ThreadBody``.
    static func createThread(
      _ attributes: inout pthread_attr_t, _ body: UnsafeMutableRawPointer
    ) throws(SystemFailure) -> pthread_t {
      var thread = pthread_t()
      let result = pthread_create(
        &thread, &attributes,
        { argument in
          guard let argument else { return nil }
          let body = Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
          plumbline_name_thread(body.name)
          body.run()
          return nil
        }, body)
      guard result == 0 else { throw SystemFailure("pthread_create", code: result) }
      return thread
    }

    static func giveBackMemory() { plumbline_give_back_memory() }
  }

  /// A running thread.
  package struct ThreadHandle: Sendable {
    let raw: pthread_t
  }

#endif
