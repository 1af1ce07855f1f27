import PlumblineContractModel
import PlumblineJSONTree

/// Responses whose schema for items differs from the family's, as in documents where creating an item returns something
/// else than reading it. Examples are `{ "cluster": Cluster }` and `{ "cluster": ClusterWithNodes }`, or a union of
/// cards and accounts and a card.
extension FamilyState {
  /// Returns the location of an item in a response that has its own schema for it.
  ///
  /// It is the whole body if the schema is a union with the item's schema as one of its branches. Otherwise, it is the
  /// same location as in the response that reads an item, if the object there has the key and everything that the
  /// schema requires.
  ///
  /// Only a member with the same name in both responses is considered the item. Any other member could be a different
  /// object that has an `id`, such as a job.
  func alikePlace(in endpoint: ContractDraft.Endpoint) -> Place? {
    guard let schema = Self.success(of: endpoint)?.shownSchema, schema.kind == .object else { return nil }
    let branches = branches(of: schema, endpoint.file)
    if branches.contains(where: { isItem($0.schema, $0.file) }) { return Place(pointer: nil) }
    guard let at = self.place, let pointer = JSONPointer(at),
      let shown = bodySchema(schema, endpoint.file, at: pointer), isAlike(shown.schema, shown.file)
    else { return nil }
    return Place(pointer: at, show: lesserPart(of: shown.schema, shown.file))
  }

  /// Returns the location of an item in the response to a change if that has its own schema for items or shows only
  /// some of their members, as in `{ "object": "domain", "id": "d91c" }`.
  func placeApart(in endpoint: ContractDraft.Endpoint) -> Place? {
    if let place = alikePlace(in: endpoint) { return place }
    guard let schema = Self.success(of: endpoint)?.shownSchema, schema.kind == .object else { return nil }
    return part(of: schema, endpoint.file).map { Place(pointer: nil, show: $0) }
  }

  /// Returns the members of an item that a schema shows, in the form of a rule's `show`. They must include the key, and
  /// the schema must have no other members except one for the kind of object. Returns `nil` if the schema shows
  /// something else.
  func part(of schema: JSON, _ file: String) -> JSON? {
    guard branches(of: schema, file).isEmpty else { return nil }
    let shown = outline.sharedMembers(of: schema, in: file)
    let own = itemMembers
    let isItems = shown.allSatisfy { one in
      own.first { $0.name == one.name }.map { fits(one, $0) } ?? Self.kinds.contains(one.name)
    }
    guard isItems, shown.contains(where: { $0.name == member }) else { return nil }
    let names = shown.map(\.name).filter { name in own.contains { $0.name == name } }
    return Self.showing(names)
  }

  /// The names of members that contain an object's kind.
  private static let kinds: Set<String> = ["object", "type", "kind"]

  /// Returns the members that a schema of items shows, in the form of a rule's `show`, or `nil` if it shows all of them
  /// or doesn't specify them.
  private func lesserPart(of schema: JSON, _ file: String) -> JSON? {
    guard branches(of: schema, file).isEmpty else { return nil }
    let shown = Set(outline.sharedMembers(of: schema, in: file).map(\.name))
    let names = itemMembers.map(\.name).filter(shown.contains)
    return names.count == itemMembers.count ? nil : Self.showing(names)
  }

  private static func showing(_ names: [String]) -> JSON {
    .object(names.map { (pointer($0), JSON(pointer($0))) })
  }

  /// Returns the branches of a schema's unions, each with its file. Branches for null are omitted.
  func branches(of schema: JSON, _ file: String) -> [(schema: JSON, file: String)] {
    outline.parts(of: schema, in: file).flatMap { part in
      ["anyOf", "oneOf"].flatMap { part.schema[$0]?.elements.map { $0 } ?? [] }
        .filter { outline.value(of: "type", in: $0, part.file) != "null" }.map { ($0, part.file) }
    }
  }

  private func isAlike(_ schema: JSON, _ file: String) -> Bool {
    let own = outline.sharedMembers(of: item, in: ContractDraft.main)
    let shown = outline.sharedMembers(of: schema, in: file)
    let needed = Set(own.filter(\.isRequired).map(\.name))
    let required = outline.required(of: schema, in: file)
    guard shown.contains(where: { $0.name == member }), required.allSatisfy(needed.contains) else { return false }
    return shown.allSatisfy { one in own.first { $0.name == one.name }.map { fits(one, $0) } ?? true }
  }

  /// Returns a Boolean value that indicates whether an endpoint's response has its own schema for items.
  func showsApart(_ endpoint: String) -> Bool {
    let writers = [family.create] + (family.changes + family.changesByBody).map(\.endpoint)
    return writers.contains { one in
      guard one.id == endpoint, place(in: one) == nil else { return false }
      return alikePlace(in: one) != nil || one.id != family.create.id && placeApart(in: one) != nil
    }
  }
}
