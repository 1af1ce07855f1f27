import PlumblineJSONTree

/// Reads the collections of every file; a name may be given once.
struct CollectionReader {
  let context: ReadingContext

  func read(_ files: [ContractFiles.Parsed]) -> [ItemCollection] {
    var collections: [ItemCollection] = []
    for file in files {
      guard let members = file.root["collections"] else { continue }
      for (name, value) in members.members {
        let place = members.place(of: name)
        if let earlier = collections.first(where: { $0.name == name }) {
          if earlier.location.file != place.file {
            context.log.error(place, "The collection \"\(name)\" is in \(earlier.location) already; keep one of them.")
          }
          continue
        }
        guard let item = value["item"], let schema = context.schemas.compile(item, in: file.name) else { continue }
        collections.append(
          ItemCollection(
            name: name, item: schema, key: pointer(value["key"]), seed: value["seed"], owner: pointer(value["owner"]),
            counters: counters(value["counters"]),
            seeds: value["seeds"]?.members.map { (part: $0.key, seed: $0.value) } ?? [], per: per(value["per"]),
            touched: value["touch"]?.elements.compactMap { pointer($0) } ?? [],
            members: describedMembers(item, in: file.name),
            isMemberwise: context.schemas.outline.isMemberwise(item, in: file.name),
            location: place))
      }
    }
    return collections
  }

  /// Whose the items are is told by the caller: no endpoint's path or body counts here.
  private func per(_ value: JSON?) -> Address? {
    ConditionReader(context: context, file: "", scope: ConditionReader.Scope()).address(value)
  }

  private func describedMembers(_ item: JSON, in file: String) -> [ItemCollection.Member] {
    let outline = context.schemas.outline
    return outline.members(of: item, in: file).compactMap { member in
      context.schemas.compileAgain(member.schema, in: member.file).map { schema in
        ItemCollection.Member(
          name: member.name, schema: schema, isRequired: member.isRequired, isNullable: schema.isValid(.null),
          standard: outline.value(of: "default", in: member.schema, member.file),
          ranks: outline.value(of: "enum", in: member.schema, member.file)?.elements.map { $0 } ?? [])
      }
    }
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
