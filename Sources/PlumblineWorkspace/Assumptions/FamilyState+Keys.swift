import PlumblineContractModel
import PlumblineJSONTree

/// The locations of an item's key in requests and responses.
extension FamilyState {
  /// Returns the location of the key in a response that contains just the key, as the member of the response and the
  /// member of the item.
  func shownKey(in endpoint: ContractDraft.Endpoint) -> JSON? {
    guard let schema = Self.success(of: endpoint)?.shownSchema else { return nil }
    if isBareKey(schema, endpoint.file) { return .object([("", JSON(Self.pointer(member)))]) }
    let members = outline.sharedMembers(of: schema, in: endpoint.file)
    let own = keyMember.name(in: schema, endpoint.file)
    // Make sure that a sole member is a key. It could also be a message.
    let sole = members.count == 1 && KeyMember.isKeyWord(members[0].name) ? members[0].name : nil
    guard let name = own ?? sole, let shown = members.first(where: { $0.name == name }),
      !needsMore(schema, endpoint.file, than: name),
      outline.value(of: "enum", in: shown.schema, shown.file) == nil,
      outline.value(of: "const", in: shown.schema, shown.file) == nil,
      let kind = outline.soleType(of: shown.schema, shown.file),
      outline.sharedMembers(of: item, in: ContractDraft.main).contains(where: {
        $0.name == member && outline.soleType(of: $0.schema, $0.file) == kind
      })
    else { return nil }
    let others = members.filter { one in one.name != name && isSame(one) }.map { Self.pointer($0.name) }
    return .object([(Self.pointer(name), JSON(Self.pointer(member)))] + others.map { ($0, JSON($0)) })
  }

  /// Returns a Boolean value that indicates whether a member is the same as the item's, with the same schema except for
  /// annotations.
  private func isSame(_ one: SchemaOutline.Member) -> Bool {
    func bare(_ member: SchemaOutline.Member) -> JSON {
      let notes = ["description", "title", "examples", "default", "readOnly", "deprecated", "x-seen"]
      let schema = ContractDraft.moved(member.schema, from: member.file, to: ContractDraft.main)
      return schema.kind == .object
        ? .object(schema.members.filter { !notes.contains($0.key) }.map { ($0.key, $0.value) }) : schema
    }
    guard one.name != member, let own = itemMembers.first(where: { $0.name == one.name }) else { return false }
    return bare(one) == bare(own)
  }

  /// Returns a Boolean value that indicates whether a union has a branch that requires members other than the key.
  private func needsMore(_ schema: JSON, _ file: String, than key: String) -> Bool {
    branches(of: schema, file).contains { branch in
      outline.required(of: branch.schema, in: branch.file).contains { $0 != key }
    }
  }

  /// Returns a Boolean value that indicates whether a response is just the key of the new item. It is if it is a number
  /// of the key's type, or a string with the key's format or schema. Any other string could be a message.
  private func isBareKey(_ schema: JSON, _ file: String) -> Bool {
    let members = outline.sharedMembers(of: item, in: ContractDraft.main)
    guard let own = members.first(where: { $0.name == member }),
      let type = outline.value(of: "type", in: schema, file)?.string, ["integer", "string"].contains(type),
      outline.soleType(of: own.schema, own.file) == type,
      outline.value(of: "enum", in: schema, file) == nil, outline.value(of: "const", in: schema, file) == nil
    else { return false }
    if type == "integer" { return true }
    if let format = outline.value(of: "format", in: schema, file)?.string {
      return outline.value(of: "format", in: own.schema, own.file)?.string == format
    }
    return schema["$ref"] != nil
      && ContractDraft.moved(schema, from: file, to: ContractDraft.main)
        == ContractDraft.moved(own.schema, from: own.file, to: ContractDraft.main)
  }

  /// Returns a Boolean value that indicates whether the service assigns keys regardless of the body. It does if the
  /// body doesn't require a key, or if a valid key in the body doesn't have to be a UUID although paths require one.
  func assignsKeys(by create: ContractDraft.Endpoint, at place: Place) -> Bool {
    guard !family.isMadeByPut, let name = family.key, let keyed = family.keyed, let path = keyed.value["path"]?[name],
      outline.value(of: "format", in: path, keyed.file) == "uuid",
      let pointer = JSONPointer(place.pointer ?? ""), let body = Self.taken(by: create)?.schema,
      let described = bodySchema(body, create.file, at: pointer),
      let sent = outline.sharedMembers(of: described.schema, in: described.file).first(where: { $0.name == member })
    else { return false }
    return !sent.isRequired && outline.soleType(of: sent.schema, sent.file) == "string"
      && ["format", "pattern", "enum", "const"].allSatisfy { outline.value(of: $0, in: sent.schema, sent.file) == nil }
  }

  /// Returns a Boolean value that indicates whether a PUT creates a missing item, which is the case if it documents 201
  /// (Created) in addition to a different success status (RFC 9110 section 9.3.4).
  static func makesMissing(_ endpoint: ContractDraft.Endpoint) -> Bool {
    let statuses = endpoint.value["success"]?.members.map(\.key) ?? []
    return statuses.contains("201") && statuses.contains { $0.hasPrefix("2") && $0 != "201" }
  }

  /// Returns the address of the key in a request's item, or `nil` if the item doesn't contain it.
  func bodyKey(of endpoint: ContractDraft.Endpoint, at place: Place) -> String? {
    guard let pointer = JSONPointer(place.pointer ?? ""), let body = Self.taken(by: endpoint)?.schema,
      let described = bodySchema(body, endpoint.file, at: pointer)
    else { return nil }
    let names = outline.sharedMembers(of: described.schema, in: described.file).map(\.name)
    let spelt = names.first { $0 == member } ?? names.first { KeyMember.bare($0) == KeyMember.bare(member) }
    return spelt.map { "body#\(pointer.appending($0))" }
  }

  /// Returns the name of the required query parameter that contains the key and has the same type.
  func queryKey(of endpoint: ContractDraft.Endpoint) -> String? {
    let members = outline.sharedMembers(of: item, in: ContractDraft.main)
    guard let own = members.first(where: { $0.name == member }),
      let type = outline.soleType(of: own.schema, own.file),
      let query = endpoint.value["query"], let required = endpoint.value["required"]?["query"]
    else { return nil }
    return required.elements.compactMap(\.string).first { name in
      guard name == member || name == family.key, let schema = query[name] else { return false }
      return outline.value(of: "type", in: schema, endpoint.file)?.string == type
    }
  }
}
