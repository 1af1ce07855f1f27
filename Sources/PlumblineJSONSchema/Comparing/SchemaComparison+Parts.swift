import PlumblineJSONTree

/// Support for differences in parts that the whole hides, and for the parts that make an alternative differ.
extension SchemaComparison {
  /// Adds the differences in parts that the whole hides, and the parts that make an alternative differ.
  ///
  /// - Parameters:
  ///   - leftOut: The gaps of the whole that aren't reported at an additional place.
  ///   - cover: The reason that the whole is inconclusive, or `nil` if it is conclusive.
  func addParts(
    to answer: inout SchemaInclusion, of pair: Pair, _ proof: InclusionProof, _ compiled: CompiledSchema,
    beside leftOut: [KnownGaps.OmittedGap] = [], under cover: PartComparison.Cover? = nil
  ) {
    let comparison = parts ?? PartComparison(proof, finder(proof), steps: partSteps, tellsFurther: view == .response)
    parts = comparison
    comparison.compare(pair.values, pair.bounds, under: cover) { told.takes($0) }
    let isTelling = comparison.isTelling
    var known = KnownGaps(answer.gaps, leftOut: isTelling ? leftOut : [])
    var unions = answer.gaps.filter(\.isOfAlternatives)
    var explained: [(union: SchemaGap, id: ChangeID?)] = []
    let differences = isTelling || !unions.isEmpty ? comparison.found : []
    for found in differences {
      let union = self.union(around: found, among: unions)
      guard found.isTold else {
        // The difference may have been reported as undecided elsewhere. Don't suppress one that a value shows because
        // of that.
        if let union, union.key != found.key, union.witness == nil, union.part == nil {
          explained.append((union, found.id))
        }
        if isTelling { known.add(found.leftOut) }
        continue
      }
      let unshown = partGap(found, proof, compiled)
      if let union, union.key != unshown.key, union.isExplained(by: unshown) { explained.append((union, found.id)) }
      // Report a gap that several alternatives share only once.
      if let match = known.match(unshown, of: found.gap.rule) {
        told.equate(found.id, with: match.id)
        continue
      }
      let gap = show(unshown, of: found, in: union, compiled)
      known.add(gap)
      answer.gaps.append(gap)
      if gap.isOfAlternatives, found.cover != .alternative { unions.append(gap) }
    }
    // The reason that an alternative differs is more informative than the fact that none fits.
    for gap in answer.gaps where gap.isOfAlternatives {
      guard let id = gap.id else { continue }
      for one in explained where one.union.isSame(as: gap) { told.explain(id, by: one.id) }
    }
    answer.gaps.removeAll { gap in
      gap.isOfAlternatives
        && (explained.contains { $0.union.isSame(as: gap) } || gap.id.map(told.isExplainedByFurther) ?? false)
    }
    // If an alternative now overlaps another one, the report of the change in the other one covers the overlap.
    let changed = answer.gaps.filter { !$0.isAmbiguous && $0.alternative != nil }
    answer.gaps.removeAll { gap in
      gap.isAmbiguous && changed.contains { $0.alternative != gap.alternative && $0.pointer.isWithin(gap.pointer) }
    }
    answer.annotations += comparison.closings
    let closings = answer.annotations.filter(\.isOnlyReason)
    if !closings.isEmpty { answer.gaps.removeAll { gap in closings.contains { $0.covers(gap) } } }
    if comparison.unknown.isEmpty, comparison.absent.isEmpty { return }
    let others = (members?.leftOut ?? []) + comparison.leftOut
    answer.unknown.add(comparison.unknown, beside: others)
    answer.absent.add(comparison.absent, beside: others)
  }

  /// Returns the alternatives that contain a part, if the part is the reason that none of them fits.
  private func union(around found: PartComparison.Found, among unions: [SchemaGap]) -> SchemaGap? {
    guard found.cover == .branch, !unions.isEmpty else { return nil }
    let pointer = found.place()
    return unions.last { pointer.isWithin($0.pointer) }
  }

  /// Returns a gap between two parts, without a value that demonstrates it.
  private func partGap(_ found: PartComparison.Found, _ proof: InclusionProof, _ compiled: CompiledSchema) -> SchemaGap
  {
    let words = said(of: found.gap, proof, compiled)
    return SchemaGap(
      pointer: found.place() + found.gap.pointer, keyword: found.gap.keyword, allowing: words.allowing,
      refusing: words.refusing, detail: found.gap.detail, allowed: words.allowed, accepted: words.accepted,
      witness: nil, reason: found.isDecided ? found.cover.reason(steps) : Self.tooLong(partSteps),
      isAmbiguous: found.gap.isAmbiguous, alternative: found.gap.alternative ?? found.alternative, id: found.id)
  }

