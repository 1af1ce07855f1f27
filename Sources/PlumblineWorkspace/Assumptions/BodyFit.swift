import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree
import PlumblineRecordings

/// Checks whether an endpoint's request bodies are compatible with items. A member of a body may have a different
/// meaning than the item's member of the same name. For example, it may be the id of a parent, while items contain the
/// parent itself.
struct BodyFit {
  /// The number of different bodies that are generated from a schema.
  private static let tries: UInt64 = 6

  let contract: Contract
  let recordings: [Recording]
  let outline: SchemaOutline

  /// A mismatch between a body and the items.
  struct Misfit {
    /// The member with a different meaning, or `nil` if it isn't a single member.
    var member: String?
    /// The rest of a sentence about the endpoint, such as `takes another colour`.
    let phrase: String
  }

  /// Returns the mismatch between bodies and items, or `nil` if all bodies are compatible.
  ///
  /// - Parameters:
  ///   - rule: The endpoint and its state.
  ///   - item: An existing item.
  ///   - isShownApart: A Boolean value that indicates whether the endpoint's response has its own schema for items. If
  ///     so, they must be valid for that as well.
  func misfit(
    of rule: (endpoint: String, state: JSON), in collection: ItemCollection, _ item: JSON, isShownApart: Bool
  ) -> Misfit? {
    let place = rule.state["body"]?.string.flatMap { JSONPointer($0) } ?? JSONPointer()
    let content = contract.endpoint(rule.endpoint)?.body?.structured
    let schema = content?.schema
    let isForm = content.map { BodyForm($0.mediaType).hasFields } ?? false
    let made = (0..<Self.tries).compactMap { try? schema?.example(seed: $0).get() }
    let recorded = recordings.filter { $0.endpoint == rule.endpoint && $0.isSuccess }.compactMap(\.requestBody)
    for sent in (recorded + made).compactMap({ $0.at(place) }) where sent.kind == .object {
      let fields = rule.state["set"]
      let body = fields.map { Self.taken(from: sent, by: $0) } ?? sent
      // A new item has only the members of its body and those that all items need.
      let isMade = rule.state["action"] == "create" || rule.state["merge"] == "replace"
      let needed = Set(collection.members.filter(\.isRequired).map(\.name))
      var changed =
        isMade ? JSON.object(item.members.filter { needed.contains($0.key) }.map { ($0.key, $0.value) }) : item
      for member in collection.members {
        guard let value = body[member.name] else { continue }
        let isValid = member.schema.isValid(value)
        // In a form, an empty string means that there is no value.
        if !isValid, isForm, value == "" { continue }
        if !isValid || hasMore(value, than: member.name, collection) {
          return Misfit(member: member.name, phrase: "takes a different \"\(member.name)\"")
        }
        changed = changed.setting(member.name, to: value)
      }
      let described = Set(collection.members.map(\.name))
      for (name, value) in body.members where !described.contains(name) { changed = changed.setting(name, to: value) }
      // Members can be valid individually without being valid together.
      if !collection.item.isValid(changed) {
        return Misfit(phrase: isMade ? "takes fewer members" : "takes different members")
      }
      if isShownApart, !isShowable(changed, by: rule) { return Misfit(phrase: "responds with different members") }
    }
    return nil
  }

  /// Returns a Boolean value that indicates whether the response of an endpoint can contain an item at the rule's
  /// location.
  private func isShowable(_ item: JSON, by rule: (endpoint: String, state: JSON)) -> Bool {
    violations(of: rule, showing: item)?.allSatisfy { violation in
      // If the response shows only some of an item's members, the mock adds everything else that the response requires.
      rule.state["show"] != nil && rule.state["at"] == nil && violation.keyword == "required"
        && violation.instance == JSONPointer() && item[violation.property ?? ""] == nil
    } ?? false
  }

  /// Returns a Boolean value that indicates whether the list of an endpoint can contain items at the rule's location.
  /// The list may show only some of their members.
  func isListable(_ items: [JSON], by rule: (endpoint: String, state: JSON), in collection: ItemCollection) -> Bool {
    let place = Self.place(of: rule).appending("0")
    let made = (0..<Self.tries).compactMap { try? collection.item.example(seed: $0).get() }
    return (items + made).allSatisfy { item in
      violations(of: rule, showing: item)?.allSatisfy { !$0.instance.tokens.starts(with: place.tokens) } ?? false
    }
  }

  /// Returns the violations in an endpoint's response that contains just an item, or `nil` if the response has no
  /// schema.
  private func violations(of rule: (endpoint: String, state: JSON), showing item: JSON) -> [Violation]? {
    let shown = rule.state["show"].map { show in
      JSON.object(
        show.members.compactMap { place, member in
          guard let name = JSONPointer(place)?.tokens.first, let from = member.string.flatMap({ JSONPointer($0) }),
            let value = item.at(from)
          else { return nil }
          return (name, value)
        })
    }
    let value = rule.state["action"] == "list" ? JSON.array([shown ?? item]) : shown ?? item
    let whole = Self.place(of: rule).tokens.reversed().reduce(value) { JSON.object([($1, $0)]) }
    let answer = contract.endpoint(rule.endpoint)?.answers.first { (200..<300).contains($0.status) }
    return answer?.shown?.violations(of: whole, limit: 50)
  }

  private static func place(of rule: (endpoint: String, state: JSON)) -> JSONPointer {
    rule.state["at"]?.string.flatMap { JSONPointer($0) } ?? JSONPointer()
  }

  /// Returns the values of a body that are stored in an item, by the members that they are stored in.
  private static func taken(from body: JSON, by fields: JSON) -> JSON {
    .object(
      fields.members.compactMap { pointer, address in
        guard let member = JSONPointer(pointer)?.tokens.first, let text = address.string,
          case .body(let place)? = Address(text), let value = body.at(place)
        else { return nil }
        return (member, value)
      })
  }

  /// Returns a Boolean value that indicates whether an object has members that the schema of the item doesn't describe.
  private func hasMore(_ value: JSON, than name: String, _ collection: ItemCollection) -> Bool {
    let (item, file) = collection.source
    guard value.kind == .object,
      let described = outline.schema(at: JSONPointer(tokens: [name]), of: item, in: file)
    else { return false }
    let parts = outline.parts(of: described.schema, in: described.file)
    // Alternatives have more members than they have in common, so leave it to the schema.
    if parts.contains(where: { $0.schema["oneOf"] != nil || $0.schema["anyOf"] != nil }) { return false }
    let known = Set(outline.members(of: described.schema, in: described.file).map(\.name))
    return !known.isEmpty && value.members.contains { !known.contains($0.key) }
  }
}
