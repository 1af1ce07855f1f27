import Dispatch

/// A limit on waiting for work. Work that ignores its cancellation is left behind.
package enum Deadline {
  /// Returns the work's value, or `nil` if the time runs out first, the run is interrupted, or the waiting task is
  /// canceled.
  package static func race<Value: Sendable>(
    _ limit: Duration, until interruption: Interruption? = nil, _ work: @escaping @Sendable () async -> Value
  ) async -> Value? {
    let (stream, continuation) = AsyncStream<Value?>.makeStream(bufferingPolicy: .bufferingOldest(1))
    let worker = Task {
      continuation.yield(await work())
    }
    let clock = Task {
      if (try? await Task.sleep(for: limit)) != nil { continuation.yield(nil) }
    }
    let number = interruption?.whenRequested { continuation.yield(nil) }
    defer {
      if let number { interruption?.forget(number) }
      clock.cancel()
      // Don't cancel the work on this thread, which is shared: URLSession on Linux can block a thread forever when it
      // cancels a request that is just ending.
      DispatchQueue.global().async { worker.cancel() }
    }
    for await value in stream { return value }
    return nil
  }
}

extension Duration {
  /// The duration in milliseconds.
  package var milliseconds: Double {
    Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15
  }
}
