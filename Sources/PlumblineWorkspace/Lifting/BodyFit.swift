import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings

/// Whether what an endpoint takes is what items are made of: a body may name a member as items do and mean something else by
/// it, as where one takes the id of a parent and shows the parent.
struct BodyFit {
  /// How many bodies are made of a schema, each in another way.
  private static let tries: UInt64 = 6

  let contract: Contract
  let recordings: [Recording]
  let outline: SchemaOutline

  /// What is wrong with a body, as the end of a sentence: `takes another colour`; `nil` where all bodies fit.
  ///
  /// - Parameters:
  ///   - rule: what the endpoint does.
  ///   - item: one that is there.
  func misfit(of rule: (endpoint: String, state: JSON), in collection: ItemCollection, _ item: JSON) -> String? {
    let place = rule.state["body"]?.string.flatMap { JSONPointer($0) } ?? JSONPointer()
    let schema = contract.endpoint(rule.endpoint)?.body?.structured?.schema
    let made = (0..<Self.tries).compactMap { try? schema?.example(seed: $0).get() }
    let recorded = recordings.filter { $0.endpoint == rule.endpoint && $0.isSuccess }.compactMap(\.requestBody)
    for body in (recorded + made).compactMap({ $0.at(place) }) where body.kind == .object {
      // What is made has nothing but what its body says, and what all items need.
      let isMade = rule.state["action"] == "create" || rule.state["merge"] == "replace"
      let needed = Set(collection.members.filter(\.isRequired).map(\.name))
      var changed =
        isMade ? JSON.object(item.members.filter { needed.contains($0.key) }.map { ($0.key, $0.value) }) : item
      for member in collection.members {
        guard let value = body[member.name] else { continue }
        if !member.schema.isValid(value) || hasMore(value, than: member.name, collection) {
          return "takes another \"\(member.name)\""
        }
        changed = changed.setting(member.name, to: value)
      }
      let described = Set(collection.members.map(\.name))
      for (name, value) in body.members where !described.contains(name) { changed = changed.setting(name, to: value) }
      // Members may each fit and not go together.
      if !collection.item.isValid(changed) { return isMade ? "takes less" : "takes something else" }
    }
    return nil
  }

  /// Whether an object has members that nobody described of it.
  private func hasMore(_ value: JSON, than name: String, _ collection: ItemCollection) -> Bool {
    let (item, file) = collection.source
    guard value.kind == .object,
      let described = outline.schema(at: JSONPointer(tokens: [name]), of: item, in: file)
    else { return false }
    let parts = outline.parts(of: described.schema, in: described.file)
    // Of things of several kinds, each has more than all have; whether it fits is the schema's to say.
    if parts.contains(where: { $0.schema["oneOf"] != nil || $0.schema["anyOf"] != nil }) { return false }
    let known = Set(outline.members(of: described.schema, in: described.file).map(\.name))
    return !known.isEmpty && value.members.contains { !known.contains($0.key) }
  }
}
