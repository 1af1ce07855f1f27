import PlumblineJSONTree

/// The passwords, keys and tokens of callers that are items, as they were sent. They are shown nowhere: what an item shows of
/// its own is the state's business, a hash as a rule.
struct SecretStore: Sendable {
  /// Which member of which collection's items the secrets are; collections go by their numbers.
  struct Place: Sendable, Hashable {
    let collection: Int
    let member: JSONPointer
  }

  /// What an item was given last.
  struct Secret: Sendable, Equatable {
    /// The secret; `nil`: it has none, so nothing lets it in.
    let text: String?
  }

  private struct Holder: Sendable {
    let key: JSON
    /// Who was given the secret first comes first.
    let order: Int
  }

  private var secrets: [ItemKey: Secret] = [:]
  private var holders: [String: [ItemKey: Holder]] = [:]
  private var order = 0

  /// An item's secret; `nil` where it has told none since the start.
  func secret(of key: ItemKey) -> Secret? { secrets[key] }

  /// The keys of the items with a secret, in the order in which they got it.
  func keys(of text: String) -> [JSON] {
    guard let found = holders[text]?.values else { return [] }
    return found.count == 1 ? found.map(\.key) : found.sorted { $0.order < $1.order }.map(\.key)
  }

  /// Keeps an item's secret, and forgets the one that it had; with `nil` that alone.
  mutating func set(_ secret: Secret?, of key: JSON) {
    let own = ItemKey(key)
    if let old = secrets[own]?.text {
      holders[old]?[own] = nil
      if holders[old]?.isEmpty ?? false { holders[old] = nil }
    }
    secrets[own] = secret
    guard let text = secret?.text else { return }
    holders[text, default: [:]][own] = Holder(key: key, order: order)
    order += 1
  }
}
