import PlumblineJSONTree

/// A test for whether two nodes have the same rules, regardless of the order of names and the targets of `$ref`s.
///
/// This is the fast path for unchanged schemas. A recurring pair is assumed to be the same: two schemas differ only if
/// a finite path leads to a difference.
struct SchemaSameness {
  private struct Pair: Hashable {
    let left: Int
    let right: Int
  }

  /// The maximum depth of a comparison of schemas that lead to one another. Beyond it, alternatives are compared only
  /// in order (``SchemaSameness/holdsInOrder(_:_:)``).
  private static let depthLimit = 1500

  /// The compiled tables. They may grow, but known facts about nodes stay valid.
  var schema: CompiledSchema
  private var same: Set<Pair> = []
  private var different: Set<Pair> = []
  /// The pairs that are assumed to be the same until proven otherwise.
  private var assumed: Set<Pair> = []
  private var trail: [Pair] = []
  private var depth = 0
  private var wasTooDeep = false
  /// The pairs that are nested too deeply for a full comparison and whose alternatives aren't the same in order.
  private var undecided: Set<Pair> = []

  init(_ schema: CompiledSchema) { self.schema = schema }

  /// Returns a Boolean value that indicates whether two nodes are certainly the same.
  mutating func holds(_ left: Int, _ right: Int) -> Bool {
    if !undecided.isEmpty, undecided.contains(pair(left, right)) { return false }
    assumed.removeAll(keepingCapacity: true)
    trail.removeAll(keepingCapacity: true)
    wasTooDeep = false
    let holds = compare(left, right)
    if wasTooDeep { return holdsInOrder(left, right) }
    if holds { same.formUnion(assumed) }
    return holds
  }

  private func pair(_ left: Int, _ right: Int) -> Pair {
    Pair(left: schema.resolved(left), right: schema.resolved(right))
  }

  private mutating func compare(_ left: Int, _ right: Int) -> Bool {
    let (left, right) = (schema.resolved(left), schema.resolved(right))
    if left == right { return true }
    let pair = Pair(left: left, right: right)
    if same.contains(pair) || assumed.contains(pair) { return true }
    if different.contains(pair) || wasTooDeep { return false }
    if depth >= Self.depthLimit {
      wasTooDeep = true
      return false
    }
    let mark = trail.count
    assumed.insert(pair)
    trail.append(pair)
    depth += 1
    defer { depth -= 1 }
    let (ours, theirs) = (schema.rules(of: left), schema.rules(of: right))
    let holds =
      ours.count == theirs.count && zip(ours, theirs).allSatisfy { $0.kind == $1.kind && compare($0, $1) }
    if !holds {
      // Pairs that were found to be equal in the meantime may depend on an assumption that turned out to be wrong.
      for pair in trail[mark...] { assumed.remove(pair) }
      trail.removeLast(trail.count - mark)
      if !wasTooDeep { different.insert(pair) }
    }
    return holds
  }

  private mutating func compare(_ left: Rule, _ right: Rule) -> Bool {
    if left.kind == .dynamicReference { return false }
    guard let one = schema.fact(left), let other = schema.fact(right) else {
      // A pattern that can't be decided has no fact, so the places of the two rules are compared.
      return schema.place(of: left) == schema.place(of: right)
    }
    switch (one, other) {
    case (.object(let one), .object(let other)): return compare(one, other)
    case (.items(let prefix, let rest), .items(let otherPrefix, let otherRest)):
      return compare(prefix, otherPrefix) && compare(rest, otherRest)
    case (.contains(let node, let minimum, let maximum), .contains(let otherNode, let otherMinimum, let otherMaximum)):
      return minimum == otherMinimum && maximum == otherMaximum && compare(node, otherNode)
    case (.allOf(let one), .allOf(let other)), (.anyOf(let one), .anyOf(let other)),
      (.oneOf(let one), .oneOf(let other)):
      return compareAnyOrder(one, other)
    case (.reference(let one), .reference(let other)), (.not(let one), .not(let other)),
      (.propertyNames(let one), .propertyNames(let other)),
      (.unevaluatedProperties(let one), .unevaluatedProperties(let other)),
      (.unevaluatedItems(let one), .unevaluatedItems(let other)):
      return compare(one, other)
    case (.conditional(let test, let then, let otherwise), .conditional(let test2, let then2, let otherwise2)):
      return compare(test, test2) && compare(then, then2) && compare(otherwise, otherwise2)
    case (.dependentSchemas(let one), .dependentSchemas(let other)):
      return compare(one.map { ($0.name, $0.node) }, other.map { ($0.name, $0.node) })
    default: return isSame(one, other)
    }
  }

