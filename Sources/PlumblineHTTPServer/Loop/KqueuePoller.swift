#if canImport(Darwin)

  import Darwin

  /// A poller that uses kqueue. It is opt-in because it hasn't been run yet. `poll(2)` is the default on Darwin.
  final class KqueuePoller: Poller {
    /// An alias for the structure. In an expression, its own name refers to the function.
    private typealias Event = kevent

    private let queue: Int32
    private var interests: [Int32: Readiness] = [:]
    private var ready = [Event](repeating: Event(), count: 256)

    init(descriptor: Int32) {
      queue = descriptor
    }

    /// Returns the descriptor of a new kqueue.
    static func open() throws(SystemFailure) -> Int32 {
      let descriptor = kqueue()
      guard descriptor >= 0 else { throw SystemFailure("kqueue", code: errno) }
      return descriptor
    }

    func add(_ descriptor: Int32, token: UInt64, interest: Readiness, isShared: Bool) -> Bool {
      interests[descriptor] = []
      return apply(descriptor, token, interest)
    }

    func change(_ descriptor: Int32, token: UInt64, interest: Readiness) {
      _ = apply(descriptor, token, interest)
    }

    func remove(_ descriptor: Int32) {
      _ = apply(descriptor, 0, [])
      interests[descriptor] = nil
    }

    func wait(milliseconds: Int32, events: inout [PollEvent]) {
      events.removeAll(keepingCapacity: true)
      let time = timespec(tv_sec: Int(milliseconds) / 1000, tv_nsec: Int(milliseconds) % 1000 * 1_000_000)
      let count = ready.withUnsafeMutableBufferPointer { buffer in
        withUnsafePointer(to: time) { time in
          kevent(queue, nil, 0, buffer.baseAddress, Int32(buffer.count), milliseconds < 0 ? nil : time)
        }
      }
      for event in ready.prefix(max(0, Int(count))) {
        var readiness: Readiness = Int32(event.filter) == EVFILT_WRITE ? .writable : .readable
        // A half-closed connection can still be read to its end. Only an error is a failure.
        if Int32(event.flags) & EV_EOF != 0, event.fflags != 0 { readiness.insert(.failed) }
        events.append(PollEvent(token: UInt64(UInt(bitPattern: event.udata)), readiness: readiness))
      }
    }

    func close() {
      Sockets.close(queue)
    }

    private func apply(_ descriptor: Int32, _ token: UInt64, _ interest: Readiness) -> Bool {
      let before = interests[descriptor] ?? []
      var changes: [Event] = []
      for (flag, filter) in [(Readiness.readable, EVFILT_READ), (.writable, EVFILT_WRITE)] {
        guard before.contains(flag) != interest.contains(flag) else { continue }
        changes.append(
          Event(
            ident: UInt(descriptor), filter: Int16(filter),
            flags: UInt16(interest.contains(flag) ? EV_ADD : EV_DELETE), fflags: 0, data: 0,
            udata: UnsafeMutableRawPointer(bitPattern: UInt(token))))
      }
      interests[descriptor] = interest
      return changes.isEmpty || kevent(queue, changes, Int32(changes.count), nil, 0, nil) >= 0
    }
  }

  extension PollerKind {
    /// Opens a poller's descriptors before its thread exists.
    func open() throws(SystemFailure) -> OpenedPoller {
      guard self == .kqueue else { return OpenedPoller(make: { PollPoller() }) }
      let descriptor = try KqueuePoller.open()
      return OpenedPoller(make: { KqueuePoller(descriptor: descriptor) }, abandon: { Sockets.close(descriptor) })
    }
  }

#endif
