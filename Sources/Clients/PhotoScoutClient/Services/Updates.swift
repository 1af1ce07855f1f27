/// A sequence of the states of a polled value: the cached one first, then each change that the server reports.
///
///     for await update in client.api.planUpdates(every: .seconds(30)) {
///       switch update {
///       case .kept(let plans), .fresh(let plans): show(plans)
///       case .failed(let error): tell(error)   // the plans that are shown stay
///       }
///     }
///
/// The first request is sent immediately, and each further one an interval after the last response. The sequence yields
/// a value only if the value differs from the last one or follows a failure. A failure (an `APIError`) is also an
/// element and doesn't end the sequence. The sequence never throws, and ends when the waiting task is canceled.
///
/// There is no background work: the waiting task itself requests the next value. A slow consumer receives the newest
/// value and skips those in between, and a consumer that stops leaves no work running. Each iteration starts over.
///
/// Source: "Real-Time Updates - Automatic refresh" in PhotoScout's README, which doesn't specify the mechanism.
public struct Updates<Value: Sendable & Equatable>: AsyncSequence, Sendable {
  /// The minimum interval. Shorter intervals are extended to it.
  private static var shortest: Duration { .seconds(1) }

  private let interval: Duration
  private let wait: @Sendable (Duration) async throws -> Void
  private let kept: @Sendable () async -> Value?
  private let fetch: @Sendable () async throws -> Value

  /// Creates a sequence.
  ///
  /// - Parameters:
  ///   - interval: The pause between a response and the next request, at least one second.
  ///   - wait: A closure that waits for the given duration, and throws if the task is canceled.
  ///   - kept: A closure that returns the cached value.
  ///   - fetch: A closure that requests the value from the server.
  init(
    every interval: Duration, wait: @escaping @Sendable (Duration) async throws -> Void,
    kept: @escaping @Sendable () async -> Value?,
    fetch: @escaping @Sendable () async throws -> Value
  ) {
    self.interval = Swift.max(interval, Self.shortest)
    self.wait = wait
    self.kept = kept
    self.fetch = fetch
  }

  /// Returns an iterator that starts with the cached value.
  public func makeAsyncIterator() -> Iterator { Iterator(updates: self) }

  /// The position of one consumer in the sequence.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    private enum Stage {
      case beginning, asking, waiting, ended
    }

    private let updates: Updates
    private var stage = Stage.beginning
    private var shown: Value?
    private var hasFailed = false

    fileprivate init(updates: Updates) {
      self.updates = updates
    }

    /// Returns the next update, or `nil` if the task is canceled.
    public mutating func next() async -> Update<Value>? {
      while stage != .ended, !Task.isCancelled {
        if let update = await step(), !Task.isCancelled { return update }
      }
      stage = .ended
      return nil
    }

    /// Performs the next step. Returns `nil` if the step produced no update.
    private mutating func step() async -> Update<Value>? {
      switch stage {
      case .beginning:
        stage = .asking
        shown = await updates.kept()
        return shown.map { .kept($0) }
      case .asking:
        stage = .waiting
        do {
          return note(try await updates.fetch())
        } catch {
          hasFailed = true
          return .failed(error)
        }
      case .waiting:
        // Only cancellation ends the wait early.
        stage = (try? await updates.wait(updates.interval)) == nil ? .ended : .asking
        return nil
      case .ended: return nil
      }
    }

    /// Returns an update, or `nil` if the value hasn't changed. After a failure, an unchanged value is also an update.
    private mutating func note(_ value: Value) -> Update<Value>? {
      guard hasFailed || shown != value else { return nil }
      hasFailed = false
      shown = value
      return .fresh(value)
    }
  }
}

/// One element of a polled sequence.
public enum Update<Value: Sendable>: Sendable {
  /// The cached value, before the first request.
  case kept(Value)
  /// The server's value: a new one, or an unchanged one after a failure.
  case fresh(Value)
  /// The request failed with an `APIError`. The value shown before remains current.
  case failed(any Error)
}
