import Foundation
import PlumblineAPIClient

/// A cache of response bodies for use when the server can't be reached.
///
/// The cache may drop an entry at any time. Without the entry, there is no response offline.
public protocol AnswerCaching: Sendable {
  /// Returns the cached body, or `nil` if there is none.
  func answer(for key: AnswerKey) async -> Data?
  /// Caches a body, or removes the cached one if the body is `nil`.
  func setAnswer(_ body: Data?, for key: AnswerKey) async
  /// Removes all cached bodies.
  func removeAll() async
}

/// The key of a cached response: the visitor who requested it and its path.
public struct AnswerKey: Sendable, Hashable {
  /// The visitor who sent the request. Other visitors never receive the cached response.
  public let visitorId: String
  /// The percent-encoded path relative to the API's URL, such as `/plans/7`.
  public let path: String

  /// Creates a key from a visitor and a path.
  public init(visitorId: String, path: String) {
    self.visitorId = visitorId
    self.path = path
  }

  init(_ path: EndpointPath, of visitorId: String) {
    self.init(visitorId: visitorId, path: path.percentEncoded)
  }
}

/// A cache in memory that keeps the most recent responses, up to a maximum number.
public actor InMemoryAnswerCache: AnswerCaching {
  private let capacity: Int
  private var bodies: [AnswerKey: Data] = [:]
  /// The keys, least recently stored first.
  private var order: [AnswerKey] = []

  /// Creates an empty cache.
  ///
  /// - Parameter capacity: The maximum number of responses to keep.
  public init(capacity: Int = 200) {
    self.capacity = max(0, capacity)
  }

  /// Returns the cached body, or `nil` if there is none.
  public func answer(for key: AnswerKey) -> Data? { bodies[key] }

  /// Caches a body, or removes the cached one if the body is `nil`.
  public func setAnswer(_ body: Data?, for key: AnswerKey) {
    order.removeAll { $0 == key }
    bodies[key] = body
    guard body != nil else { return }
    order.append(key)
    while order.count > capacity { bodies[order.removeFirst()] = nil }
  }

  /// Removes all cached bodies.
  public func removeAll() {
    bodies = [:]
    order = []
  }
}
