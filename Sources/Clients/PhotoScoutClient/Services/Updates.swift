/// A value that is asked for again and again: what was kept first, then what the server says whenever that is news.
///
///     for await update in client.api.planUpdates(every: .seconds(30)) {
///       switch update {
///       case .kept(let plans), .fresh(let plans): show(plans)
///       case .failed(let error): tell(error)   // the plans that are shown stay
///       }
///     }
///
/// It asks at once, and then an interval after each answer. What came is an element only where it is news: another value than
/// the one shown last, or any after a failure. A failure is an element, too (an `APIError`), and ends nothing: this sequence
/// never throws, and is over when the task that waits is cancelled.
///
/// Nothing runs by itself: the next value is asked for when somebody waits for it, by the task that waits. Who takes long
/// to show one gets the newest after it and none of those between, and who waits no longer leaves nothing behind. Each
/// iteration begins from the start.
///
/// Source: "Real-Time Updates - Automatic refresh" in PhotoScout's README, which doesn't say how.
public struct Updates<Value: Sendable & Equatable>: AsyncSequence, Sendable {
  /// Shorter intervals than a second are taken for one.
  private static var shortest: Duration { .seconds(1) }

  private let interval: Duration
  private let wait: @Sendable (Duration) async throws -> Void
  private let kept: @Sendable () async -> Value?
  private let fetch: @Sendable () async throws -> Value

  /// - Parameters:
  ///   - interval: how long to wait after an answer before the next request, a second at least.
  ///   - wait: waits so long; throws when the task is cancelled.
  ///   - kept: what was kept of an earlier answer.
  ///   - fetch: asks the server.
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

  /// Begins from the start, with what was kept.
  public func makeAsyncIterator() -> Iterator { Iterator(updates: self) }

  /// What one who waits has been shown.
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

    /// The next thing to show; nil when the task is cancelled.
    public mutating func next() async -> Update<Value>? {
      while stage != .ended, !Task.isCancelled {
        if let update = await step(), !Task.isCancelled { return update }
      }
      stage = .ended
      return nil
    }

    /// Does what is next to do; nil where nothing came of it.
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

    /// What is as it was is no news, but after a failure.
    private mutating func note(_ value: Value) -> Update<Value>? {
      guard hasFailed || shown != value else { return nil }
      hasFailed = false
      shown = value
      return .fresh(value)
    }
  }
}

/// What came of asking once more.
public enum Update<Value: Sendable>: Sendable {
  /// What was kept of an earlier answer, before the server was asked.
  case kept(Value)
  /// What the server says: something new, or the same again after a failure.
  case fresh(Value)
  /// Nothing came of it: an `APIError`. What was shown before stays as it was.
  case failed(any Error)
}
