import PlumblineJSONTree

/// The rules for one place in a value, merged from all schemas that apply there. They include the schemas of the
/// members and elements that the place leads to.
struct PlaceOutline {
  /// The treatment of alternatives.
  enum Alternatives {
    /// Each alternative applies, and so do conditions and dependent schemas.
    case joined
    /// Each alternative is a separate place, kept in ``choices``.
    case apart
  }

  /// The nodes that apply, including those of `$ref` and `allOf`.
  private(set) var nodes: [Int] = []
  /// The members that have schemas, in the order in which they are named.
  private(set) var properties: [(name: String, nodes: [Int])] = []
  /// The members that are required regardless of which alternative applies.
  private(set) var required: [String] = []
  /// The members that the schemas' view withholds.
  private(set) var withheld: Set<String> = []
  private(set) var patterns: [Pattern?] = []
  /// The schemas for unnamed members, if they constrain anything.
  private(set) var others: [Int] = []
  private(set) var elements: [Int] = []
  /// A Boolean value that indicates whether an element's schema depends on its index.
  private(set) var hasPrefix = false
  private(set) var choices: [(node: Int, rule: Rule, branches: [Int])] = []
  /// The rules that lead to members and elements.
  private(set) var containers: (objects: [(node: Int, rule: Rule)], lists: [(node: Int, rule: Rule)]) = ([], [])
  /// The rules that don't lead to a different place.
  private(set) var rules: [(node: Int, rule: Rule)] = []
  private(set) var mayBeObject = true
  /// The schemas of members and elements that apply only in some alternatives.
  private(set) var optional: Set<Int> = []
  private var describesMembers = false
  private var places: [String: Int] = [:]

  /// Creates an outline.
  ///
  /// - Parameter areJoint: A Boolean value that indicates whether all of the nodes apply to each value. If not, they
  ///   come from alternatives.
  init(_ starts: [Int], in schema: CompiledSchema, _ alternatives: Alternatives, areJoint: Bool = true) {
    var seen: Set<Int> = []
    var pending = starts.reversed().map { (node: $0, isCertain: true) }
    while let (node, isCertain) = pending.popLast() {
      guard seen.insert(node).inserted else { continue }
      nodes.append(node)
      var more: [(node: Int, isCertain: Bool)] = []
      func enter(_ nodes: [Int], isCertain: Bool = false) { more += nodes.map { ($0, isCertain) } }
      for rule in schema.rules(of: node) {
        switch schema.fact(rule) {
        case .reference(let inner): enter([inner], isCertain: isCertain)
        case .allOf(let branches): enter(branches, isCertain: isCertain)
        case .anyOf(let branches), .oneOf(let branches):
          choices.append((node, rule, branches))
          if alternatives == .joined { enter(branches) }
        case .conditional(let test, let then, let otherwise) where alternatives == .joined:
          enter([test, then, otherwise].compactMap { $0 })
        case .dependentSchemas(let list) where alternatives == .joined: enter(list.map(\.node))
        case let fact:
          add(fact, rule, of: node, isCertain, schema)
          if !isCertain || !areJoint { noteOptional(fact) }
        }
      }
      pending += more.reversed()
    }
  }

  private mutating func add(
    _ fact: SchemaFact?, _ rule: Rule, of node: Int, _ isCertain: Bool, _ schema: CompiledSchema
  ) {
    switch fact {
    case .object(let object):
      add(object, schema)
      containers.objects.append((node, rule))
      if object.patterns.isEmpty { return }
    case .items(let prefix, let rest):
      elements += prefix + [rest].compactMap { $0 }
      containers.lists.append((node, rule))
      if prefix.isEmpty { return }
      hasPrefix = true
    case .unevaluatedProperties(let node): if !schema.takesAnything(node) { others.append(node) }
    case .types(let types): if isCertain, types.kinds & JSONKind.object.bit == 0 { mayBeObject = false }
    case .required(let names): if isCertain { required += names }
    default: break
    }
    rules.append((node, rule))
  }

  private mutating func noteOptional(_ fact: SchemaFact?) {
    switch fact {
    case .object(let object):
      optional.formUnion(object.properties.map(\.node) + object.patterns.map(\.node))
      if let additional = object.additional { optional.insert(additional) }
    case .items(let prefix, let rest): optional.formUnion(prefix + [rest].compactMap { $0 })
    case .unevaluatedProperties(let node): optional.insert(node)
    default: break
    }
  }

