import PlumblineContractModel
import PlumblineJSONTree

extension ItemStore {
  /// Returns the holder of a credential, or `nil` if no item has it. The holder is the persona that corresponds to the
  /// item with that secret, or a copy of the persona that the contract specifies.
  func holder(of credential: Credential, _ value: String, in contract: Contract) -> Persona? {
    guard let holders = credential.holders, let (number, collection) = collection(holders.collection) else {
      return nil
    }
    let place = Place(collection: number, part: "")
    let persona = contract.personas.first { $0.credentials[credential.name] == value }
    // The collection isn't recorded, so its items aren't known.
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

  /// Returns the user in `user:password`.
  private static func user(of value: String) -> String { String(value.prefix { $0 != ":" }) }

  /// Returns a Boolean value that indicates whether a value is an item's secret: the secret last assigned to the item,
  /// its persona's, or its initial one.
  ///
  /// - Parameter isPersonas: A Boolean value that indicates whether the item's persona has the credential, or `nil` if
  ///   no persona corresponds to the item.
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

  /// Returns a copy of the persona that the contract specifies for items that don't correspond to a persona.
  private func newcomer(_ key: JSON, _ credential: Credential, _ contract: Contract) -> Persona? {
    guard let like = credential.holders?.persona.flatMap({ contract.persona($0) }) else { return nil }
    return like.credentials[credential.name].map { like.becoming(key, insteadOf: Self.user(of: $0)) }
      ?? like.becoming(key)
  }

  /// Returns the holder of a credential that is sent without a user name.
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
      // A persona that doesn't correspond to an item keeps its own credential.
      return keys(of: value).contains { _ in true } ? nil : persona
    }
    // The persona that initially corresponded to this item stays with it, even if the item's secret changes.
    let first = contract.personas.first { other in
      let key = other.credentials[credential.name].flatMap { value in keys(of: value).first { _ in true } }
      return key.map { ItemKey($0) == ItemKey(own) } ?? false
    }
    let like = holders.persona.flatMap { contract.persona($0) }
    return first ?? like?.becoming(own)
  }
}
