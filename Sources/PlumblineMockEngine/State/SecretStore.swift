import PlumblineJSONTree

/// The passwords, keys and tokens of callers that are items, as sent. They are never shown: the value that an item shows is
/// part of the state, usually a hash.
struct SecretStore: Sendable {
  /// The collection, by its number, and the member of its items that holds the secret.
  struct Place: Sendable, Hashable {
    let collection: Int
    let member: JSONPointer
  }

  /// The secret that an item was given last.
  struct Secret: Sendable, Equatable {
    /// The secret; `nil` if it has none, so nothing admits it.
    let text: String?
  }

  private struct Holder: Sendable {
    let key: JSON
    /// A rising number: the item that got the secret first comes first.
    let order: Int
  }

  private var secrets: [ItemKey: Secret] = [:]
  private var holders: [String: [ItemKey: Holder]] = [:]
  private var order = 0

  /// Returns an item's secret; `nil` if it was given none since the start.
  func secret(of key: ItemKey) -> Secret? { secrets[key] }

  /// Returns the keys of the items with a secret, in the order in which they got it.
  func keys(of text: String) -> [JSON] {
    guard let found = holders[text]?.values else { return [] }
    return found.count == 1 ? found.map(\.key) : found.sorted { $0.order < $1.order }.map(\.key)
  }

  /// Keeps an item's secret, and forgets the previous one; with `nil` it only forgets.
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
