/// A level-triggered poller that waits for descriptors to become ready. Each belongs to a single loop's thread.
protocol Poller: AnyObject {
  /// Adds a descriptor; returns `false` if the system has no room for it.
  ///
  /// `isShared` means that other pollers also wait for it, and that waking one of them is enough.
  func add(_ descriptor: Int32, token: UInt64, interest: Readiness, isShared: Bool) -> Bool

  /// Changes the events to wait for on a descriptor.
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
  /// Creates the poller, on the thread to which it will belong.
  let make: @Sendable () -> any Poller
  /// Closes the opened descriptors, if no thread has taken ownership.
  var abandon: @Sendable () -> Void = {}
}

/// A ready descriptor, identified by the token with which it was added.
struct PollEvent {
  var token: UInt64
  var readiness: Readiness
}

/// The system call with which loops wait.
package enum PollerKind: String, Sendable, Hashable, CaseIterable {
  /// The best one that is tested on this system: epoll on Linux, poll on Darwin.
  case standard
  /// `poll(2)`, on every system.
  case poll
  /// Linux only; `poll` elsewhere.
  case epoll
  /// Darwin only, and not run yet; `poll` elsewhere.
  case kqueue
}

/// The events for which a descriptor is ready, or for which a channel waits.
package struct Readiness: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let readable = Readiness(rawValue: 1)
  package static let writable = Readiness(rawValue: 2)
  /// The connection failed or was hung up; reported even if not waited for.
  package static let failed = Readiness(rawValue: 4)
}
