import Observation
import Synchronization

/// Waits until a view that reads this would show it: notified by observation alone.
///
/// - Throws: `CancellationError` when the test's time is over.
@MainActor func shown(_ isShown: @escaping @MainActor () -> Bool) async throws {
  while !isShown() {
    let (changes, change) = AsyncStream.makeStream(of: Void.self)
    withObservationTracking {
      _ = isShown()
    } onChange: {
      change.finish()
    }
    for await _ in changes {}
    try Task.checkCancellation()
  }
}

/// A view that is notified once when a value that it read changes.
final class Watcher: Sendable {
  private let count = Mutex(0)

  /// The number of times that it would have been drawn again.
  var changes: Int { count.withLock { $0 } }

  @MainActor init<Value>(_ read: @MainActor () -> Value) {
    withObservationTracking {
      _ = read()
    } onChange: { [self] in
      count.withLock { $0 += 1 }
    }
  }
}
