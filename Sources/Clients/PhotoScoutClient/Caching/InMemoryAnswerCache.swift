import Foundation

/// Keeps answers until the process ends, the latest of so many.
public actor InMemoryAnswerCache: AnswerCaching {
  private let capacity: Int
  private var bodies: [AnswerKey: Data] = [:]
  /// The keys, the one that was kept longest ago first.
  private var order: [AnswerKey] = []

  /// - Parameter capacity: how many answers are kept at most.
  public init(capacity: Int = 200) {
    self.capacity = max(0, capacity)
  }

  /// The body that was kept; nil when there is none.
  public func answer(for key: AnswerKey) -> Data? { bodies[key] }

  /// Keeps a body; nil forgets it.
  public func setAnswer(_ body: Data?, for key: AnswerKey) {
    order.removeAll { $0 == key }
    bodies[key] = body
    guard body != nil else { return }
    order.append(key)
    while order.count > capacity { bodies[order.removeFirst()] = nil }
  }

  /// Forgets everything.
  public func removeAll() {
    bodies = [:]
    order = []
  }
}
