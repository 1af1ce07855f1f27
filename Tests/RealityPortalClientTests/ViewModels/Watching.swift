import Observation
import Synchronization

/// Waits until a view that reads the values of the closure would show them, using only observation.
///
/// - Throws: `CancellationError` if the test's time limit is exceeded.
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

/// A view that is notified once when a value that it has read changes.
final class Watcher: Sendable {
  private let count = Mutex(0)

  /// The number of times that the view would have been redrawn.
  var changes: Int { count.withLock { $0 } }

  @MainActor init<Value>(_ read: @MainActor () -> Value) {
    withObservationTracking {
      _ = read()
    } onChange: { [self] in
      count.withLock { $0 += 1 }
    }
  }
}
