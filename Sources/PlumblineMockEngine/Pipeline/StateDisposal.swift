import Synchronization

/// Gives up what a session remembered. Where it is much, that takes as long as making it did, so a task does it: an event
/// loop that waited would keep everybody waiting.
final class StateDisposal: Sendable {
  /// Less than this is given up at once, and nobody is told.
  private static let much = 8 << 20

  private let state: Mutex<SessionState?>

  private init(_ state: consuming SessionState) {
    self.state = Mutex(state)
  }

  /// - Parameter relieve: called after much was given up, so that the memory can go back to the system.
  static func forget(_ state: consuming SessionState, then relieve: (@Sendable () -> Void)?) {
    guard state.items.weight >= much else { return }
    let forgetting = StateDisposal(state)
    Task.detached(priority: .utility) {
      forgetting.state.withLock { $0 = nil }
      relieve?()
    }
  }
}
