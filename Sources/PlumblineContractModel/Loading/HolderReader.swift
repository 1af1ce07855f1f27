import PlumblineJSONTree

/// A reader for the items that hold a credential. It reports settings that have no effect.
struct HolderReader {
  let root: JSON
  let context: ReadingContext

  /// Reads a credential's `holders`, or returns `nil` if it has none.
  func read(_ credential: JSON) -> Credential.Holders? {
    guard let holders = credential["holders"], holders.kind == .object else { return nil }
    let collection = holders["resource"].flatMap { context.collectionName($0) }
    let persona = holders["persona"].flatMap { context.personaName($0) }
    if credential["unknown"] != nil {
      context.log.servableError(
        credential.place(of: "unknown"),
        "A credential with \"holders\" accepts only its items, so \"unknown\" never applies: keep \"unknown\" or "
          + "\"holders\".")
    }
    if holders["secret"] == nil {
      let (missing, such) =
        credential["in"]?.string == "basic"
        ? ("member of an item is its password", "the member that holds it, such as \"/password\".")
        : ("value an item holds", "the member that holds it, such as \"/token\".")
      context.log.servableError(
        holders.location, "The contract doesn't say which \(missing): give \"holders\" a \"secret\", \(such)")
    }
    guard let collection else { return nil }
    return Credential.Holders(
      collection: collection, secret: holders["secret"]?.string.flatMap { JSONPointer($0) }, persona: persona)
  }

  /// Checks the holders against the collections and personas.
  func check(_ credentials: [Credential], _ collections: [ItemCollection], _ personas: [Persona]) {
    for credential in credentials {
      guard let holders = credential.holders, let source = root["credentials"]?[credential.name]?["holders"],
        let collection = collections.first(where: { $0.name == holders.collection })
      else { continue }
      PointerLint(context: context).check(
        source["secret"], in: collection.source.schema, collection.source.file, of: collection.name)
      let place = source["resource"]?.location ?? source.location
      if collection.key == nil || !collection.per.isEmpty {
        context.log.servableError(
          place,
          "Callers are identified by the key of their item, so there can be only one such resource: give "
            + "\"\(collection.name)\" \(collection.key == nil ? "a \"key\"" : "no \"per\"").")
      }
      if credential.carrier == .basic {
        checkSeeds(credential.name, collection, personas, at: place)
      } else if let secret = holders.secret {
        checkValues(credential.name, secret, collection, personas, at: place)
      }
    }
  }

  /// Reports personas without an item. They can't log in.
  private func checkSeeds(
    _ credential: String, _ collection: ItemCollection, _ personas: [Persona], at place: SourceLocation
  ) {
    guard let key = collection.key, let seeds = Self.seeds(of: collection) else { return }
    let keys = seeds.compactMap { $0.at(key) }.map { $0.string ?? $0.text }
    for persona in personas {
      guard let user = persona.credentials[credential]?.prefix(while: { $0 != ":" }), !keys.contains(String(user))
      else {
        continue
      }
      let nearest = Spelling.nearest(String(user), among: keys)
      context.log.warning(
        place,
        "\(persona.name) sends \"\(user)\" as \(credential), but the seed of \"\(collection.name)\" has no such item, so the mock "
          + "rejects it; add one to the \"seed\"" + (nearest.map { "; did you mean \"\($0)\"?" } ?? "."))
    }
  }

  /// Reports credentials of personas that aren't items. Such credentials can never be revoked.
  private func checkValues(
    _ credential: String, _ secret: JSONPointer, _ collection: ItemCollection, _ personas: [Persona],
    at place: SourceLocation
  ) {
    guard let seeds = Self.seeds(of: collection) else { return }
    let values = Set(seeds.compactMap { $0.at(secret)?.string })
    for persona in personas {
      guard let value = persona.credentials[credential], !values.contains(value) else { continue }
      context.log.warning(
        root["personas"]?[persona.name]?["credentials"]?[credential]?.location ?? place,
        "\(persona.name) isn't an item of \"\(collection.name)\", so it always has access; add an item with "
          + "this value at \(secret) to the \"seed\" of \"\(collection.name)\", unless this is intended.")
    }
  }

  /// Returns the initial items of a collection, or `nil` if some of them come from recordings, which aren't available
  /// yet.
  private static func seeds(of collection: ItemCollection) -> [JSON]? {
    let sources = collection.seed.map { $0.kind == .array ? $0.elements.map { $0 } : [$0] } ?? []
    return sources.allSatisfy { $0.kind == .object } ? sources : nil
  }
}
