/// A level-triggered poller that waits for descriptors to become ready. It belongs to the thread of a single loop.
protocol Poller: AnyObject {
  /// Adds a descriptor. Returns `false` if the system can't watch any more descriptors.
  ///
  /// If `isShared` is `true`, other pollers wait for the descriptor as well, and waking one of them is enough.
  func add(_ descriptor: Int32, token: UInt64, interest: Readiness, isShared: Bool) -> Bool

  /// Changes the events to wait for on a descriptor.
  func change(_ descriptor: Int32, token: UInt64, interest: Readiness)

  /// Stops waiting for a descriptor. Call this before the descriptor is closed.
  func remove(_ descriptor: Int32)

  /// Waits up to the given number of milliseconds, or indefinitely for -1, and replaces `events` with the descriptors
  /// that are ready.
  func wait(milliseconds: Int32, events: inout [PollEvent])

  /// Frees the poller's resources.
  func close()
}

/// A poller that has been opened but doesn't belong to a thread yet.
struct OpenedPoller: Sendable {
  /// Creates the poller on the thread that it will belong to.
  let make: @Sendable () -> any Poller
  /// Closes the opened descriptors if no thread has taken ownership of them.
  var abandon: @Sendable () -> Void = {}
}

/// A ready descriptor, identified by the token that was passed when it was added.
struct PollEvent {
  var token: UInt64
  var readiness: Readiness
}

/// The system call that loops use for waiting.
package enum PollerKind: String, Sendable, Hashable, CaseIterable {
  /// The best call that is tested on this system: epoll on Linux, and poll on Darwin.
  case standard
  /// `poll(2)`, which every system provides.
  case poll
  /// `epoll` on Linux, and `poll` elsewhere.
  case epoll
  /// `kqueue` on Darwin, where it hasn't been run yet, and `poll` elsewhere.
  case kqueue
}

/// The events that a descriptor is ready for or that a channel waits for.
package struct Readiness: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let readable = Readiness(rawValue: 1)
  package static let writable = Readiness(rawValue: 2)
  /// The connection failed or was hung up. This is reported even if nothing waits for it.
  package static let failed = Readiness(rawValue: 4)
}
