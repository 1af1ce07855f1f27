import PlumblineContractModel
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

extension StateRun {
  /// The members that are secrets of a collection's items, where they are callers.
  private func secrets(of collection: ItemCollection) -> Set<JSONPointer> {
    guard contract.hasHolders else { return [] }
    return Set(
      contract.credentials.compactMap(\.holders).filter { $0.collection == collection.name }.compactMap(\.secret))
  }

  /// Keeps the secrets that a request gives an item.
  ///
  /// - Parameters:
  ///   - item: the item as it is now.
  ///   - old: as it was before; `nil` for a new one.
  ///   - given: as it was in between, with what the request's body says and without what `set` makes of it.
  func keepSecrets(
    of item: @autoclosure () -> JSON?, from old: JSON?, given: JSON?, in collection: ItemCollection,
    _ place: ItemStore.Place, _ store: inout ItemStore
  ) {
    let members = secrets(of: collection)
    guard !members.isEmpty, let item = item(), let key = collection.key.flatMap({ item.at($0) }) else { return }
    for member in members {
      // What a new item isn't given it hasn't: one that it has otherwise is an earlier item's.
      guard
        let secret = secret(member, of: item, from: old, given: given)
          ?? (old == nil ? SecretStore.Secret(text: nil) : nil)
      else { continue }
      store.changeSecrets(at: SecretStore.Place(collection: place.collection, member: member)) {
        $0.set(secret, of: key)
      }
    }
  }

  /// What a request gives an item for its secret; `nil` where it leaves it as it is.
  private func secret(_ member: JSONPointer, of item: JSON, from old: JSON?, given: JSON?) -> SecretStore.Secret? {
    let isMerged = rule.merge != .none && rule.merge != .operations && rule.action != .append
    if isMerged, let sent = body?.at(member) { return SecretStore.Secret(text: sent.string) }
    let (before, between, after) = (old?.at(member), given?.at(member), item.at(member))
    if let text = between?.string, between != before { return SecretStore.Secret(text: text) }
    // A text that is the same for all is what is shown instead of the secret.
    if after == before || after?.string != nil && isConstant(member) { return nil }
    return SecretStore.Secret(text: after?.string)
  }

  private func isConstant(_ member: JSONPointer) -> Bool {
    rule.assignments.contains { assignment in
      if case .constant = assignment.value { assignment.target == member } else { false }
    }
  }

  /// Forgets the secrets of an item that goes.
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

extension ItemStore {
  /// Who holds a credential: the persona that the item is whose secret it is, else somebody like the persona that the
  /// contract names. `nil` where no item has it.
  func holder(of credential: Credential, _ value: String, in contract: Contract) -> Persona? {
    guard let holders = credential.holders, let (number, collection) = collection(holders.collection) else {
      return nil
    }
    let place = Place(collection: number, part: "")
    let persona = contract.personas.first { $0.credentials[credential.name] == value }
    // Nothing of the collection is recorded: nobody knows who is in it.
    guard remembers(place) else { return persona }
    if credential.carrier == .basic {
      guard let colon = value.firstIndex(of: ":"), let item = item(place, JSON(String(value[..<colon]))),
        let key = collection.key.flatMap({ item.at($0) })
      else { return nil }
      let password = String(value[value.index(after: colon)...])
      let own = contract.personas.first { other in
        other.credentials[credential.name].map { ItemKey(JSON(Self.user(of: $0))) == ItemKey(key) } ?? false
      }
      guard isSecret(password, of: key, holders, place, own.map { $0.credentials[credential.name] == value }) else {
        return nil
      }
      return own ?? newcomer(key, credential, contract)
    }
    return keyHolder(credential, value, persona, place, collection, contract)
  }

  /// The user of `user:password`.
  private static func user(of value: String) -> String { String(value.prefix { $0 != ":" }) }

  /// Whether an item has a secret: the one that it was given last, else its persona's, else the one that it began with.
  ///
  /// - Parameter isPersonas: whether its persona has it; `nil` where no persona is the item.
  private func isSecret(
    _ secret: String, of key: JSON, _ holders: Credential.Holders, _ place: Place, _ isPersonas: Bool?
  ) -> Bool {
    if let member = holders.secret,
      let known = secrets(at: SecretStore.Place(collection: place.collection, member: member)).secret(of: ItemKey(key))
    {
      return known.text == secret
    }
    guard let begun = beginning(place)?.item(key) else { return false }
    return isPersonas ?? (holders.secret.flatMap { begun.at($0) }?.string == secret)
  }

  /// Somebody like the persona that the contract names for who is none.
  private func newcomer(_ key: JSON, _ credential: Credential, _ contract: Contract) -> Persona? {
    guard let like = credential.holders?.persona.flatMap({ contract.persona($0) }) else { return nil }
    return like.credentials[credential.name].map { like.becoming(key, insteadOf: Self.user(of: $0)) }
      ?? like.becoming(key)
  }

  /// Who holds a value that travels by itself.
  private func keyHolder(
    _ credential: Credential, _ value: String, _ persona: Persona?, _ place: Place, _ collection: ItemCollection,
    _ contract: Contract
  ) -> Persona? {
    guard let holders = credential.holders, let secret = holders.secret, let pointer = collection.key else {
      return persona
    }
    let begun = beginning(place)?.items ?? []
    func keys(of value: String) -> some Sequence<JSON> {
      begun.lazy.filter { $0.at(secret)?.string == value }.compactMap { $0.at(pointer) }
    }
    let told = secrets(at: SecretStore.Place(collection: place.collection, member: secret))
    func holds(_ key: JSON) -> Bool {
      (told.secret(of: ItemKey(key)).map { $0.text == value } ?? true) && item(place, key) != nil
    }
    let own = told.keys(of: value).first(where: holds) ?? keys(of: value).first(where: holds)
    guard let own else {
      // A persona that no item is holds its own.
      return keys(of: value).contains { _ in true } ? nil : persona
    }
    // The persona that began with this item keeps it, whatever its secret becomes.
    let first = contract.personas.first { other in
      let key = other.credentials[credential.name].flatMap { value in keys(of: value).first { _ in true } }
      return key.map { ItemKey($0) == ItemKey(own) } ?? false
    }
    let like = holders.persona.flatMap { contract.persona($0) }
    return first ?? like?.becoming(own)
  }
}
