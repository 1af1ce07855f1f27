import PlumblineContractModel
import PlumblineJSONTree

/// The fields of an item in request bodies. A JSON body that uses the item's member names is taken as a whole. The
/// fields of a form are taken individually, as are those of JSON that uses a different spelling, such as `FriendlyName`
/// for `friendly_name`.
extension FamilyState {
  /// A member of an item, and its address in a body.
  struct Field {
    let member: String
    let address: String
  }

  /// A request body that is stored in an item.
  struct Taken {
    let schema: JSON
    /// A Boolean value that indicates whether the body is a form.
    let isForm: Bool
  }

  /// Returns the request body of an endpoint, or `nil` if it is neither JSON nor a form.
  static func taken(by endpoint: ContractDraft.Endpoint) -> Taken? {
    let content = endpoint.value["content"]
    if let json = endpoint.value["body"] ?? content?["application/json"]?["schema"] {
      return Taken(schema: json, isForm: false)
    }
    for (type, value) in content?.members.map({ ($0.key, $0.value) }) ?? [] {
      guard BodyForm(MediaType.essence(of: type)).hasFields, let schema = value["schema"] else { continue }
      return Taken(schema: schema, isForm: true)
    }
    return nil
  }

  /// The ways to compare names, strictest first.
  private static let spellings: [@Sendable (String) -> String] = [{ $0 }, { KeyMember.bare($0) }]

  var itemMembers: [SchemaOutline.Member] { outline.sharedMembers(of: item, in: ContractDraft.main) }

  /// Returns the location of the item in an endpoint's body, or `nil` if the body contains no part of the item.
  func body(of endpoint: ContractDraft.Endpoint) -> Place? {
    guard let schema = Self.taken(by: endpoint)?.schema else { return nil }
    let known = Set(itemMembers.map(\.name)).subtracting([member])
    let members = outline.sharedMembers(of: schema, in: endpoint.file)
    for spelling in Self.spellings {
      let words = Set(known.map(spelling))
      func isItem(_ members: [SchemaOutline.Member]) -> Bool { members.contains { words.contains(spelling($0.name)) } }
      if isItem(members) { return Place(pointer: nil) }
      let inner = members.filter { isItem(outline.sharedMembers(of: $0.schema, in: $0.file)) }
      if !inner.isEmpty { return inner.count == 1 ? Place(pointer: Self.pointer(inner[0].name)) : nil }
    }
    return nil
  }

  /// Returns the fields at a location in an endpoint's body, or `nil` if the body is taken as a whole.
  ///
  /// - Parameters:
  ///   - withKey: A Boolean value that indicates whether to include the key. When an item is changed, its key stays the
  ///     same.
  ///   - isListed: A Boolean value that indicates whether to list the fields even if the body is taken as a whole.
  func fields(
    of endpoint: ContractDraft.Endpoint, at place: Place, withKey: Bool, isListed: Bool = false
  ) -> [Field]? {
    guard let taken = Self.taken(by: endpoint), let pointer = JSONPointer(place.pointer ?? ""),
      let described = bodySchema(taken.schema, endpoint.file, at: pointer)
    else { return nil }
    var sent = outline.sharedMembers(of: described.schema, in: described.file)
    if isListed {
      // Include the fields of every alternative, because a field that isn't sent has no effect.
      let kinds = branches(of: described.schema, described.file)
      sent += kinds.flatMap { outline.sharedMembers(of: $0.schema, in: $0.file) }
    }
    let names = Set(sent.map(\.name))
    let own = itemMembers.filter { withKey || $0.name != member }
    if !taken.isForm, !isListed, own.contains(where: { $0.name != member && names.contains($0.name) }) { return nil }
    return own.compactMap { member in
      let bare = KeyMember.bare(member.name)
      let named = names.contains(member.name)
      let field = sent.first { named ? $0.name == member.name : KeyMember.bare($0.name) == bare }
      guard let field, taken.isForm || fits(field, member) else { return nil }
      return Field(member: member.name, address: "body#\(pointer.appending(field.name))")
    }
  }