  private mutating func add(_ object: SchemaFact.Object, _ schema: CompiledSchema) {
    describesMembers = describesMembers || !object.properties.isEmpty || !object.patterns.isEmpty
    for (name, node) in object.properties {
      if let place = places[name] {
        properties[place].nodes.append(node)
      } else {
        places[name] = properties.count
        properties.append((name, [node]))
      }
    }
    withheld.formUnion(object.withheld)
    patterns += object.patterns.map(\.pattern)
    if let additional = object.additional, !schema.takesAnything(additional) { others.append(additional) }
  }

  /// A Boolean value that indicates whether the place is an object whose members have names.
  var hasMembers: Bool { describesMembers && mayBeObject }

  /// The members that the view contains, by name.
  var members: [(name: String, nodes: [Int])] {
    properties.filter { !withheld.contains($0.name) }.sorted { $0.name < $1.name }
  }

  /// Returns the schemas of a member, or `nil` if no schema names it.
  func nodes(of name: String) -> [Int]? { places[name].map { properties[$0].nodes } }

  /// Returns a Boolean value that indicates whether a pattern or a rule for unnamed members applies to a member.
  func covers(_ name: String) -> Bool {
    !others.isEmpty || patterns.contains { $0?.matches(Array(name.utf8)) ?? true }
  }

  /// Returns a Boolean value that indicates whether unnamed members are forbidden.
  private func isClosed(_ schema: CompiledSchema) -> Bool {
    !others.isEmpty && patterns.isEmpty
      && others.allSatisfy { node in
        schema.facts(of: schema.resolved(node)).contains { if case .never = $0 { true } else { false } }
      }
  }

  /// Returns a member that never occurs because no value satisfies its schemas on the values' side.
  func impossibleMember(_ name: String, _ own: [Int], _ others: [Int], in schema: CompiledSchema) -> SchemaMember {
    var member = SchemaMember(
      pointer: JSONPointer(tokens: [name]), name: name, isRequired: required.contains(name),
      schema: schema.source(of: own[0]), other: schema.source(of: others[0]))
    member.isImpossible = true
    return member
  }

  /// Returns the members that never occur because the outline of the values lacks or forbids them.
  func members(absentFrom other: PlaceOutline, in schema: CompiledSchema, at pointer: JSONPointer) -> [SchemaMember] {
    members(unknownTo: other, in: schema, at: pointer, isCovered: other.isClosed(schema))
  }

  /// Returns the members that the other outline of the place doesn't know.
  ///
  /// - Parameter isCovered: A Boolean value that indicates whether the other outline constrains all unnamed members.
  func members(
    unknownTo other: PlaceOutline, in schema: CompiledSchema, at pointer: JSONPointer, isCovered: Bool = false
  ) -> [SchemaMember] {
    guard hasMembers, other.hasMembers, let first = other.nodes.first else { return [] }
    return members.compactMap { name, nodes in
      let isWithheld = other.withheld.contains(name)
      guard isWithheld || other.nodes(of: name) == nil && other.covers(name) == isCovered else { return nil }
      var member = SchemaMember(
        pointer: pointer.appending(name), name: name, isRequired: required.contains(name),
        schema: schema.source(of: nodes[0]), other: schema.source(of: first))
      member.isWithheld = isWithheld
      return member
    }
  }
}

extension CompiledSchema {
  /// Returns the author's name for a schema: the last part of a `$ref`, or the title.
  func name(of node: Int) -> String? {
    let source = source(of: node)
    if let reference = source["$ref"]?.string { return reference.split(separator: "/").last.map(String.init) }
    return source["title"]?.string
  }

  /// Returns the name of an alternative, or `nil` if it is the only one apart from null.
  func name(ofAlternative node: Int, among branches: [Int]) -> String? {
    let values = branches.count { branch in
      !facts(of: resolved(branch)).contains { if case .types(.null) = $0 { true } else { false } }
    }
    return values > 1 ? name(of: node) : nil
  }

  /// Returns the only alternative with the same name as one of the given nodes, or `nil` if there is none or more than
  /// one.
  func namesake(of nodes: [Int], among branches: [Int]) -> Int? {
    let names = Set(nodes.compactMap { name(of: $0) })
    if names.isEmpty { return nil }
    let same = branches.filter { branch in name(of: branch).map { names.contains($0) } ?? false }
    return same.count == 1 ? same[0] : nil
  }
}
