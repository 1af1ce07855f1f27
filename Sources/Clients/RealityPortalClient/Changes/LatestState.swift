import Synchronization

/// The latest state of an actor, which is observable and can be read at any time without waiting for the actor.
///
/// Views can't wait for the actor and must not see an incomplete change, so the actor sets the state after each
/// complete change.
final class LatestState<State: Sendable>: Sendable {
  private struct Inside {
    var state: State
    var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
    var watcherCount = 0
  }

  private let inside: Mutex<Inside>

  init(_ state: State) {
    inside = Mutex(Inside(state: state))
  }

  deinit {
    for watcher in inside.withLock({ $0.watchers }).values { watcher.finish() }
  }

  var state: State { inside.withLock { $0.state } }

  func set(_ state: State) {
    let watchers = inside.withLock { inside in
      inside.state = state
      return inside.watchers
    }
    for watcher in watchers.values { watcher.yield() }
  }

  /// Returns a stream that signals changes. Changes since the last signal are coalesced into one. The stream ends when
  /// the task that waits for it ends.
  func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = inside.withLock { inside in
      inside.watcherCount += 1
      inside.watchers[inside.watcherCount] = continuation
      return inside.watcherCount
    }
    continuation.onTermination = { [weak self] _ in self?.forget(id) }
    return stream
  }

  private func forget(_ id: Int) {
    // Release the removed watcher outside the lock.
    _ = inside.withLock { $0.watchers.removeValue(forKey: id) }
  }
}
