import PlumblineJSONTree

/// A reader for the collections of all files. Their names must be unique.
struct CollectionReader {
  let context: ReadingContext

  func read(_ files: [ContractFiles.Parsed]) -> [ItemCollection] {
    var collections: [ItemCollection] = []
    for file in files {
      guard let members = file.root["resources"] else { continue }
      for (name, value) in members.members {
        let place = members.place(of: name)
        if let earlier = collections.first(where: { $0.name == name }) {
          if earlier.location.file != place.file {
            context.log.error(
              place, "The resource \"\(name)\" is already defined in \(earlier.location); keep one of them.")
          }
          continue
        }
        if let collection = collection(name, value, in: file.name, at: place) { collections.append(collection) }
      }
    }
    ComputedReader.check(collections, context)
    ComputedLint(collections, log: context.log).check()
    return collections
  }

  private func collection(_ name: String, _ value: JSON, in file: String, at place: SourceLocation) -> ItemCollection? {
    guard let item = value["item"], let schema = context.schemas.compile(item, in: file) else { return nil }
    let outline = context.schemas.outline
    let key = pointer(value["key"])
    let times = TimeReader(outline: outline)
    let touched = value["touch"]?.elements.compactMap { pointer($0) } ?? []
    let pointers = PointerLint(context: context)
    for member in ["key", "owner", "etag"] { pointers.check(value[member], in: item, file, of: name) }
    for member in value["touch"]?.elements.map({ $0 }) ?? [] { pointers.check(member, in: item, file, of: name) }
    for (target, terms) in value["counters"]?.members.map({ $0 }) ?? [] {
      pointers.check(target, at: value["counters"]?.place(of: target) ?? terms.location, in: item, file, of: name)
      for term in terms.elements {
        let text = term.string.map { $0.hasPrefix("-") ? String($0.dropFirst()) : $0 }
        if let text { pointers.check(text, at: term.location, in: item, file, of: name) }
      }
    }
    let parts = per(value["per"])
    checkSeeds(value["seeds"], parts, name)
    return ItemCollection(
      name: name,
      shape: ItemCollection.Shape(
        item: schema, source: (item, file), members: describedMembers(item, in: file),
        deepKey: key.flatMap { deepKey($0, of: item, in: file) }, isMemberwise: outline.isMemberwise(item, in: file),
        isOpen: outline.isOpen(item, in: file)),
      form: ItemCollection.Form(
        key: key, place: pointer(value["at"]), beside: beside(value["beside"], key, pointers, item, file, of: name),
        entityTag: pointer(value["etag"])),
      seeding: ItemCollection.Seeding(
        seed: value["seed"], seeds: value["seeds"]?.members.map { (part: $0.key, seed: $0.value) } ?? [], per: parts),
      owner: pointer(value["owner"]), counters: counters(value["counters"]),
      touched: touched.map {
        ItemCollection.Touched(pointer: $0, time: times.hint(at: $0, of: item, in: file) ?? .usual)
      },
      tombstone: tombstone(value["tombstone"], in: file),
      progress: ProgressReader(context: context, item: item, file: file, name: name).read(value["progress"]),
      computed: ComputedReader(context: context, item: item, file: file, name: name).read(value["computed"]),
      location: place)
  }

  /// Checks that the name of each seed has a value for every address in `per`.
  private func checkSeeds(_ seeds: JSON?, _ per: [Address], _ name: String) {
    guard let seeds, !per.isEmpty else { return }
    for part in seeds.members.keys {
      let count = part.split(separator: "/", omittingEmptySubsequences: false).count
      guard count != per.count else { continue }
      let place = seeds.place(of: part)
      if per.count == 1 {
        guard case .path(let parameter) = per[0] else { continue }
        context.log.warning(
          place,
          "\"\(part)\" is one value that contains slashes, which {\(parameter)} allows only as {+\(parameter)}; for several values, "
            + "make \"per\" of \"\(name)\" a list.")
      } else {
        context.log.servableError(
          place,
          "\"per\" of \"\(name)\" has \(per.count) values, but \"\(part)\" has \(count), so these are never used; write "
            + "\(per.map(\.description).joined(separator: "/")), with \"~1\" for a slash in a value.")
      }
    }
  }

