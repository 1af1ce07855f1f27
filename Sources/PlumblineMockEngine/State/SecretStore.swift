import PlumblineJSONTree

/// The passwords, keys, and tokens of callers that are items, as sent by clients. They are never shown, unlike the
/// corresponding member of an item, which is part of the state and usually contains a hash.
struct SecretStore: Sendable {
  /// The member that holds the secret in the items of a collection. The collection is identified by its index.
  struct Place: Sendable, Hashable {
    let collection: Int
    let member: JSONPointer
  }

  /// The secret last assigned to an item.
  struct Secret: Sendable, Equatable {
    /// The secret, or `nil` to accept no value at all.
    let text: String?
  }

  private struct Holder: Sendable {
    let key: JSON
    /// A number that orders items by the time at which they got the secret.
    let order: Int
  }

  private var secrets: [ItemKey: Secret] = [:]
  private var holders: [String: [ItemKey: Holder]] = [:]
  private var order = 0

  /// Returns an item's secret, or `nil` if none has been assigned since the start.
  func secret(of key: ItemKey) -> Secret? { secrets[key] }

  /// Returns the keys of the items with a secret, in the order in which the secret was assigned to them.
  func keys(of text: String) -> [JSON] {
    guard let found = holders[text]?.values else { return [] }
    return found.count == 1 ? found.map(\.key) : found.sorted { $0.order < $1.order }.map(\.key)
  }

  /// Sets an item's secret, replacing the previous one. If `secret` is `nil`, the previous one is removed.
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
