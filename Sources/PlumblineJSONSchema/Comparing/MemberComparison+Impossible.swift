import PlumblineJSONTree

/// Support for members and items that can't be present because no value satisfies their schema, such as
/// `"nickname": false`. The values that the other side allows for them are gone, although no value of the object shows
/// that.
extension MemberComparison {
  /// The schemas of one side for a member or an item.
  struct Described {
    let nodes: [Int]
    /// The nodes that apply only in some alternatives.
    let optional: Set<Int>

    init(_ nodes: [Int], in outline: PlaceOutline) {
      self.nodes = nodes
      optional = outline.optional.intersection(nodes)
    }
  }

  /// Returns a Boolean value that indicates whether the schemas of one side can't be satisfied, while those of the
  /// other side can.
  ///
  /// The result is `false` if the only reason is a member or an item inside, which is found separately.
  func isImpossible(_ ours: Described, but theirs: Described) -> Bool {
    if ours.nodes.count == theirs.nodes.count, zip(ours.nodes, theirs.nodes).allSatisfy({ proof.isSame($0, $1) }) {
      return false
    }
    var isGone = false
    _ = proof.spending(Self.steps) {
      isGone = isImpossible(ours) && !isImpossible(theirs) && !isFoundInside(ours, theirs)
    }
    return isGone
  }

  /// The maximum number of steps for one question.
  private static let steps = 2000

  private func isImpossible(_ described: Described) -> Bool {
    let certain = described.nodes.filter { !described.optional.contains($0) }
    if !certain.isEmpty { return isImpossible(set(certain)) }
    return !described.nodes.isEmpty && described.nodes.allSatisfy { isImpossible(set([$0])) }
  }

  /// Ignore `oneOf`. Strictly speaking, its alternatives may overlap so much that no value ever matches exactly one,
  /// but no author intends that.
  private func isImpossible(_ set: ValueSet) -> Bool {
    let isOfOverlaps = proof.known(set).choices.contains { if case .one = $0.kind { true } else { false } }
    return !isOfOverlaps && proof.isEmpty(set)
  }

  private func set(_ nodes: [Int]) -> ValueSet { ValueSet(nodes.map { schema.resolved($0) }) }

  private func isFoundInside(_ ours: Described, _ theirs: Described) -> Bool {
    let outline = PlaceOutline(theirs.nodes, in: schema, .joined)
    return ours.nodes.contains { node in
      let known = proof.known(set([node]))
      if known.kinds == JSONKind.object.bit {
        // A required member that the view lacks or that a closed object doesn't name is reported separately.
        return known.required.contains { name in
          outline.nodes(of: name) != nil && known.member(name, of: schema).map(proof.isEmptyInside) ?? true
        }
      }
      return known.kinds == JSONKind.array.bit && !outline.elements.isEmpty
    }
  }

  /// Returns an annotation if no value satisfies a whole schema, although some values satisfy the other side's schema.
  func impossibleWhole(_ values: Int, _ bounds: Int) -> SchemaAnnotation? {
    let (own, other) = (PlaceOutline([values], in: schema, .joined), PlaceOutline([bounds], in: schema, .joined))
    guard isImpossible(Described([values], in: own), but: Described([bounds], in: other)) else { return nil }
    return impossible([values], [bounds], at: JSONPointer())
  }

  private func impossible(_ own: [Int], _ other: [Int], at pointer: JSONPointer) -> SchemaAnnotation {
    SchemaAnnotation(
      pointer: pointer, keyword: SchemaAnnotation.impossible, values: schema.source(of: own[0]),
      bounds: schema.source(of: other[0]), ofValues: Optional<JSON>.none, ofBounds: Optional<JSON>.none)
  }

  // MARK: Items, and members without a name of their own

  /// Records the items and unnamed members of one side that the other side's schemas rule out.
  func noteImpossible(_ ours: PlaceOutline, _ theirs: PlaceOutline, in annotations: inout [SchemaAnnotation]) {
    func note(_ own: [Int], _ other: [Int], at token: String) {
      guard isImpossible(Described(own, in: ours), but: Described(other, in: theirs)) else { return }
      annotations.append(impossible(own, other.isEmpty ? theirs.nodes : other, at: JSONPointer(tokens: [token])))
    }
    if !ours.others.isEmpty, !theirs.others.isEmpty { note(ours.others, theirs.others, at: "*") }
    for (pattern, node) in patterns(of: ours) {
      guard let other = patterns(of: theirs).first(where: { $0.pattern.text == pattern.text }) else { continue }
      note([node], [other.node], at: "*")
    }
    let (lists, others) = (lists(of: ours), lists(of: theirs))
    guard lists.count == 1, mayBeList(theirs) else {
      if !ours.hasPrefix, !theirs.hasPrefix, !theirs.elements.isEmpty { note(ours.elements, theirs.elements, at: "*") }
      return
    }
    let own = lists[0]
    // If the other side leaves the list open, it may have any items.
    guard let other = others.first else { return own.rest.map { note([$0], [], at: "*") } ?? () }
    guard others.count == 1 else { return }
    for index in 0..<max(own.prefix.count, other.prefix.count) {
      guard let node = index < own.prefix.count ? own.prefix[index] : own.rest,
        let counterpart = index < other.prefix.count ? other.prefix[index] : other.rest
      else { continue }
      note([node], [counterpart], at: String(index))
    }
    if let rest = own.rest, let counterpart = other.rest { note([rest], [counterpart], at: "*") }
  }

  private func mayBeList(_ outline: PlaceOutline) -> Bool {
    outline.nodes.first.map { proof.known(set([$0])).kinds & JSONKind.array.bit != 0 } ?? false
  }

  private func lists(of outline: PlaceOutline) -> [(prefix: [Int], rest: Int?)] {
    outline.containers.lists.compactMap { _, rule in
      if case .items(let prefix, let rest)? = schema.fact(rule) { (prefix, rest) } else { nil }
    }
  }

  /// Returns the schemas for members whose names match a pattern.
  func patterns(of outline: PlaceOutline) -> [(pattern: Pattern, node: Int)] {
    outline.containers.objects.flatMap { _, rule -> [(pattern: Pattern, node: Int)] in
      guard case .object(let object)? = schema.fact(rule) else { return [] }
      return object.patterns.compactMap { entry in entry.pattern.map { ($0, entry.node) } }
    }
  }

  /// Returns the schemas for unevaluated items.
  func unevaluatedItems(of outline: PlaceOutline) -> [Int] {
    outline.rules.compactMap { _, rule in
      if case .unevaluatedItems(let node)? = schema.fact(rule) { node } else { nil }
    }
  }
}
