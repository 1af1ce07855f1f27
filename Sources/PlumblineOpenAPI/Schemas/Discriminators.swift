import PlumblineJSONTree

/// The discriminators of a description: members that distinguish values of several schemas (OpenAPI 3.0.3,
/// Discriminator Object). A mapping assigns values to schemas, and a schema without a mapping is identified by its own
/// name.
final class Discriminators {
  /// One of the schemas that a discriminator distinguishes.
  struct Kind {
    let schema: JSON
    /// The values that identify the schema. The array is empty if the schema lists its values itself.
    let values: [String]
  }

  /// A schema that others extend with `allOf`. A value of it is a value of the schema that the member identifies or, if
  /// it identifies none, of the schema itself.
  struct Base {
    let schema: JSON
    /// The member that distinguishes the schemas.
    let property: String
    /// The schemas that extend this one. Those in the mapping come first.
    let kinds: [Kind]
  }

  /// A member of a schema's values.
  private struct Member: Hashable {
    let schema: JSON.Identity
    let property: String
  }

  /// The maximum depth of nested choices to inspect.
  private static let deepest = 8

  private let following: Following
  private let shape: SchemaShape
  /// The component schemas, by name.
  private let components: [String: JSON]
  private let names: [JSON.Identity: String]
  private var bases: [JSON.Identity: Base] = [:]
  /// For each schema, the schemas that it extends and its kind in each. Those with fewer kinds come first.
  private var extendedBases: [JSON.Identity: [(base: Base, kind: Kind)]] = [:]
  /// A cache of the mappings of discriminators.
  private var mappings: [JSON.Identity: [JSON.Identity: [String]]] = [:]
  /// A cache of the schemas of members, and of whether a schema may be identified by its own name.
  private var members: [Member: [JSON]] = [:]
  private var named: [Member: Bool] = [:]
  /// The references that schemas use to extend others.
  private var links: Set<JSON.Identity> = []

  init(_ root: JSON, following: Following) {
    self.following = following
    shape = SchemaShape(following: following)
    let written = (root["components"]?["schemas"]?.members.map { ($0.key, $0.value) } ?? []).filter { !$0.0.isEmpty }
    components = Dictionary(written, uniquingKeysWith: { first, _ in first })
    let all = written.map { name, schema in (name, Self.target(of: schema, following) ?? schema) }
    // If a component refers to another, the target keeps its own name.
    let own = written.filter { $0.1["$ref"] == nil }
    names = Dictionary((own + all).map { ($0.1.identity, $0.0) }, uniquingKeysWith: { first, _ in first })
    findBases(all.map(\.1))
    for base in bases.values.sorted(by: { ($0.kinds.count, $0.schema.node) < ($1.kinds.count, $1.schema.node) }) {
      for kind in base.kinds { extendedBases[kind.schema.identity, default: []].append((base, kind)) }
    }
  }

  /// Returns the schema that others extend if a reference targets such a schema without extending it, or `nil`
  /// otherwise.
  ///
  /// - Parameter holder: The schema that contains the `$ref`.
  func base(of holder: JSON) -> Base? {
    guard !bases.isEmpty, !links.contains(holder.identity), let target = target(of: holder["$ref"]) else { return nil }
    return bases[target.identity]
  }

  /// Returns the members that distinguish a schema among the extensions of the schemas that it extends, each with the
  /// first value that identifies it.
  func ownNames(of schema: JSON) -> [(property: String, value: String)] {
    (extendedBases[schema.identity] ?? []).compactMap { base, kind in
      kind.values.first.map { (base.property, $0) }
    }
  }

  /// Returns the values that identify a branch of a choice, according to the discriminator of that choice.
  func values(of branch: JSON, by discriminator: JSON?) -> [String] {
    guard let discriminator, let property = discriminator["propertyName"]?.string,
      let target = target(of: branch["$ref"])
    else { return [] }
    return values(of: target, property, discriminator)
  }

