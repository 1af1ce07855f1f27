#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#else
  #error("Unsupported platform")
#endif

extension Sockets {
  /// The entry of a single descriptor for `poll`.
  typealias PollEntry = pollfd

  static let pollReadable = Int16(POLLIN)
  static let pollWritable = Int16(POLLOUT)
  static let pollFailed = Int16(POLLERR | POLLHUP | POLLNVAL)

  /// Waits until a descriptor is ready or the timeout expires, and returns the number of descriptors that are ready. An
  /// interruption counts as zero.
  static func poll(_ entries: inout [PollEntry], timeout milliseconds: Int32) -> Int {
    let count = entries.count
    let result = entries.withUnsafeMutableBufferPointer {
      SystemCalls.poll($0.baseAddress, nfds_t(count), milliseconds)
    }
    return max(Int(result), 0)
  }
}

extension Sockets {
  /// Waits until a socket can be read or written, or has failed. Returns `false` if the deadline passes first.
  ///
  /// - Parameter deadline: The deadline, in nanoseconds of ``monotonicNanoseconds()``.
  package static func wait(for descriptor: Int32, toRead: Bool, until deadline: UInt64) -> Bool {
    while true {
      let now = monotonicNanoseconds()
      guard now < deadline else { return false }
      var entry = [PollEntry(fd: descriptor, events: toRead ? pollReadable : pollWritable, revents: 0)]
      let milliseconds = min((deadline - now) / 1_000_000 + 1, 60_000)
      if poll(&entry, timeout: Int32(milliseconds)) > 0 { return true }
    }
  }

  /// Returns a non-blocking TCP socket for addresses of the given family.
  package static func open(family: Int32) throws(SystemFailure) -> Int32 {
    let descriptor = SystemCalls.socket(family: family)
    guard descriptor >= 0 else { throw SystemFailure("socket", code: errno) }
    return descriptor
  }

  /// Binds a socket and listens, with the longest backlog that the system allows.
  ///
  /// Without SO_REUSEADDR, a port would be unusable for a minute after its server has ended. With it, however, BSD
  /// systems let one server listen on 127.0.0.1 alongside another on all addresses, and a client may reach either of
  /// them. This function therefore first checks whether a server accepts connections at the address.
  static func listen(_ descriptor: Int32, at address: SocketAddress) throws(SystemFailure) {
    if isTaken(address) { throw SystemFailure("bind", code: EADDRINUSE) }
    // A port that the system chooses is free anyway. With the option, Linux first searches one half of the range, among
    // the ports of earlier servers, so each of thousands of servers would search through all previous ones.
    let isChosen = address.port == 0
    if !isChosen { setOption(descriptor, SOL_SOCKET, SO_REUSEADDR) }
    guard withAddress(address, { bind(descriptor, $0, $1) }) == 0 else { throw SystemFailure("bind", code: errno) }
    if isChosen { setOption(descriptor, SOL_SOCKET, SO_REUSEADDR) }
    guard SystemCalls.listen(descriptor, SOMAXCONN) == 0 else { throw SystemFailure("listen", code: errno) }
  }

  /// Returns the port that a socket is bound to.
  static func port(of descriptor: Int32) -> Int {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard result == 0 else { return 0 }
    return withUnsafePointer(to: &storage) { pointer in
      if Int32(storageFamily(pointer)) == AF_INET6 {
        pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { Int(UInt16(bigEndian: $0.pointee.sin6_port)) }
      } else {
        pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { Int(UInt16(bigEndian: $0.pointee.sin_port)) }
      }
    }
  }

  private static func storageFamily(_ pointer: UnsafePointer<sockaddr_storage>) -> sa_family_t {
    pointer.pointee.ss_family
  }

  /// Starts connecting. Returns `true` if the connection is already established, or `false` if the result will be known
  /// when the socket becomes writable.
  package static func connect(_ descriptor: Int32, to address: SocketAddress) throws(SystemFailure) -> Bool {
    if withAddress(address, { SystemCalls.connect(descriptor, $0, $1) }) == 0 { return true }
    if errno == EINPROGRESS || errno == EINTR { return false }
    throw SystemFailure("connect", code: errno)
  }

  /// Returns a Boolean value that indicates whether a server listens at an address of this machine and accepts a
  /// connection. Returns `false` for port 0 or if that is uncertain.
  package static func isTaken(_ address: SocketAddress) -> Bool {
    guard address.port != 0, let descriptor = try? open(family: address.family) else { return false }
    defer { close(descriptor) }
    guard let isConnected = try? connect(descriptor, to: address) else { return false }
    if !isConnected {
      var entry = [PollEntry(fd: descriptor, events: pollWritable, revents: 0)]
      guard poll(&entry, timeout: 500) == 1, error(of: descriptor) == 0 else { return false }
    }
    // If no server listens, the socket may have connected to itself.
    return port(of: descriptor) != address.port
  }

  /// Returns a socket's pending error, or 0 if there is none. It shows whether a connection attempt succeeded.
  package static func error(of descriptor: Int32) -> Int32 {
    var code: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0 ? code : errno
  }

  /// Accepts one waiting connection.
  static func accept(_ listener: Int32) -> AcceptResult {
    let descriptor = SystemCalls.accept(listener)
    if descriptor >= 0 { return .connection(descriptor) }
    switch errno {
    case EAGAIN, EINTR, ECONNABORTED, EPROTO, ENETDOWN, EHOSTUNREACH, ENETUNREACH, EPERM: return .none
    case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
    default: return .failed(errno)
    }
  }

