/// Waits for descriptors to become ready; level-triggered. One belongs to one loop's thread.
protocol Poller: AnyObject {
  /// Waits for a descriptor too; false if the system has no room for it.
  ///
  /// `isShared` says that other pollers wait for it as well, and that one of them is enough.
  func add(_ descriptor: Int32, token: UInt64, interest: Readiness, isShared: Bool) -> Bool

  /// Changes what a descriptor is waited for.
  func change(_ descriptor: Int32, token: UInt64, interest: Readiness)

  /// Stops waiting for a descriptor; called before it is closed.
  func remove(_ descriptor: Int32)

  /// Waits up to so many milliseconds (-1: for ever), and replaces `events` by what is ready.
  func wait(milliseconds: Int32, events: inout [PollEvent])

  /// Frees what the poller holds.
  func close()
}

/// A poller that was opened but belongs to no thread yet.
struct OpenedPoller: Sendable {
  /// Makes the poller, on the thread that it will belong to.
  let make: @Sendable () -> any Poller
  /// Closes what was opened, where no thread came to own it.
  var abandon: @Sendable () -> Void = {}
}

/// A descriptor that is ready, by the token that it was added with.
struct PollEvent {
  var token: UInt64
  var readiness: Readiness
}

/// Which system call the loops wait with.
package enum PollerKind: String, Sendable, Hashable, CaseIterable {
  /// The best one that is tested on this system: epoll on Linux, poll on Darwin.
  case standard
  /// `poll(2)`, on every system.
  case poll
  /// Linux only; `poll` elsewhere.
  case epoll
  /// Darwin only, and unrun so far; `poll` elsewhere.
  case kqueue
}

/// What a descriptor is ready for, or what somebody waits for.
package struct Readiness: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let readable = Readiness(rawValue: 1)
  package static let writable = Readiness(rawValue: 2)
  /// The connection failed or was hung up; told without being asked for.
  package static let failed = Readiness(rawValue: 4)
}
