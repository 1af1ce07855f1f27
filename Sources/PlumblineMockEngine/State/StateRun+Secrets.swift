import PlumblineContractModel
import PlumblineJSONTree

extension StateRun {
  /// Returns the locations of secrets in a collection's items, or an empty set if these items aren't callers.
  private func secrets(of collection: ItemCollection) -> Set<JSONPointer> {
    guard contract.hasHolders else { return [] }
    return Set(
      contract.credentials.compactMap(\.holders).filter { $0.collection == collection.name }.compactMap(\.secret))
  }

  /// Stores the secrets that a request assigns to an item.
  ///
  /// - Parameters:
  ///   - item: The current item.
  ///   - old: The item before the request, or `nil` if it is new.
  ///   - given: The item with the request's body applied, but without the changes made by `set`.
  func keepSecrets(
    of item: @autoclosure () -> JSON?, from old: JSON?, given: JSON?, in collection: ItemCollection,
    _ place: ItemStore.Place, _ store: inout ItemStore
  ) {
    let members = secrets(of: collection)
    guard !members.isEmpty, let item = item(), let key = collection.key.flatMap({ item.at($0) }) else { return }
    for member in members {
      // A new item has no secrets except those assigned to it. Values stored under its key belong to an earlier item.
      guard
        let secret = secret(member, of: item, from: old, given: given)
          ?? (old == nil ? SecretStore.Secret(text: nil) : nil)
      else { continue }
      store.changeSecrets(at: SecretStore.Place(collection: place.collection, member: member)) {
        $0.set(secret, of: key)
      }
    }
  }

  /// Returns the secret that a request assigns to an item, or `nil` if the secret doesn't change.
  private func secret(_ member: JSONPointer, of item: JSON, from old: JSON?, given: JSON?) -> SecretStore.Secret? {
    let isMerged = rule.merge != .none && rule.merge != .operations && rule.action != .append
    if isMerged, let sent = body?.at(member) { return SecretStore.Secret(text: sent.string) }
    let (before, between, after) = (old?.at(member), given?.at(member), item.at(member))
    if let text = between?.string, between != before { return SecretStore.Secret(text: text) }
    // A constant string is a placeholder for the secret.
    if after == before || after?.string != nil && isConstant(member) { return nil }
    return SecretStore.Secret(text: after?.string)
  }

  private func isConstant(_ member: JSONPointer) -> Bool {
    rule.assignments.contains { assignment in
      if case .constant = assignment.value { assignment.target == member } else { false }
    }
  }

  /// Removes the secrets of a deleted item.
  func forgetSecrets(
    of item: JSON, in collection: ItemCollection, _ place: ItemStore.Place, _ store: inout ItemStore
  ) {
    let members = secrets(of: collection)
    guard !members.isEmpty, let key = collection.key.flatMap({ item.at($0) }) else { return }
    for member in members {
      store.changeSecrets(at: SecretStore.Place(collection: place.collection, member: member)) { $0.set(nil, of: key) }
    }
  }
}