  /// Reads the members that bodies have outside an item. Each of them is a top-level member of the item.
  private func beside(
    _ value: JSON?, _ key: JSONPointer?, _ pointers: PointerLint, _ item: JSON, _ file: String, of collection: String
  ) -> [ItemCollection.Beside] {
    (value?.members.map { $0 } ?? []).compactMap { place, member in
      pointers.check(member, in: item, file, of: collection)
      let location = member.location
      guard let place = JSONPointer(place), let member = pointer(member) else { return nil }
      if let key, key.isWithin(member) {
        context.log.servableError(
          location,
          "\(member) holds the key of \"\(collection)\", which is part of the item; name another member, or remove this."
        )
        return nil
      }
      guard member.tokens.count == 1 else {
        context.log.error(
          value?[place.description]?.location ?? item.location,
          "\(member) isn't a top-level member of an item of \"\(collection)\"; only such members can be separate, as in /permissions."
        )
        return nil
      }
      return ItemCollection.Beside(place: place, member: member.tokens[0])
    }
  }

  /// Reads the tombstone that a deleted item leaves behind.
  private func tombstone(_ schema: JSON?, in file: String) -> ItemCollection.Tombstone? {
    guard let schema, let compiled = context.schemas.compile(schema, in: file) else { return nil }
    return ItemCollection.Tombstone(schema: compiled, members: describedMembers(schema, in: file))
  }

  private func deepKey(_ key: JSONPointer, of item: JSON, in file: String) -> ItemCollection.Member? {
    guard key.tokens.count > 1, let parent = key.parent, let name = key.tokens.last,
      let owner = context.schemas.outline.schema(at: parent, of: item, in: file)
    else { return nil }
    return describedMembers(owner.schema, in: owner.file).first { $0.name == name }
  }

  /// Reads the addresses that divide the items into parts. They refer to the caller or to path parameters, and are
  /// checked for each endpoint.
  private func per(_ value: JSON?) -> [Address] {
    guard let value else { return [] }
    let conditions = ConditionReader(context: context, file: "", scope: ConditionReader.Scope())
    return (value.kind == .array ? value.elements.map { $0 } : [value]).compactMap { value in
      if let text = value.string, text.hasPrefix("path.") { return context.address(text, at: value.location) }
      return conditions.address(value)
    }
  }

  private func describedMembers(_ item: JSON, in file: String) -> [ItemCollection.Member] {
    let outline = context.schemas.outline
    return outline.sharedMembers(of: item, in: file).compactMap { member in
      context.schemas.compileAgain(member.schema, in: member.file).map { schema in
        let time = outline.value(of: "x-time", in: member.schema, member.file)
          .flatMap { _ in TimeReader(outline: outline).hint(at: JSONPointer(), of: member.schema, in: member.file) }
        return ItemCollection.Member(
          name: member.name, schema: schema, isRequired: member.isRequired, isNullable: schema.isValid(.null),
          standard: outline.value(of: "default", in: member.schema, member.file),
          ranks: outline.value(of: "enum", in: member.schema, member.file)?.elements.map { $0 } ?? [],
          only: only(member), time: time?.form)
      }
    }
  }

  /// Returns the only value that a member can have: its `const` or the single value of its `enum`.
  private func only(_ member: SchemaOutline.Member) -> JSON? {
    let outline = context.schemas.outline
    if let value = outline.value(of: "const", in: member.schema, member.file) { return value }
    let values = outline.value(of: "enum", in: member.schema, member.file)?.elements
    return values.flatMap { $0.count == 1 ? $0.first : Optional.none }
  }

  private func pointer(_ value: JSON?) -> JSONPointer? { value?.string.flatMap { JSONPointer($0) } }

  private func counters(_ value: JSON?) -> [ItemCollection.Counter] {
    value?.members.compactMap { target, terms in
      JSONPointer(target).map { target in
        ItemCollection.Counter(
          target: target,
          terms: terms.elements.compactMap(\.string).compactMap { text in
            let isSubtracted = text.hasPrefix("-")
            return JSONPointer(isSubtracted ? String(text.dropFirst()) : text).map {
              ItemCollection.Counter.Term(pointer: $0, isSubtracted: isSubtracted)
            }
          })
      }
    } ?? []
  }
}
