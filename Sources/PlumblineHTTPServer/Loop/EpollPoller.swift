#if canImport(Glibc)

  import CPlumblineSystem
  import Glibc

  /// A poller that uses Linux's epoll. Its cost is proportional to the number of ready descriptors rather than all
  /// descriptors.
  final class EpollPoller: Poller {
    private let poller: Int32
    private var ready = [epoll_event](repeating: epoll_event(), count: 256)

    init(descriptor: Int32) {
      poller = descriptor
    }

    /// Returns the descriptor of a new epoll instance.
    static func open() throws(SystemFailure) -> Int32 {
      let descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
      guard descriptor >= 0 else { throw SystemFailure("epoll_create1", code: errno) }
      return descriptor
    }

    func add(_ descriptor: Int32, token: UInt64, interest: Readiness, isShared: Bool) -> Bool {
      let flags = Self.flags(interest) | (isShared ? plumbline_epoll_exclusive : 0)
      return plumbline_epoll_control(poller, EPOLL_CTL_ADD, descriptor, flags, token) == 0
    }

    func change(_ descriptor: Int32, token: UInt64, interest: Readiness) {
      _ = plumbline_epoll_control(poller, EPOLL_CTL_MOD, descriptor, Self.flags(interest), token)
    }

    func remove(_ descriptor: Int32) {
      _ = plumbline_epoll_control(poller, EPOLL_CTL_DEL, descriptor, 0, 0)
    }

    func wait(milliseconds: Int32, events: inout [PollEvent]) {
      events.removeAll(keepingCapacity: true)
      let count = ready.withUnsafeMutableBufferPointer {
        epoll_wait(poller, $0.baseAddress, Int32($0.count), milliseconds)
      }
      var index = 0
      while index < Int(count) {
        let flags = ready[index].events
        var readiness: Readiness = []
        if flags & plumbline_epoll_readable != 0 { readiness.insert(.readable) }
        if flags & plumbline_epoll_writable != 0 { readiness.insert(.writable) }
        if flags & plumbline_epoll_failed != 0 { readiness.insert(.failed) }
        events.append(PollEvent(token: ready[index].data.u64, readiness: readiness))
        index += 1
      }
    }

    func close() {
      Sockets.close(poller)
    }

    private static func flags(_ interest: Readiness) -> UInt32 {
      (interest.contains(.readable) ? plumbline_epoll_readable : 0)
        | (interest.contains(.writable) ? plumbline_epoll_writable : 0)
    }
  }

  extension PollerKind {
    /// Opens a poller's descriptors before its thread exists.
    func open() throws(SystemFailure) -> OpenedPoller {
      guard self == .standard || self == .epoll else { return OpenedPoller(make: { PollPoller() }) }
      let descriptor = try EpollPoller.open()
      return OpenedPoller(make: { EpollPoller(descriptor: descriptor) }, abandon: { Sockets.close(descriptor) })
    }
  }

#endif
