import Synchronization

/// What an actor's state was last: to be read at any time without waiting for the actor, and to be watched.
///
/// What views show can't wait, and can't be told in the middle of a change: the actor sets it when a change is whole.
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

  /// Tells that something has changed, once for all that did since somebody last looked. It ends with the task that waits
  /// for it.
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
    // Let go outside of the lock.
    _ = inside.withLock { $0.watchers.removeValue(forKey: id) }
  }
}
