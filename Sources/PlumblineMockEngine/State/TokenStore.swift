import PlumblineContractModel
import PlumblineJSONTree

/// The credentials that a session has issued, with their holders, and those that are no longer valid.
struct TokenStore: Sendable {
  private struct Key: Hashable {
    let credential: String
    let value: String
  }

  private struct Holder {
    let persona: String
    /// The id of a newcomer that otherwise equals the persona.
    let newcomer: JSON?
    /// The time when the credential expires, in seconds.
    let end: Int?
    /// The number of the login. Credentials that were issued together expire together.
    let login: Int
  }

  /// The maximum number of credentials. The oldest are dropped first.
  private static let most = 1000

  private var holders: [Key: Holder] = [:]
  private var order: [Key] = []
  private var count = 0
  /// Values of the contract's own personas that have logged out.
  private var ended: Set<Key> = []

  /// A Boolean value that indicates whether the valid credentials are exactly the contract's.
  var isEmpty: Bool { holders.isEmpty && ended.isEmpty }

  /// Issues credentials, each with its lifetime in seconds, and returns their values. They are the same in every run,
  /// so that tests can rely on them. An example is `agent-session-1`.
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

  /// Returns the store with only the credentials of selected personas. The others are no longer valid.
  func kept(_ isKept: (String) -> Bool) -> TokenStore {
    var kept = self
    kept.holders = holders.filter { isKept($0.value.persona) }
    kept.order = order.filter { kept.holders[$0] != nil }
    return kept
  }

  /// Returns the persona to which a credential's value was issued, while it is valid, and the id of a newcomer modeled
  /// on that persona.
  func holder(_ credential: String, _ value: String, now: Int) -> (persona: String, newcomer: JSON?)? {
    guard let holder = holders[Key(credential: credential, value: value)] else { return nil }
    return holder.end.map { now < $0 } ?? true ? (holder.persona, holder.newcomer) : nil
  }

  /// Ends the session of a credential's value. All credentials that were issued with it become invalid.
  ///
  /// - Parameter own: The credentials of the persona with this value, if it is one of the contract's.
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