  /// Demonstrates a gap between two parts with a value, if there is one.
  ///
  /// - Parameter union: The union of the alternatives that include the part.
  private func show(
    _ gap: SchemaGap, of found: PartComparison.Found, in union: SchemaGap?, _ compiled: CompiledSchema
  ) -> SchemaGap {
    let part =
      shown(found, compiled).map {
        SchemaGap.Part(pointer: found.place(), witness: $0, path: found.path())
      } ?? union?.part
    if part == nil, union?.witness == nil { return gap }
    return gap.shown(by: part == nil ? union?.witness : nil, part)
  }

  /// Returns a value of a part that shows what differs there.
  private func shown(_ found: PartComparison.Found, _ compiled: CompiledSchema) -> JSON? {
    guard found.cover != .alternative, found.isDecided, found.values.count == 1 else { return nil }
    let gap = found.gap
    let key = PartKey(
      values: found.values[0], bounds: found.bounds,
      gap: SchemaGap.Key(
        pointer: gap.pointer, keyword: gap.keyword, detail: gap.detail, alternative: gap.alternative))
    if let known = shown[key] { return known }
    let cause = PartCause(gap)
    guard unshown[cause, default: 0] < Self.partsLimit else { return nil }
    let search = WitnessSearch(schema: compiled, values: key.values, bounds: key.bounds, memory: memory)
    let witness = search.witness(of: gap)
    unshown[cause] = witness == nil ? unshown[cause, default: 0] + 1 : .min
    shown[key] = .some(witness)
    return witness
  }
}

extension PartComparison.Found {
  /// The key that distinguishes the gap from others in a comparison.
  fileprivate var key: SchemaGap.Key {
    SchemaGap.Key(
      pointer: place() + gap.pointer, keyword: gap.keyword, detail: gap.detail,
      alternative: gap.alternative ?? alternative)
  }

  /// The record of the gap for when it isn't reported.
  fileprivate var leftOut: KnownGaps.OmittedGap {
    let (outer, inner) = (place, gap.pointer)
    return KnownGaps.OmittedGap(
      id: id, rule: gap.rule, keyword: gap.keyword, detail: gap.detail, alternative: gap.alternative ?? alternative,
      pointer: { outer() + inner })
  }
}

extension PartComparison.Cover {
  /// Returns the reason that no whole value shows the difference in the part.
  ///
  /// - Parameter steps: The number of steps for one comparison.
  fileprivate func reason(_ steps: Int) -> String {
    switch self {
    case .unfinished: SchemaComparison.tooLong(steps)
    case .empty: "No value satisfies the surrounding schema, so there is no example."
    case .branch: SchemaComparison.unknown
    case .alternative: "A different alternative may accept the same values, so there is no example."
    }
  }
}

extension SchemaGap {
  /// Returns a Boolean value that indicates whether the same alternatives reject the other gap.
  fileprivate func isSame(as other: SchemaGap) -> Bool {
    isOfAlternatives && other.isOfAlternatives && alternative == other.alternative
      && refusing.document === other.refusing.document && refusing.node == other.refusing.node
  }

  /// Returns a Boolean value that indicates whether a difference inside the alternatives may explain why none of them
  /// fits. An overlap at a place that the rejected value doesn't have is no explanation.
  fileprivate func isExplained(by other: SchemaGap) -> Bool {
    guard other.isAmbiguous else { return true }
    if let witness { return witness.has(other.pointer.tokens[...]) }
    guard let part, other.pointer.isWithin(part.pointer) else { return true }
    return part.witness.has(other.pointer.tokens.dropFirst(part.pointer.tokens.count))
  }

  /// A Boolean value that indicates whether the gap only states that none of the alternatives fits.
  fileprivate var isOfAlternatives: Bool { !isAmbiguous && (keyword == "anyOf" || keyword == "oneOf") }
}

extension JSON {
  /// Returns a Boolean value that indicates whether there is a value at a place inside, where `*` matches any element
  /// and any member that isn't named.
  fileprivate func has(_ tokens: ArraySlice<String>) -> Bool {
    guard let token = tokens.first else { return true }
    let rest = tokens.dropFirst()
    switch kind {
    case .object:
      if let member = self[token] { return member.has(rest) }
      return token == "*" && members.contains { $0.value.has(rest) }
    case .array:
      if token == "*" { return elements.contains { $0.has(rest) } }
      return Int(token).flatMap { self[$0] }?.has(rest) ?? false
    case .null, .bool, .number, .string: return false
    }
  }
}
