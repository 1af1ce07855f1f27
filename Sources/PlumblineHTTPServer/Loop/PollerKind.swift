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
