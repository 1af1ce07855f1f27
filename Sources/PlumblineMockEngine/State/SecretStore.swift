import PlumblineContractModel
import PlumblineJSONTree

/// The passwords, keys and tokens of callers that are items, as they were sent. They are shown nowhere: what an item shows of
/// its own is the state's business, a hash as a rule.
struct SecretStore: Sendable {
  private var values: [ItemKey: String] = [:]
  private var keys: [String: JSON] = [:]

  /// An item's secret; `nil` where it has told none since the start.
  func value(of key: ItemKey) -> String? { values[key] }

  /// The key of the item with a secret.
  func key(of value: String) -> JSON? { keys[value] }

  /// Keeps an item's secret, and forgets the one that it had; with `nil` that alone.
  mutating func set(_ value: String?, of key: JSON) {
    let own = ItemKey(key)
    if let old = values[own], keys[old].map(ItemKey.init) == own { keys[old] = nil }
    values[own] = value
    if let value { keys[value] = key }
  }
}

extension StateRun {
  /// The member that is a secret of a collection's items, where they are callers.
  private func secretPlace(of collection: ItemCollection) -> JSONPointer? {
    guard contract.hasHolders else { return nil }
    return contract.credentials.lazy.compactMap(\.holders).first { $0.collection == collection.name }?.secret
  }

  /// Keeps the secret that a request gives an item.
  ///
  /// - Parameter isNew: whether one that it has otherwise is an earlier item's.
  func keepSecret(
    of item: JSON?, in collection: ItemCollection, _ place: ItemStore.Place, _ store: inout ItemStore, isNew: Bool
  ) {
    guard let secret = secretPlace(of: collection), let key = collection.key.flatMap({ item?.at($0) }) else { return }
    let sent = rule.merge == .none || rule.action == .append ? nil : body?.at(secret)?.string
    if sent != nil || isNew { store.changeSecrets(of: place.collection) { $0.set(sent, of: key) } }
  }

  /// Forgets the secret of an item that goes.
  func forgetSecret(
    of item: JSON, in collection: ItemCollection, _ place: ItemStore.Place, _ store: inout ItemStore
  ) {
    guard secretPlace(of: collection) != nil, let key = collection.key.flatMap({ item.at($0) }) else { return }
    store.changeSecrets(of: place.collection) { $0.set(nil, of: key) }
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
    if let known = secrets(of: place.collection).value(of: ItemKey(key)) { return known == secret }
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
    func key(of value: String) -> JSON? { begun.first { $0.at(secret)?.string == value }?.at(pointer) }
    let told = secrets(of: place.collection)
    if let own = told.key(of: value) ?? key(of: value) {
      let isGiven = told.value(of: ItemKey(own)).map { $0 == value } ?? true
      guard isGiven, item(place, own) != nil else { return nil }
      // The persona that began with this item keeps it, whatever its secret becomes.
      let first = contract.personas.first { other in
        other.credentials[credential.name].flatMap(key(of:)).map { ItemKey($0) == ItemKey(own) } ?? false
      }
      let like = holders.persona.flatMap { contract.persona($0) }
      return first ?? like?.becoming(own)
    }
    // A persona that no item is holds its own.
    return persona
  }
}
