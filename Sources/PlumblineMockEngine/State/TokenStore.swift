import PlumblineContractModel
import PlumblineJSONTree

/// The credentials that a session has issued, along with their holders, and the credentials that are no longer valid.
struct TokenStore: Sendable {
  private struct Key: Hashable {
    let credential: String
    let value: String
  }

  private struct Holder {
    let persona: String
    /// The id of the newcomer who is treated like the persona, or `nil` for the persona itself.
    let newcomer: JSON?
    /// The time at which the credential expires, in seconds, or `nil` if it doesn't expire.
    let end: Int?
    /// The number of the login. Credentials that were issued together are revoked together.
    let login: Int
  }

  /// The maximum number of credentials. If there are more, the oldest are dropped.
  private static let most = 1000

  private var holders: [Key: Holder] = [:]
  private var order: [Key] = []
  private var count = 0
  /// The credentials from the contract whose personas have logged out.
  private var ended: Set<Key> = []

  /// A Boolean value that indicates whether the valid credentials are exactly those in the contract.
  var isEmpty: Bool { holders.isEmpty && ended.isEmpty }

  /// Issues credentials and returns their values, such as `agent-session-1`. The values are the same in every run, so
  /// that tests can rely on them.
  ///
  /// - Parameter credentials: The names of the credentials, each with its lifetime in seconds, or `nil` if it doesn't
  ///   expire.
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

  /// Returns the store with only the credentials of some personas. All other credentials become invalid.
  func kept(_ isKept: (String) -> Bool) -> TokenStore {
    var kept = self
    kept.holders = holders.filter { isKept($0.value.persona) }
    kept.order = order.filter { kept.holders[$0] != nil }
    return kept
  }

  /// Returns the persona that a credential was issued to and, if the holder is a newcomer, their id. Returns `nil` if
  /// the credential isn't valid.
  func holder(_ credential: String, _ value: String, now: Int) -> (persona: String, newcomer: JSON?)? {
    guard let holder = holders[Key(credential: credential, value: value)] else { return nil }
    return holder.end.map { now < $0 } ?? true ? (holder.persona, holder.newcomer) : nil
  }

  /// Ends the session that a credential belongs to. All credentials that were issued with it become invalid.
  ///
  /// - Parameter own: The credentials of the contract's persona that has this value, if there is one.
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
