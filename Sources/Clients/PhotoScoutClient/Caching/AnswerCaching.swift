import Foundation
import PlumblineAPIClient

/// A cache of response bodies for when the server can't be reached.
///
/// The cache may drop an entry at any time; then there is no response offline.
public protocol AnswerCaching: Sendable {
  /// Returns the cached body, or `nil` if there is none.
  func answer(for key: AnswerKey) async -> Data?
  /// Caches a body. Pass `nil` to remove it.
  func setAnswer(_ body: Data?, for key: AnswerKey) async
  /// Removes everything.
  func removeAll() async
}

/// The key of a cached response: the visitor who requested it and its path.
public struct AnswerKey: Sendable, Hashable {
  /// The visitor who sent the request. Other visitors never get the cached response.
  public let visitorId: String
  /// The percent-encoded path below the API's URL, such as `/plans/7`.
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

/// A cache in memory that keeps the most recent responses, up to a capacity.
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

  /// Caches a body. Pass `nil` to remove it.
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
