import PlumblineContractModel
import PlumblineJSONTree

/// The credentials that a session has handed out, with their holders, and those that are no longer valid.
struct TokenStore: Sendable {
  private struct Key: Hashable {
    let credential: String
    let value: String
  }

  private struct Holder {
    let persona: String
    /// The id of a newcomer who is otherwise like the persona.
    let newcomer: JSON?
    /// The second from which it is no longer valid.
    let end: Int?
    /// Credentials that were handed out together end together.
    let login: Int
  }

  /// The number of credentials that are kept; the oldest go first.
  private static let most = 1000

  private var holders: [Key: Holder] = [:]
  private var order: [Key] = []
  private var count = 0
  /// Values of the contract's own personas that have logged out.
  private var ended: Set<Key> = []

  /// A Boolean value that indicates whether exactly the contract's credentials are valid.
  var isEmpty: Bool { holders.isEmpty && ended.isEmpty }

  /// Hands out credentials, each with its lifetime in seconds, and returns their values. They are the same in every run, so
  /// that tests can know them: `agent-session-1`.
  mutating func handOut(_ credentials: [(name: String, lifetime: Int?)], to persona: Persona, now: Int) -> [String:
    String]
  {
    count += 1
    var values: [String: String] = [:]
    for (name, lifetime) in credentials {
      let key = Key(credential: name, value: "\(persona.name)-\(name)-\(count)")
      holders[key] = Holder(
        persona: persona.kin, newcomer: persona.newcomer, end: lifetime.map { now + $0 }, login: count)
      order.append(key)
      values[name] = key.value
    }
    while order.count > Self.most { holders[order.removeFirst()] = nil }
    return values
  }

  /// Returns the credentials that were handed out to some of the personas; the others are no longer valid.
  func kept(_ isKept: (String) -> Bool) -> TokenStore {
    var kept = self
    kept.holders = holders.filter { isKept($0.value.persona) }
    kept.order = order.filter { kept.holders[$0] != nil }
    return kept
  }

  /// Returns the persona to whom a credential's value was handed out, while it is valid; and the id of a newcomer who is only
  /// like it.
  func holder(_ credential: String, _ value: String, now: Int) -> (persona: String, newcomer: JSON?)? {
    guard let holder = holders[Key(credential: credential, value: value)] else { return nil }
    return holder.end.map { now < $0 } ?? true ? (holder.persona, holder.newcomer) : nil
  }

  /// Ends the session that a credential's value belongs to: all credentials that were handed out with it become invalid.
  ///
  /// - Parameter own: the credentials of the persona with this value, if it is one of the contract's.
  mutating func end(_ credential: String, _ value: String, own: [(name: String, value: String)]) {
    if let login = holders[Key(credential: credential, value: value)]?.login {
      holders = holders.filter { $0.value.login != login }
      order.removeAll { holders[$0] == nil }
    } else if own.contains(where: { $0 == (credential, value) }) {
      ended.formUnion(own.map { Key(credential: $0.name, value: $0.value) })
    }
  }

  /// Returns a Boolean value that indicates whether one of the contract's credentials is no longer valid.
  func hasEnded(_ credential: String, _ value: String) -> Bool {
    ended.contains(Key(credential: credential, value: value))
  }
}