  /// Reads the available bytes, up to the buffer's size.
  package static func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
    while true {
      let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      if count >= 0 { return .bytes(count) }
      if errno == EINTR { continue }
      return errno == EAGAIN ? .wouldBlock : .failed(errno)
    }
  }

  /// Sends as much as the system accepts, without raising a signal if the other side has closed.
  package static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Transfer {
    while true {
      let count = SystemCalls.send(descriptor, bytes.baseAddress, bytes.count)
      if count >= 0 { return .bytes(count) }
      if errno == EINTR { continue }
      return errno == EAGAIN ? .wouldBlock : .failed(errno)
    }
  }

  /// Disables the delay of small writes.
  package static func setNoDelay(_ descriptor: Int32) {
    setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
  }

  /// Makes the next `close` send a reset.
  package static func setResetOnClose(_ descriptor: Int32) {
    var value = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
  }

  /// Signals to the other side that no more bytes will follow.
  static func shutdownSending(_ descriptor: Int32) {
    _ = shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Makes a listening socket refuse connections from now on, even if it has other holders. This has no effect on
  /// Darwin, where the socket accepts connections until its last holder closes it.
  static func shutdownListening(_ descriptor: Int32) {
    _ = shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Closes a descriptor.
  package static func close(_ descriptor: Int32) {
    _ = SystemCalls.close(descriptor)
  }

  private static func setOption(_ descriptor: Int32, _ level: Int32, _ option: Int32) {
    var one: Int32 = 1
    setsockopt(descriptor, level, option, &one, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func withAddress(
    _ address: SocketAddress, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    address.bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return -1 }
      return body(start.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
  }
}

extension Sockets {
  /// Returns the addresses of a host in the system's order. This function blocks, unless the host is a numeric address.
  package static func resolve(
    _ host: String, port: Int, numericOnly: Bool = false
  ) throws(ResolutionFailure) -> [SocketAddress] {
    var hints = addrinfo()
    hints.ai_socktype = SystemCalls.streamKind
    hints.ai_flags = AI_NUMERICSERV | (numericOnly ? AI_NUMERICHOST : 0)
    var list: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(host, String(port), &hints, &list)
    guard result == 0 else {
      throw ResolutionFailure(host: host, reason: gai_strerror(result).map { String(cString: $0) } ?? "unknown")
    }
    defer { freeaddrinfo(list) }
    var addresses: [SocketAddress] = []
    var entry = list
    while let current = entry {
      if let address = current.pointee.ai_addr {
        let bytes = UnsafeRawBufferPointer(start: address, count: Int(current.pointee.ai_addrlen))
        addresses.append(SocketAddress(family: current.pointee.ai_family, bytes: Array(bytes)))
      }
      entry = current.pointee.ai_next
    }
    return addresses
  }

  /// Returns the system's text for an error number.
  package static func errorText(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    strerror_r(code, &buffer, buffer.count)
    return buffer.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "error \(code)" }
  }

  /// Returns the meaning of an error number from a failed `connect` or transfer.
  package static func meaning(of code: Int32) -> SocketErrorMeaning {
    switch code {
    case ECONNREFUSED: .refused
    case ECONNRESET, EPIPE: .reset
    case ETIMEDOUT: .timedOut
    case EADDRINUSE: .addressInUse
    case EACCES, EPERM: .notPermitted
    case EADDRNOTAVAIL: .addressNotAvailable
    default: .other
    }
  }
}

extension Sockets {
  /// Returns the time of a monotonic clock, in nanoseconds.
  package static func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Returns the number of seconds since 1970-01-01 00:00 UTC.
  package static func secondsSinceEpoch() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int(time.tv_sec)
  }

  /// Returns a pair of descriptors. Writing to the second one wakes the thread that waits for the first.
  static func openWakeup() throws(SystemFailure) -> (reader: Int32, writer: Int32) { try SystemCalls.openWakeup() }

  /// Wakes the thread that waits for the reader.
  static func wake(_ writer: Int32) { SystemCalls.wake(writer) }

  /// Drains the reader so that it can wait again.
  static func drainWakeup(_ reader: Int32) { SystemCalls.drainWakeup(reader) }

  /// Raises the number of descriptors that this process may have, up to the system's limit. Call this once, before
  /// connections arrive.
  static func raiseOpenFiles() { openFilesRaised }

  private static let openFilesRaised: Void = SystemCalls.raiseOpenFiles(to: 65_536)

  /// Keeps `URLSession` on Linux from spinning while a client in this process waits for a response. This applies to
  /// sessions created from now on.
  package static func calmClients() { SystemCalls.calmClients() }

  /// Returns the number of cores that this process may use.
  package static func usableCores() -> Int { SystemCalls.usableCores() }

  /// Starts a thread with the given stack size and a name of at most 15 bytes.
  package static func startThread(
    name: String, stackSize: Int = stackSize, _ body: @escaping @Sendable () -> Void
  ) throws(SystemFailure) -> ThreadHandle {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    let box = Unmanaged.passRetained(ThreadBody(name: name, body))
    do throws(SystemFailure) {
      return ThreadHandle(raw: try SystemCalls.createThread(&attributes, box.toOpaque()))
    } catch {
      box.release()
      throw error
    }
  }

  /// Waits for a thread to end and frees it.
  package static func join(_ thread: ThreadHandle) {
    pthread_join(thread.raw, nil)
  }

  /// Lets a thread free itself when it ends.
  package static func detach(_ thread: ThreadHandle) {
    pthread_detach(thread.raw)
  }

  /// Returns freed memory that the allocator still holds to the system.
  package static func giveBackMemory() {
    SystemCalls.giveBackMemory()
  }
}
