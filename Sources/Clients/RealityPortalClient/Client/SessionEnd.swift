import Synchronization

/// What has to go when a session ends. The favorites send requests by the session, and the session tells them when it
/// ends: one of the two must come second.
final class SessionEnd: Sendable {
  private let known = Mutex<Favorites?>(nil)

  /// The favorites of the session, once there are any.
  var favorites: Favorites? { known.withLock { $0 } }

  func set(_ favorites: Favorites) {
    known.withLock { $0 = favorites }
  }
}