  /// Returns the discriminator of the schema that all branches of a choice extend (OpenAPI 3.1.1, Discriminator
  /// Object), or `nil` if the branches don't extend the same schema. It applies to all branches, as if it were part of
  /// the choice.
  func inherited(by branches: JSON) -> JSON? {
    guard !extendedBases.isEmpty, branches.kind == .array else { return nil }
    var shared: [Base]?
    var count = 0
    for branch in branches.elements where branch["type"]?.string != "null" {
      guard let target = target(of: branch["$ref"]), let own = extendedBases[target.identity]?.map(\.base) else {
        return nil
      }
      count += 1
      let identities = Set(own.map(\.schema.identity))
      shared = shared?.filter { identities.contains($0.schema.identity) } ?? own
    }
    return count > 1 ? shared?.first?.schema["discriminator"] : nil
  }

  /// Returns the index of the branch for values whose member is missing or matches no branch (OpenAPI 3.2,
  /// Discriminator Object, `defaultMapping`). Returns `nil` if there is none, or if another branch has no identifying
  /// values.
  func otherwise(among branches: [(schema: JSON, values: [String])], by discriminator: JSON?) -> Int? {
    guard let mapping = discriminator?["defaultMapping"], let schema = self.schema(ofMapping: mapping),
      let place = branches.firstIndex(where: { target(of: $0.schema["$ref"])?.identity == schema.identity }),
      branches.indices.allSatisfy({ $0 == place || !branches[$0].values.isEmpty })
    else { return nil }
    return place
  }

  // MARK: - Names

  private func values(of schema: JSON, _ property: String, _ discriminator: JSON) -> [String] {
    if let mapped = mapping(of: discriminator)[schema.identity] { return mapped }
    guard let name = names[schema.identity] else { return [] }
    let place = Member(schema: schema.identity, property: property)
    let goes = named[place] ?? self.goes(schema, by: name, property)
    named[place] = goes
    return goes ? [name] : []
  }

  /// Returns the values in a discriminator's mapping, keyed by the schemas that they identify.
  private func mapping(of discriminator: JSON) -> [JSON.Identity: [String]] {
    if let known = mappings[discriminator.identity] { return known }
    var values: [JSON.Identity: [String]] = [:]
    for (key, value) in discriminator["mapping"]?.members.map({ $0 }) ?? [] {
      if let schema = self.schema(ofMapping: value) { values[schema.identity, default: []].append(key) }
    }
    mappings[discriminator.identity] = values
    return values
  }

  /// Returns a Boolean value that indicates whether a schema may be identified by its own name. It can't be if it lists
  /// other values or has one as an example, or if each of its alternatives does.
  private func goes(_ schema: JSON, by name: String, _ property: String, depth: Int = 0) -> Bool {
    if let shown = schema["example"]?[property], shown.string != name { return false }
    guard shape.properties(named: property, of: schema).allSatisfy({ takes(name, $0) }) else { return false }
    return depth >= Self.deepest
      || shape.choices(of: schema).allSatisfy { $0.contains { goes($0, by: name, property, depth: depth + 1) } }
  }

  /// Returns a Boolean value that indicates whether a member may have a name as its value.
  private func takes(_ name: String, _ member: JSON, depth: Int = 0) -> Bool {
    if let type = member["type"]?.string, type != "string" { return false }
    if let listed = member["enum"], !listed.elements.contains(where: { $0.string == name }) { return false }
    let shown = [member["const"], member["default"], member["example"], member["examples"]?[0]].compactMap { $0 }
    guard shown.allSatisfy({ $0.string == name }) else { return false }
    return depth >= Self.deepest
      || shape.choices(of: member).allSatisfy {
        $0.contains { takes(name, following.object($0) ?? $0, depth: depth + 1) }
      }
  }

  /// Returns a Boolean value that indicates whether a schema itself lists values of a member, in addition to those of
  /// the schema that it extends.
  private func lists(_ property: String, of schema: JSON, besides base: JSON) -> Bool {
    let inherited = Set(members(named: property, of: base).map(\.identity))
    return members(named: property, of: schema).contains { member in
      !inherited.contains(member.identity) && (member["enum"] != nil || member["const"] != nil)
    }
  }

  /// Returns the schemas of a member. The result is cached, because each member is looked up for every schema that its
  /// own schema extends.
  private func members(named property: String, of schema: JSON) -> [JSON] {
    let place = Member(schema: schema.identity, property: property)
    if let known = members[place] { return known }
    let found = shape.properties(named: property, of: schema)
    members[place] = found
    return found
  }

