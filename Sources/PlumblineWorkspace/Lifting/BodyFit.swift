import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree
import PlumblineRecordings

/// Checks whether an endpoint's request bodies fit the items. A body may use a member's name with a different meaning,
/// for example for the id of a parent, while items contain the parent itself.
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
    /// The end of a sentence, such as `takes another colour`.
    let phrase: String
  }

  /// Returns the mismatch of a body, or `nil` if all bodies fit.
  ///
  /// - Parameters:
  ///   - rule: The endpoint with its state.
  ///   - item: An existing item.
  ///   - isShownApart: A Boolean value that indicates whether the endpoint's response has its own schema for items,
  ///     which they must satisfy as well.
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
      // A new item has only the members of its body, and those that all items need.
      let isMade = rule.state["action"] == "create" || rule.state["merge"] == "replace"
      let needed = Set(collection.members.filter(\.isRequired).map(\.name))
      var changed =
        isMade ? JSON.object(item.members.filter { needed.contains($0.key) }.map { ($0.key, $0.value) }) : item
      for member in collection.members {
        guard let value = body[member.name] else { continue }
        let isValid = member.schema.isValid(value)
        // An empty string in a form means that the value is absent.
        if !isValid, isForm, value == "" { continue }
        if !isValid || hasMore(value, than: member.name, collection) {
          return Misfit(member: member.name, phrase: "takes a different \"\(member.name)\"")
        }
        changed = changed.setting(member.name, to: value)
      }
      let described = Set(collection.members.map(\.name))
      for (name, value) in body.members where !described.contains(name) { changed = changed.setting(name, to: value) }
      // Members may be valid individually but not together.
      if !collection.item.isValid(changed) {
        return Misfit(phrase: isMade ? "takes fewer members" : "takes different members")
      }
      if isShownApart, !isShowable(changed, by: rule) { return Misfit(phrase: "responds with different members") }
    }
    return nil
  }

  /// Returns a Boolean value that indicates whether the response of an endpoint may show an item at the rule's place.
  private func isShowable(_ item: JSON, by rule: (endpoint: String, state: JSON)) -> Bool {
    violations(of: rule, showing: item)?.allSatisfy { violation in
      // The mock adds everything that isn't part of the item to a body that shows some of its members.
      rule.state["show"] != nil && rule.state["at"] == nil && violation.keyword == "required"
        && violation.instance == JSONPointer() && item[violation.property ?? ""] == nil
    } ?? false
  }

  /// Returns a Boolean value that indicates whether a list may show items at the rule's place, of which it shows only
  /// some members.
  func isListable(_ items: [JSON], by rule: (endpoint: String, state: JSON), in collection: ItemCollection) -> Bool {
    let place = Self.place(of: rule).appending("0")
    let made = (0..<Self.tries).compactMap { try? collection.item.example(seed: $0).get() }
    return (items + made).allSatisfy { item in
      violations(of: rule, showing: item)?.allSatisfy { !$0.instance.tokens.starts(with: place.tokens) } ?? false
    }
  }

  /// Returns the mistakes in the response of an endpoint that has only an item, or `nil` if it has no schema.
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

  /// Returns the part of a body that is stored in an item, by the members that receive its fields.
  private static func taken(from body: JSON, by fields: JSON) -> JSON {
    .object(
      fields.members.compactMap { pointer, address in
        guard let member = JSONPointer(pointer)?.tokens.first, let text = address.string,
          case .body(let place)? = Address(text), let value = body.at(place)
        else { return nil }
        return (member, value)
      })
  }

  /// Returns a Boolean value that indicates whether an object has members that aren't described for it.
  private func hasMore(_ value: JSON, than name: String, _ collection: ItemCollection) -> Bool {
    let (item, file) = collection.source
    guard value.kind == .object,
      let described = outline.schema(at: JSONPointer(tokens: [name]), of: item, in: file)
    else { return false }
    let parts = outline.parts(of: described.schema, in: described.file)
    // Each alternative has more members than all of them share, so the schema decides whether they fit.
    if parts.contains(where: { $0.schema["oneOf"] != nil || $0.schema["anyOf"] != nil }) { return false }
    let known = Set(outline.members(of: described.schema, in: described.file).map(\.name))
    return !known.isEmpty && value.members.contains { !known.contains($0.key) }
  }
}
