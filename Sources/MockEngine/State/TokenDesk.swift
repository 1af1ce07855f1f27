/// The credentials that a session has handed out, and to whom.
struct TokenDesk: Sendable {
  private struct Key: Hashable {
    let credential: String
    let value: String
  }

  private struct Holder {
    let persona: String
    /// The second from which it counts no longer.
    let end: Int?
  }

  /// How many are kept; the oldest go first.
  private static let most = 1000

  private var holders: [Key: Holder] = [:]
  private var order: [Key] = []
  private var count = 0

  /// Whether any was handed out.
  var isEmpty: Bool { holders.isEmpty }

  /// Hands out credentials, each with its lifetime in seconds, and gives their values. They are the same in every run,
  /// so that tests can know them: `agent-session-1`.
  mutating func handOut(_ credentials: [(name: String, lifetime: Int?)], to persona: String, now: Int) -> [String:
    String]
  {
    count += 1
    var values: [String: String] = [:]
    for (name, lifetime) in credentials {
      let key = Key(credential: name, value: "\(persona)-\(name)-\(count)")
      holders[key] = Holder(persona: persona, end: lifetime.map { now + $0 })
      order.append(key)
      values[name] = key.value
    }
    while order.count > Self.most { holders[order.removeFirst()] = nil }
    return values
  }

  /// Those that were handed out to some of the personas; the others count no longer.
  func kept(_ isKept: (String) -> Bool) -> TokenDesk {
    var kept = self
    kept.holders = holders.filter { isKept($0.value.persona) }
    kept.order = order.filter { kept.holders[$0] != nil }
    return kept
  }

  /// The persona to whom a credential's value was handed out, while it counts.
  func persona(_ credential: String, _ value: String, now: Int) -> String? {
    guard let holder = holders[Key(credential: credential, value: value)] else { return nil }
    return holder.end.map { now < $0 } ?? true ? holder.persona : nil
  }
}