  /// Returns the schema for a value in a mapping. The value is a component name or a reference.
  private func schema(ofMapping value: JSON) -> JSON? {
    guard let text = value.string else { return nil }
    if let named = components[text] { return Self.target(of: named, following) }
    return target(of: value)
  }

  /// Returns the final target of a reference. An unresolved reference is reported elsewhere.
  private func target(of reference: JSON?) -> JSON? {
    guard let reference, let text = reference.string,
      case .found(let target) = following.documents.resolve(text, from: reference), target.kind == .object
    else { return nil }
    return Self.target(of: target, following)
  }

  /// Returns the schema itself, or the final target of its `$ref`.
  private static func target(of schema: JSON, _ following: Following) -> JSON? {
    var schema = schema
    for _ in 0..<16 {
      guard let reference = schema["$ref"], let text = reference.string else { return schema }
      guard case .found(let target) = following.documents.resolve(text, from: reference), target.kind == .object else {
        return nil
      }
      schema = target
    }
    return nil
  }

  // MARK: - Bases

  private func findBases(_ schemas: [JSON]) {
    var heirs: [JSON.Identity: [JSON]] = [:]
    var order: [JSON] = []
    for schema in schemas {
      for holder in extended(by: schema) {
        guard let base = target(of: holder["$ref"]) else { continue }
        if heirs[base.identity] == nil { order.append(base) }
        heirs[base.identity, default: []].append(schema)
        if Self.property(of: base) != nil { links.insert(holder.identity) }
      }
    }
    for base in order {
      guard let property = Self.property(of: base), let discriminator = base["discriminator"] else { continue }
      var found: [JSON] = []
      var seen: Set<JSON.Identity> = [base.identity]
      var isWhole = true
      for (_, value) in discriminator["mapping"]?.members.map({ $0 }) ?? [] {
        guard let mapped = schema(ofMapping: value) else {
          isWhole = false
          continue
        }
        if seen.insert(mapped.identity).inserted { found.append(mapped) }
      }
      var pending = [base] + found
      while let one = pending.popLast() {
        for heir in heirs[one.identity] ?? [] where seen.insert(heir.identity).inserted {
          found.append(heir)
          pending.append(heir)
        }
      }
      // Drop an unnamed schema that others extend, because those are in the list too.
      let kinds = found.map { Kind(schema: $0, values: values(of: $0, property, discriminator)) }
        .filter { !$0.values.isEmpty || heirs[$0.schema.identity] == nil }
      guard isWhole, !kinds.isEmpty else { continue }
      if discriminator["defaultMapping"] != nil {
        note(base, property, "\"defaultMapping\" says which schema others have, and is read beside a choice alone")
        continue
      }
      let unnamed = kinds.filter { $0.values.isEmpty && !lists(property, of: $0.schema, besides: base) }
      if takesNull(base) {
        note(base, property, "null is a value here, and has no such member")
      } else if let first = unnamed.first {
        let more = unnamed.count > 1 ? " and \(unnamed.count - 1) more" : ""
        note(base, property, "no value of it names \(names[first.schema.identity] ?? "a schema without a name")\(more)")
      }
      guard unnamed.isEmpty, !takesNull(base) else { continue }
      bases[base.identity] = Base(schema: base, property: property, kinds: kinds)
    }
  }

  private func note(_ base: JSON, _ property: String, _ reason: String) {
    following.log.note(
      base["discriminator"] ?? base,
      "\"\(property)\" doesn't distinguish the schemas that extend this one: \(reason). Values are checked against this schema alone."
    )
  }

  private func takesNull(_ schema: JSON) -> Bool {
    schema["nullable"]?.bool == true || schema["type"]?.elements.contains { $0.string == "null" } == true
  }

  /// Returns the targets of the references in a schema's `allOf`.
  private func extended(by schema: JSON, depth: Int = 0) -> [JSON] {
    guard depth < 8 else { return [] }
    return (schema["allOf"]?.elements.map { $0 } ?? []).flatMap { part in
      part["$ref"]?.string == nil ? extended(by: part, depth: depth + 1) : [part]
    }
  }

  /// Returns the member that distinguishes the extensions of a schema, or `nil` if the schema itself contains a choice.
  private static func property(of schema: JSON) -> String? {
    guard schema["oneOf"] == nil, schema["anyOf"] == nil else { return nil }
    return schema["discriminator"]?["propertyName"]?.string
  }
}
