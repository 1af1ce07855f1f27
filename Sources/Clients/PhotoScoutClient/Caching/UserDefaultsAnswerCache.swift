import Foundation

/// Keeps answers in the user's defaults, between launches, the latest of so many.
///
/// The defaults aren't encrypted: what is kept are plans and conversations, as PhotoScout keeps them.
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

  /// - Parameters:
  ///   - suiteName: the defaults' domain; nil for the app's own.
  ///   - key: under which the answers are kept.
  ///   - capacity: how many answers are kept at most.
  public init(suiteName: String? = nil, key: String = "photoscout.answers", capacity: Int = 50) {
    defaults = UserDefaults(suiteName: suiteName) ?? .standard
    self.key = key
    self.capacity = max(0, capacity)
  }

  /// The body that was kept; nil when there is none.
  public func answer(for key: AnswerKey) -> Data? { entries.last { $0.belongs(to: key) }?.body }

  /// Keeps a body; nil forgets it.
  public func setAnswer(_ body: Data?, for key: AnswerKey) {
    var kept = entries.filter { !$0.belongs(to: key) }
    if let body { kept.append(Entry(visitorId: key.visitorId, path: key.path, body: body)) }
    guard let data = try? JSONEncoder().encode(Array(kept.suffix(capacity))) else { return }
    defaults.set(data, forKey: self.key)
  }

  /// Forgets everything.
  public func removeAll() { defaults.removeObject(forKey: key) }

  /// What is kept, the latest last; nothing where it can't be read any more.
  private var entries: [Entry] {
    defaults.data(forKey: key).flatMap { try? JSONDecoder().decode([Entry].self, from: $0) } ?? []
  }
}
