/// A polled value: the cached one first, then each change that the server reports.
///
///     for await update in client.api.planUpdates(every: .seconds(30)) {
///       switch update {
///       case .kept(let plans), .fresh(let plans): show(plans)
///       case .failed(let error): tell(error)   // the plans that are shown stay
///       }
///     }
///
/// The first request is sent at once, and each further one an interval after the last response. A value is an element only if
/// it differs from the last one shown, or if it follows a failure. Failures are elements too (an `APIError`) and don't end the
/// sequence: it never throws, and ends when the waiting task is canceled.
///
/// There is no background work: the waiting task itself requests the next value. A slow consumer gets the newest value and none
/// in between, and one that stops leaves nothing behind. Each iteration starts over.
///
/// Source: "Real-Time Updates - Automatic refresh" in PhotoScout's README, which doesn't say how.
public struct Updates<Value: Sendable & Equatable>: AsyncSequence, Sendable {
  /// The minimum interval; shorter ones are extended to a second.
  private static var shortest: Duration { .seconds(1) }

  private let interval: Duration
  private let wait: @Sendable (Duration) async throws -> Void
  private let kept: @Sendable () async -> Value?
  private let fetch: @Sendable () async throws -> Value

  /// - Parameters:
  ///   - interval: the pause between a response and the next request, at least a second.
  ///   - wait: waits for this duration; throws if the task is canceled.
  ///   - kept: returns the cached value.
  ///   - fetch: requests the value from the server.
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

  /// Starts over with the cached value.
  public func makeAsyncIterator() -> Iterator { Iterator(updates: self) }

  /// The position of one consumer.
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

    /// Returns the next update; `nil` if the task is canceled.
    public mutating func next() async -> Update<Value>? {
      while stage != .ended, !Task.isCancelled {
        if let update = await step(), !Task.isCancelled { return update }
      }
      stage = .ended
      return nil
    }

    /// Performs the next step; `nil` if it produced no update.
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
        // Only a cancellation ends the wait early.
        stage = (try? await updates.wait(updates.interval)) == nil ? .ended : .asking
        return nil
      case .ended: return nil
      }
    }

    /// Returns an update unless the value is unchanged; after a failure, an unchanged value counts too.
    private mutating func note(_ value: Value) -> Update<Value>? {
      guard hasFailed || shown != value else { return nil }
      hasFailed = false
      shown = value
      return .fresh(value)
    }
  }
}

/// The result of one poll.
public enum Update<Value: Sendable>: Sendable {
  /// The cached value, before the first request.
  case kept(Value)
  /// The server's value: a new one, or the same again after a failure.
  case fresh(Value)
  /// The request failed: an `APIError`. The value shown before stays.
  case failed(any Error)
}