  private mutating func compare(_ left: Int?, _ right: Int?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return compare(left, right)
  }

  private mutating func compare(_ left: [Int], _ right: [Int]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { compare($0, $1) }
  }

  /// Returns a Boolean value that indicates whether the nodes are the same in some order. The given order is tried
  /// first.
  private mutating func compareAnyOrder(_ left: [Int], _ right: [Int]) -> Bool {
    guard left.count == right.count else { return false }
    var rest = Array(right.enumerated())
    for (index, node) in left.enumerated() {
      let own = rest.firstIndex { $0.offset == index && compare(node, $0.element) }
      guard let place = own ?? rest.firstIndex(where: { compare(node, $0.element) }) else { return false }
      rest.remove(at: place)
    }
    return true
  }

  private mutating func compare(_ left: [(String, Int)], _ right: [(String, Int)]) -> Bool {
    guard left.count == right.count else { return false }
    let others = Dictionary(right, uniquingKeysWith: { first, _ in first })
    return left.allSatisfy { name, node in others[name].map { compare(node, $0) } ?? false }
  }

  private mutating func compare(_ left: SchemaFact.Object, _ right: SchemaFact.Object) -> Bool {
    guard left.patterns.count == right.patterns.count, left.withheld == right.withheld,
      compare(left.properties.map { ($0.name, $0.node) }, right.properties.map { ($0.name, $0.node) }),
      compare(left.additional, right.additional)
    else { return false }
    return zip(left.patterns, right.patterns).allSatisfy { one, other in
      one.pattern != nil && one.pattern?.text == other.pattern?.text && compare(one.node, other.node)
    }
  }

  private func isSame(_ left: SchemaFact, _ right: SchemaFact) -> Bool {
    switch (left, right) {
    case (.never, .never), (.uniqueItems, .uniqueItems): true
    case (.types(let one), .types(let other)): one == other
    case (.values(let one), .values(let other)): one.allSatisfy(other.contains) && other.allSatisfy(one.contains)
    case (.required(let one), .required(let other)): Set(one) == Set(other)
    case (.minProperties(let one), .minProperties(let other)), (.maxProperties(let one), .maxProperties(let other)),
      (.minItems(let one), .minItems(let other)), (.maxItems(let one), .maxItems(let other)),
      (.minLength(let one), .minLength(let other)), (.maxLength(let one), .maxLength(let other)):
      one == other
    case (.lower(let one), .lower(let other)), (.upper(let one), .upper(let other)):
      one.number == other.number && one.isExclusive == other.isExclusive
    case (.multipleOf(let one), .multipleOf(let other)): one == other
    case (.format(let one), .format(let other)): one == other
    case (.pattern(let one), .pattern(let other)): one.text == other.text
    case (.dependentRequired(let one), .dependentRequired(let other)):
      Dictionary(one.map { ($0.name, Set($0.needed)) }, uniquingKeysWith: { $0.union($1) })
        == Dictionary(other.map { ($0.name, Set($0.needed)) }, uniquingKeysWith: { $0.union($1) })
    default: false
    }
  }
}

// MARK: - Without recursion

extension SchemaSameness {
  /// Compares nodes without a depth limit, and alternatives only in the given order. Only the result `true` is
  /// conclusive.
  private mutating func holdsInOrder(_ left: Int, _ right: Int) -> Bool {
    var pending = [pair(left, right)]
    var outer: [Pair: Pair?] = [pending[0]: nil]
    while let next = pending.popLast() {
      if next.left == next.right || same.contains(next) { continue }
      guard !different.contains(next), !undecided.contains(next), let inner = inner(of: next) else {
        // The pairs that lead there aren't the same in order either.
        var one: Pair? = next
        while let pair = one {
          undecided.insert(pair)
          one = outer[pair] ?? nil
        }
        return false
      }
      for (one, other) in inner {
        let pair = pair(one, other)
        guard outer[pair] == nil else { continue }
        outer[pair] = .some(next)
        pending.append(pair)
      }
    }
    same.formUnion(outer.keys)
    return true
  }

