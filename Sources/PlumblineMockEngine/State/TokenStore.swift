import PlumblineContractModel
import PlumblineJSONTree

/// The credentials that a session has handed out, and to whom; and those that count no longer.
struct TokenStore: Sendable {
  private struct Key: Hashable {
    let credential: String
    let value: String
  }

  private struct Holder {
    let persona: String
    /// The id of somebody who came later and is otherwise like the persona.
    let newcomer: JSON?
    /// The second from which it counts no longer.
    let end: Int?
    /// What was handed out at once belongs together: it ends together.
    let login: Int
  }

  /// How many are kept; the oldest go first.
  private static let most = 1000

  private var holders: [Key: Holder] = [:]
  private var order: [Key] = []
  private var count = 0
  /// Values of the contract's own personas that have logged out.
  private var ended: Set<Key> = []

  /// A Boolean value that indicates whether every credential counts that the contract has, and no other.
  var isEmpty: Bool { holders.isEmpty && ended.isEmpty }

  /// Hands out credentials, each with its lifetime in seconds, and gives their values. They are the same in every run,
  /// so that tests can know them: `agent-session-1`.
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

  /// Those that were handed out to some of the personas; the others count no longer.
  func kept(_ isKept: (String) -> Bool) -> TokenStore {
    var kept = self
    kept.holders = holders.filter { isKept($0.value.persona) }
    kept.order = order.filter { kept.holders[$0] != nil }
    return kept
  }

  /// The persona to whom a credential's value was handed out, while it counts; and the id of who is only like it.
  func holder(_ credential: String, _ value: String, now: Int) -> (persona: String, newcomer: JSON?)? {
    guard let holder = holders[Key(credential: credential, value: value)] else { return nil }
    return holder.end.map { now < $0 } ?? true ? (holder.persona, holder.newcomer) : nil
  }

  /// Ends the session that a credential's value belongs to: what was handed out with it counts no longer.
  ///
  /// - Parameter own: the credentials of the persona whose value it is, when it is one of the contract's.
  mutating func end(_ credential: String, _ value: String, own: [(name: String, value: String)]) {
    if let login = holders[Key(credential: credential, value: value)]?.login {
      holders = holders.filter { $0.value.login != login }
      order.removeAll { holders[$0] == nil }
    } else if own.contains(where: { $0 == (credential, value) }) {
      ended.formUnion(own.map { Key(credential: $0.name, value: $0.value) })
    }
  }

  /// Returns a Boolean value that indicates whether a credential of the contract's counts no longer.
  func hasEnded(_ credential: String, _ value: String) -> Bool {
    ended.contains(Key(credential: credential, value: value))
  }
}