  /// Returns a Boolean value that indicates whether a field of a body can be stored in a member of an item without a
  /// conflict of types.
  func fits(_ field: SchemaOutline.Member, _ member: SchemaOutline.Member) -> Bool {
    guard let sent = outline.soleType(of: field.schema, field.file),
      let kept = outline.soleType(of: member.schema, member.file)
    else { return true }
    return sent == kept || [sent, kept] == ["integer", "number"]
  }

  /// Returns the schema at a location in a body, which is either the whole body or one of its members.
  func bodySchema(_ schema: JSON, _ file: String, at pointer: JSONPointer) -> (schema: JSON, file: String)? {
    var found = (schema: schema, file: file)
    for token in pointer.tokens {
      let members = outline.sharedMembers(of: found.schema, in: found.file)
      guard let inner = members.first(where: { $0.name == token }) else { return nil }
      found = (inner.schema, inner.file)
    }
    return found
  }

  /// Returns the state without one field of an endpoint's body, or `nil` if that was the only field. If the body was
  /// taken as a whole, its remaining fields are taken individually.
  func without(field: String, of endpoint: String, _ reason: String) -> FamilyState? {
    let writers = [family.create] + (family.changes + family.changesByBody).map(\.endpoint)
    guard let index = rules.firstIndex(where: { $0.endpoint == endpoint }),
      let writer = writers.first(where: { $0.id == endpoint })
    else { return nil }
    let state = rules[index].state
    let set = state["set"] ?? listed(writer, state)
    let fields = set.members.filter { $0.key != Self.pointer(field) }.map { ($0.key, $0.value) }
    guard !fields.isEmpty, state["set"] == nil || fields.count < set.count else { return nil }
    var copy = self
    copy.rules[index].state = JSON.object(
      state.members.filter { !["body", "merge", "set"].contains($0.key) }.map { ($0.key, $0.value) }
        + [("merge", false), ("set", .object(fields))])
    copy.without.append((Self.line(of: writer), reason))
    return copy
  }

  /// Returns the fields of a body that is taken as a whole, each with its address.
  private func listed(_ writer: ContractDraft.Endpoint, _ state: JSON) -> JSON {
    let place = Place(pointer: state["body"]?.string)
    let withKey = state["action"] == "create" && !assignsKeys(by: writer, at: place)
    return Self.set(fields(of: writer, at: place, withKey: withKey, isListed: true) ?? [])
  }

  static func set(_ fields: [Field]) -> JSON { .object(fields.map { (pointer($0.member), JSON($0.address)) }) }

  /// Returns the alternative of a schema that a create returns. The endpoint that reads an item may have further
  /// alternatives, such as deleted items.
  static func made(
    among schema: JSON, _ file: String, by create: ContractDraft.Endpoint, _ outline: SchemaOutline
  ) -> (schema: JSON, file: String)? {
    guard let shown = success(of: create)?.shownSchema else { return nil }
    let wanted = ContractDraft.moved(shown, from: create.file, to: ContractDraft.main)
    for part in outline.parts(of: schema, in: file) {
      for branches in ["anyOf", "oneOf"].compactMap({ part.schema[$0] }) {
        for branch in branches.elements
        where ContractDraft.moved(branch, from: part.file, to: ContractDraft.main) == wanted {
          return (branch, part.file)
        }
      }
    }
    return nil
  }
}

extension SchemaOutline {
  /// Returns the type of a schema's values other than null, or `nil` if there are several. For example, it is `string`
  /// for `["string", "null"]`.
  func soleType(of schema: JSON, _ file: String) -> String? {
    guard let type = value(of: "type", in: schema, file) else { return nil }
    if let name = type.string { return name }
    let names = type.elements.compactMap(\.string).filter { $0 != "null" }
    return names.count == 1 ? names[0] : nil
  }
}
