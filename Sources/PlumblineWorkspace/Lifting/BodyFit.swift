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

  /// What is wrong with a body.
  struct Misfit {
    /// The member that means something else; `nil` where that is none alone.
    var member: String?
    /// The end of a sentence: `takes another colour`.
    let phrase: String
  }

  /// Returns what is wrong with a body; `nil` where all bodies fit.
  ///
  /// - Parameters:
  ///   - rule: what the endpoint does.
  ///   - item: one that is there.
  func misfit(of rule: (endpoint: String, state: JSON), in collection: ItemCollection, _ item: JSON) -> Misfit? {
    let place = rule.state["body"]?.string.flatMap { JSONPointer($0) } ?? JSONPointer()
    let content = contract.endpoint(rule.endpoint)?.body?.structured
    let schema = content?.schema
    let isForm = content.map { BodyForm($0.mediaType).hasFields } ?? false
    let made = (0..<Self.tries).compactMap { try? schema?.example(seed: $0).get() }
    let recorded = recordings.filter { $0.endpoint == rule.endpoint && $0.isSuccess }.compactMap(\.requestBody)
    for sent in (recorded + made).compactMap({ $0.at(place) }) where sent.kind == .object {
      let fields = rule.state["set"]
      let body = fields.map { Self.taken(from: sent, by: $0) } ?? sent
      // What is made has nothing but what its body says, and what all items need.
      let isMade = rule.state["action"] == "create" || rule.state["merge"] == "replace"
      let needed = Set(collection.members.filter(\.isRequired).map(\.name))
      var changed =
        isMade ? JSON.object(item.members.filter { needed.contains($0.key) }.map { ($0.key, $0.value) }) : item
      for member in collection.members {
        guard let value = body[member.name] else { continue }
        let isValid = member.schema.isValid(value)
        // An empty text says in a form that there is none.
        if !isValid, isForm, value == "" { continue }
        if !isValid || hasMore(value, than: member.name, collection) {
          return Misfit(member: member.name, phrase: "takes another \"\(member.name)\"")
        }
        changed = changed.setting(member.name, to: value)
      }
      let described = Set(collection.members.map(\.name))
      for (name, value) in body.members where !described.contains(name) { changed = changed.setting(name, to: value) }
      // Members may each fit and not go together.
      if !collection.item.isValid(changed) { return Misfit(phrase: isMade ? "takes less" : "takes something else") }
    }
    return nil
  }

  /// What of a body goes into an item, by the members that get its fields.
  private static func taken(from body: JSON, by fields: JSON) -> JSON {
    .object(
      fields.members.compactMap { pointer, address in
        guard let member = JSONPointer(pointer)?.tokens.first, let text = address.string,
          case .body(let place)? = Address(text), let value = body.at(place)
        else { return nil }
        return (member, value)
      })
  }

  /// Returns a Boolean value that indicates whether an object has members that nobody described of it.
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
