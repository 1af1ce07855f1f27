import Synchronization

/// Frees a session's state. Freeing a large state takes as long as creating it, so it is done in a task: on an event
/// loop it would block all connections.
final class StateDisposal: Sendable {
  /// The minimum size in bytes of a state that is freed in a task.
  private static let much = 8 << 20

  private let state: Mutex<SessionState?>

  private init(_ state: consuming SessionState) {
    self.state = Mutex(state)
  }

  /// Frees a state, in a task if it is large.
  ///
  /// - Parameter relieve: A closure that is called after a lot of memory was freed, so that it can be returned to the
  ///   system.
  static func forget(_ state: consuming SessionState, then relieve: (@Sendable () -> Void)?) {
    guard state.items.weight >= much else { return }
    let forgetting = StateDisposal(state)
    Task.detached(priority: .utility) {
      forgetting.state.withLock { $0 = nil }
      relieve?()
    }
  }
}
