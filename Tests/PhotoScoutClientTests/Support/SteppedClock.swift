import Synchronization

/// A clock that advances only when a test advances it.
final class SteppedClock: Sendable {
  private struct State {
    var now = Duration.zero
    var ended: Set<Int> = []
    var sleepers: [Int: (until: Duration, continuation: CheckedContinuation<Void, any Error>)] = [:]
    var watchers: [AsyncStream<Void>.Continuation] = []
    var count = 0
    var lengths: [Duration] = []
  }

  private let state = Mutex(State())

  /// The number of tasks that are waiting.
  var sleepers: Int { state.withLock { $0.sleepers.count } }
  /// The durations of all waits so far.
  var lengths: [Duration] { state.withLock { $0.lengths } }

  /// Waits until this duration has passed. Throws an error if the task is canceled.
  func wait(_ duration: Duration) async throws {
    let id = state.withLock { state in
      state.count += 1
      state.lengths.append(duration)
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let watchers = state.withLock { state -> [AsyncStream<Void>.Continuation]? in
          if state.ended.contains(id) { return nil }
          state.sleepers[id] = (state.now + duration, continuation)
          defer { state.watchers = [] }
          return state.watchers
        }
        guard let watchers else { return continuation.resume(throwing: CancellationError()) }
        for watcher in watchers { watcher.finish() }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.ended.insert(id)
        return state.sleepers.removeValue(forKey: id)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Waits until a task is waiting.
  func sleeping() async {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let isThere = state.withLock { state in
      if state.sleepers.isEmpty { state.watchers.append(arrival) }
      return !state.sleepers.isEmpty
    }
    if isThere { return }
    for await _ in arrivals {}
  }

  /// Waits until a task is waiting, and then advances the time by this duration.
  func step(_ duration: Duration) async {
    await sleeping()
    let woken = state.withLock { state in
      state.now += duration
      let woken = state.sleepers.filter { $0.value.until <= state.now }
      for id in woken.keys { state.sleepers[id] = nil }
      return woken.values.map(\.continuation)
    }
    for continuation in woken { continuation.resume() }
  }
}
