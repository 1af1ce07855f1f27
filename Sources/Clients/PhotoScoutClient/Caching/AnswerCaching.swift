import Foundation
import PlumblineAPIClient

/// Keeps the bodies of answers for when the server can't be reached.
///
/// It may forget at any time: then there is no answer offline.
public protocol AnswerCaching: Sendable {
  /// The body that was kept; nil when there is none.
  func answer(for key: AnswerKey) async -> Data?
  /// Keeps a body; nil forgets it.
  func setAnswer(_ body: Data?, for key: AnswerKey) async
  /// Forgets everything.
  func removeAll() async
}

/// Whose answer to what is kept.
public struct AnswerKey: Sendable, Hashable {
  /// The visitor who asked: nobody else gets the answer.
  public let visitorId: String
  /// The path below the API's address, percent-encoded: `/plans/7`.
  public let path: String

  /// Takes both.
  public init(visitorId: String, path: String) {
    self.visitorId = visitorId
    self.path = path
  }

  init(_ path: EndpointPath, of visitorId: String) {
    self.init(visitorId: visitorId, path: path.percentEncoded)
  }
}

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