  /// Returns the pairs of nodes that have to be the same for two nodes to be the same, or `nil` if the rules of the two
  /// nodes differ.
  private func inner(of pair: Pair) -> [(Int, Int)]? {
    let (ours, theirs) = (schema.rules(of: pair.left), schema.rules(of: pair.right))
    guard ours.count == theirs.count else { return nil }
    var pairs: [(Int, Int)] = []
    for (one, other) in zip(ours, theirs) {
      guard one.kind == other.kind, let inner = inner(of: one, other) else { return nil }
      pairs += inner
    }
    return pairs
  }

  private func inner(of left: Rule, _ right: Rule) -> [(Int, Int)]? {
    if left.kind == .dynamicReference { return nil }
    guard let one = schema.fact(left), let other = schema.fact(right) else {
      return schema.place(of: left) == schema.place(of: right) ? [] : nil
    }
    switch (one, other) {
    case (.object(let one), .object(let other)): return inner(of: one, other)
    case (.items(let prefix, let rest), .items(let otherPrefix, let otherRest)):
      guard let rests = both(rest, otherRest) else { return nil }
      return both(prefix, otherPrefix).map { $0 + rests }
    case (.contains(let node, let minimum, let maximum), .contains(let otherNode, let otherMinimum, let otherMaximum)):
      return minimum == otherMinimum && maximum == otherMaximum ? [(node, otherNode)] : nil
    case (.allOf(let one), .allOf(let other)), (.anyOf(let one), .anyOf(let other)),
      (.oneOf(let one), .oneOf(let other)):
      return both(one, other)
    case (.reference(let one), .reference(let other)), (.not(let one), .not(let other)),
      (.propertyNames(let one), .propertyNames(let other)),
      (.unevaluatedProperties(let one), .unevaluatedProperties(let other)),
      (.unevaluatedItems(let one), .unevaluatedItems(let other)):
      return [(one, other)]
    case (.conditional(let test, let then, let otherwise), .conditional(let test2, let then2, let otherwise2)):
      guard let ways = both(then, then2), let others = both(otherwise, otherwise2) else { return nil }
      return [(test, test2)] + ways + others
    case (.dependentSchemas(let one), .dependentSchemas(let other)):
      return named(one.map { ($0.name, $0.node) }, other.map { ($0.name, $0.node) })
    default: return isSame(one, other) ? [] : nil
    }
  }

  private func inner(of left: SchemaFact.Object, _ right: SchemaFact.Object) -> [(Int, Int)]? {
    guard left.patterns.count == right.patterns.count, left.withheld == right.withheld,
      zip(left.patterns, right.patterns).allSatisfy({ $0.pattern != nil && $0.pattern?.text == $1.pattern?.text }),
      let others = both(left.additional, right.additional),
      let members = named(left.properties.map { ($0.name, $0.node) }, right.properties.map { ($0.name, $0.node) })
    else { return nil }
    return members + others + zip(left.patterns, right.patterns).map { ($0.node, $1.node) }
  }

  private func both(_ left: Int?, _ right: Int?) -> [(Int, Int)]? {
    switch (left, right) {
    case (let left?, let right?): [(left, right)]
    case (nil, nil): []
    default: nil
    }
  }

  private func both(_ left: [Int], _ right: [Int]) -> [(Int, Int)]? {
    left.count == right.count ? Array(zip(left, right)) : nil
  }

  private func named(_ left: [(String, Int)], _ right: [(String, Int)]) -> [(Int, Int)]? {
    guard left.count == right.count else { return nil }
    let others = Dictionary(right, uniquingKeysWith: { first, _ in first })
    var pairs: [(Int, Int)] = []
    for (name, node) in left {
      guard let other = others[name] else { return nil }
      pairs.append((node, other))
    }
    return pairs
  }
}

extension CompiledSchema {
  /// Returns a Boolean value that indicates whether a node constrains nothing. For example, `additionalProperties` of
  /// `true` means the same as its absence (JSON Schema 2020-12, core section 10.3.2.3).
  func takesAnything(_ node: Int) -> Bool { rules(of: resolved(node)).isEmpty }

  /// Follows nodes that consist only of a `$ref`, or of an `allOf` with one schema, and returns the effective node.
  func resolved(_ node: Int) -> Int {
    var node = node
    var steps = 0
    // A cycle of references is rejected during compilation.
    while steps < nodes.count {
      steps += 1
      if nodes[node].alias >= 0 {
        node = Int(nodes[node].alias)
      } else if nodes[node].range.count == 1, case .allOf(let branches)? = fact(rules[nodes[node].range.lowerBound]),
        branches.count == 1
      {
        node = branches[0]
      } else {
        break
      }
    }
    return node
  }
}
