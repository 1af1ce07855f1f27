/// Waits for descriptors to become ready; level-triggered. One belongs to one loop's thread.
protocol Poller: AnyObject {
  /// Adds a descriptor; returns `false` if the system has no room for it.
  ///
  /// `isShared` means that other pollers wait for it as well, and that waking one of them is enough.
  func add(_ descriptor: Int32, token: UInt64, interest: Readiness, isShared: Bool) -> Bool

  /// Changes the events that a descriptor is waited for.
  func change(_ descriptor: Int32, token: UInt64, interest: Readiness)

  /// Stops waiting for a descriptor; called before it is closed.
  func remove(_ descriptor: Int32)

  /// Waits up to the given number of milliseconds (-1: forever), and replaces `events` with the ready descriptors.
  func wait(milliseconds: Int32, events: inout [PollEvent])

  /// Frees the poller's resources.
  func close()
}

/// A poller that was opened but belongs to no thread yet.
struct OpenedPoller: Sendable {
  /// Makes the poller, on the thread that it will belong to.
  let make: @Sendable () -> any Poller
  /// Closes the opened descriptors, if no thread came to own them.
  var abandon: @Sendable () -> Void = {}
}

/// A descriptor that is ready, by the token that it was added with.
struct PollEvent {
  var token: UInt64
  var readiness: Readiness
}

/// The system call that the loops wait with.
package enum PollerKind: String, Sendable, Hashable, CaseIterable {
  /// The best one that is tested on this system: epoll on Linux, poll on Darwin.
  case standard
  /// `poll(2)`, on every system.
  case poll
  /// Linux only; `poll` elsewhere.
  case epoll
  /// Darwin only, and not run so far; `poll` elsewhere.
  case kqueue
}

/// The events that a descriptor is ready for, or that a channel waits for.
package struct Readiness: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package static let readable = Readiness(rawValue: 1)
  package static let writable = Readiness(rawValue: 2)
  /// The connection failed or was hung up; reported even if nothing waits for it.
  package static let failed = Readiness(rawValue: 4)
}
