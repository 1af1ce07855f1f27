import Foundation
import PlumblineAPIClient

/// Keeps the bodies of responses for when the server can't be reached.
///
/// It may forget them at any time; then there is no response offline.
public protocol AnswerCaching: Sendable {
  /// Returns the cached body; `nil` if there is none.
  func answer(for key: AnswerKey) async -> Data?
  /// Caches a body; `nil` removes it.
  func setAnswer(_ body: Data?, for key: AnswerKey) async
  /// Removes everything.
  func removeAll() async
}

/// The key of a cached response: its visitor and its path.
public struct AnswerKey: Sendable, Hashable {
  /// The visitor who sent the request; no other visitor gets the response.
  public let visitorId: String
  /// The path below the API's URL, percent-encoded: `/plans/7`.
  public let path: String

  /// Creates a value from both.
  public init(visitorId: String, path: String) {
    self.visitorId = visitorId
    self.path = path
  }

  init(_ path: EndpointPath, of visitorId: String) {
    self.init(visitorId: visitorId, path: path.percentEncoded)
  }
}

/// Keeps the most recent responses, up to a capacity, until the process ends.
public actor InMemoryAnswerCache: AnswerCaching {
  private let capacity: Int
  private var bodies: [AnswerKey: Data] = [:]
  /// The keys, the least recently stored first.
  private var order: [AnswerKey] = []

  /// - Parameter capacity: the maximum number of responses to keep.
  public init(capacity: Int = 200) {
    self.capacity = max(0, capacity)
  }

  /// Returns the cached body; `nil` if there is none.
  public func answer(for key: AnswerKey) -> Data? { bodies[key] }

  /// Caches a body; `nil` removes it.
  public func setAnswer(_ body: Data?, for key: AnswerKey) {
    order.removeAll { $0 == key }
    bodies[key] = body
    guard body != nil else { return }
    order.append(key)
    while order.count > capacity { bodies[order.removeFirst()] = nil }
  }

  /// Removes everything.
  public func removeAll() {
    bodies = [:]
    order = []
  }
}
