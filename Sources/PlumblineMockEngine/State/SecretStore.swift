import PlumblineJSONTree

/// The passwords, keys and tokens of callers that are items, as sent. They are never shown, unlike the value in an
/// item, which is part of the state and usually a hash.
struct SecretStore: Sendable {
  /// The collection, by its index, and the member of its items that holds the secret.
  struct Place: Sendable, Hashable {
    let collection: Int
    let member: JSONPointer
  }

  /// The secret last assigned to an item.
  struct Secret: Sendable, Equatable {
    /// The secret, or `nil` if there is none, so that no value is accepted.
    let text: String?
  }

  private struct Holder: Sendable {
    let key: JSON
    /// An increasing number, which orders items by the time when they got the secret.
    let order: Int
  }

  private var secrets: [ItemKey: Secret] = [:]
  private var holders: [String: [ItemKey: Holder]] = [:]
  private var order = 0

  /// Returns an item's secret, or `nil` if none has been assigned since the start.
  func secret(of key: ItemKey) -> Secret? { secrets[key] }

  /// Returns the keys of the items with a secret, in the order in which they got it.
  func keys(of text: String) -> [JSON] {
    guard let found = holders[text]?.values else { return [] }
    return found.count == 1 ? found.map(\.key) : found.sorted { $0.order < $1.order }.map(\.key)
  }

  /// Sets an item's secret, replacing the previous one. With `nil`, the previous one is only removed.
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
