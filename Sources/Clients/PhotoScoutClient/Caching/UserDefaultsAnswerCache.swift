import Foundation

/// A cache in the user's defaults that keeps the most recent responses between launches, up to a maximum number.
///
/// The defaults aren't encrypted. Like PhotoScout's own, this cache contains plans and conversations.
public actor UserDefaultsAnswerCache: AnswerCaching {
  private struct Entry: Codable {
    let visitorId: String
    let path: String
    let body: Data

    func belongs(to key: AnswerKey) -> Bool { visitorId == key.visitorId && path == key.path }
  }

  private let defaults: UserDefaults
  private let key: String
  private let capacity: Int

  /// Creates a cache in the user's defaults.
  ///
  /// - Parameters:
  ///   - suiteName: The domain of the defaults, or `nil` for the app's own.
  ///   - key: The key of the responses in the defaults.
  ///   - capacity: The maximum number of responses to keep.
  public init(suiteName: String? = nil, key: String = "photoscout.answers", capacity: Int = 50) {
    defaults = UserDefaults(suiteName: suiteName) ?? .standard
    self.key = key
    self.capacity = max(0, capacity)
  }

  /// Returns the cached body, or `nil` if there is none.
  public func answer(for key: AnswerKey) -> Data? { entries.last { $0.belongs(to: key) }?.body }

  /// Caches a body, or removes the cached one if the body is `nil`.
  public func setAnswer(_ body: Data?, for key: AnswerKey) {
    var kept = entries.filter { !$0.belongs(to: key) }
    if let body { kept.append(Entry(visitorId: key.visitorId, path: key.path, body: body)) }
    guard let data = try? JSONEncoder().encode(Array(kept.suffix(capacity))) else { return }
    defaults.set(data, forKey: self.key)
  }

  /// Removes all cached bodies.
  public func removeAll() { defaults.removeObject(forKey: key) }

  /// The cached responses, newest last. The array is empty if they can't be read.
  private var entries: [Entry] {
    defaults.data(forKey: key).flatMap { try? JSONDecoder().decode([Entry].self, from: $0) } ?? []
  }
}
