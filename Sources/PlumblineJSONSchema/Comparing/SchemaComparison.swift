import PlumblineJSONTree

/// Holds schemas of one set of files to those of another: is each value of the one a value of the other?
///
///     let comparison = SchemaComparison(old: ["contract.json": before], new: ["contract.json": after], view: .response)
///     comparison.inclusion(of: newTicket, on: .new, in: oldTicket).gaps.first?.witness      // {"id": "17"}
///
/// The answer has three values: proven; refuted, by a value that the one schema takes and the other refuses; or undecided,
/// where neither a proof nor such a value was found within the steps. `InclusionProof` says what is proven and how.
package final class SchemaComparison {
  /// Which of the two sets of files a schema stands in.
  package enum Side: Sendable, Hashable { case old, new }

  private struct Pair: Hashable {
    let values: Int
    let bounds: Int
  }

  private let steps: Int
  private let view: SchemaView
  private let names: [Side: [ObjectIdentifier: String]]
  /// Whether the files of both sides say the same: then a schema has the same values as itself, whatever it uses.
  private let isUnchanged: Bool
  private var schemas: JoinedSchemas
  private var proof: InclusionProof?
  private let memory = WitnessSearch.Memory()
  private var known: [Pair: SchemaInclusion] = [:]

  /// - Parameters:
  ///   - old: the files of one side, by the names that references in them use.
  ///   - new: those of the other.
  ///   - view: from which side their schemas are seen.
  ///   - steps: how many steps one question may take.
  package init(old: [String: JSONDocument], new: [String: JSONDocument], view: SchemaView, steps: Int = 200_000) {
    func names(_ documents: [String: JSONDocument]) -> [ObjectIdentifier: String] {
      Dictionary(documents.map { (ObjectIdentifier($0.value), $0.key) }, uniquingKeysWith: { min($0, $1) })
    }
    self.names = [.old: names(old), .new: names(new)]
    schemas = JoinedSchemas(old: old, new: new, view: view)
    self.steps = steps
    self.view = view
    isUnchanged = old.count == new.count && old.allSatisfy { new[$0.key]?.root == $0.value.root }
  }

  /// Whether each value of one schema is a value of another, which stands on the other side.
  ///
  /// - Parameters:
  ///   - values: the schema whose values are asked about, in a file of its side; `nil` takes anything.
  ///   - side: the side of `values`; `bounds` is the other's.
  ///   - bounds: the schema that is to take them; `nil` takes anything.
  package func inclusion(of values: JSON?, on side: Side, in bounds: JSON?) -> SchemaInclusion {
    guard let bounds else { return SchemaInclusion() }
    let values = values ?? true
    let others: Side = side == .old ? .new : .old
    let (file, otherFile) = (file(of: values, on: side), file(of: bounds, on: others))
    if isUnchanged, file == otherFile, file != nil, values.pointer == bounds.pointer { return SchemaInclusion() }
    guard let own = schemas.node(for: values, in: file, on: side),
      let other = schemas.node(for: bounds, in: otherFile, on: others), let compiled = schemas.compiled
    else { return undecided(values, bounds, "One of the schemas can't be used.") }
    let pair = Pair(values: compiled.resolved(own), bounds: compiled.resolved(other))
    if let answer = known[pair] { return answer }
    var answer =
      DeepStack.run { self.answer(pair, compiled) }
      ?? undecided(values, bounds, "There is no room left to compare them.")
    if case .request = view {
      var defaults = DefaultComparison(compiled)
      defaults.compare(pair.values, pair.bounds)
      answer.defaults = defaults.changed
    }
    known[pair] = answer
    return answer
  }

  private func file(of schema: JSON, on side: Side) -> String? { names[side]?[ObjectIdentifier(schema.document)] }

  private func answer(_ pair: Pair, _ compiled: CompiledSchema) -> SchemaInclusion {
    let proof = self.proof ?? InclusionProof(compiled, steps: steps)
    self.proof = proof
    proof.begin(in: compiled, steps: steps)
    if proof.isSame(pair.values, pair.bounds) { return SchemaInclusion() }
    var members = MemberComparison(compiled)
    members.compare([pair.values], [pair.bounds])
    var answer = SchemaInclusion(unknown: members.unknown, absent: members.absent)
    let set = ValueSet([pair.values])
    if proof.includes(set, in: pair.bounds) {
      answer.isIncluded = true
      answer.gaps = parts(of: pair, proof, compiled, besides: [])
      return answer
    }
    let search = WitnessSearch(schema: compiled, values: pair.values, bounds: pair.bounds, memory: memory)
    let finder = GapFinder(proof)
    // Without steps every proof fails, wherever one looks.
    if !proof.isSpent { finder.find(set, pair.bounds) }
    answer.gaps = finder.gaps.map { gap in
      let words = GapWords(schema: compiled, gap: gap, known: proof.known(gap.set))
      let witness = search.witness(of: gap)
      return SchemaGap(
        pointer: gap.pointer, keyword: gap.keyword, allowing: words.allowing, refusing: words.refusing,
        detail: gap.detail, allowed: words.allowed, accepted: words.accepted, witness: witness,
        reason: witness == nil ? reason(proof) : nil, isAmbiguous: gap.isAmbiguous)
    }
    // What is refused for a reason that isn't understood is refused all the same.
    if answer.gaps.allSatisfy({ $0.witness == nil }) {
      let witness = search.any(in: set)
      if witness != nil || answer.gaps.isEmpty {
        answer.gaps.append(
          gap(
            compiled.source(of: pair.values), compiled.source(of: pair.bounds), witness: witness,
            reason: witness == nil ? reason(proof) : nil))
      }
    }
    answer.gaps += parts(of: pair, proof, compiled, besides: answer.gaps)
    return answer
  }

  /// What differs in parts that the whole hides.
  ///
  /// - Parameter known: what was found in the whole.
  private func parts(
    of pair: Pair, _ proof: InclusionProof, _ compiled: CompiledSchema, besides known: [SchemaGap]
  ) -> [SchemaGap] {
    struct Key: Hashable {
      let pointer: JSONPointer
      let keyword: String
      let detail: String?
    }
    proof.begin(in: compiled, steps: steps)
    let comparison = PartComparison(proof)
    comparison.compare([pair.values], [pair.bounds])
    let unfinished =
      proof.isSpent
      ? [
        gap(
          compiled.source(of: pair.values), compiled.source(of: pair.bounds), witness: nil,
          reason: "It takes more than \(steps) steps to compare all parts.")
      ] : []
    var keys = Set(known.map { Key(pointer: $0.pointer, keyword: $0.keyword, detail: $0.detail) })
    return unfinished
      + comparison.found.compactMap { found in
        let pointer = JSONPointer(tokens: found.path) + found.gap.pointer
        guard keys.insert(Key(pointer: pointer, keyword: found.gap.keyword, detail: found.gap.detail)).inserted else {
          return nil
        }
        let words = GapWords(schema: compiled, gap: found.gap, known: proof.known(found.gap.set))
        var part: SchemaGap.Part?
        if case .empty = found.cover, found.values.count == 1 {
          let search = WitnessSearch(schema: compiled, values: found.values[0], bounds: found.bounds, memory: memory)
          part = search.witness(of: found.gap).map {
            SchemaGap.Part(pointer: JSONPointer(tokens: found.path), witness: $0)
          }
        }
        return SchemaGap(
          pointer: pointer, keyword: found.gap.keyword, allowing: words.allowing, refusing: words.refusing,
          detail: found.gap.detail, allowed: words.allowed, accepted: words.accepted, witness: nil,
          reason: part == nil ? found.cover.reason : nil, isAmbiguous: found.gap.isAmbiguous, part: part)
      }
  }

  private func reason(_ proof: InclusionProof) -> String {
    proof.isSpent
      ? "It takes more than \(steps) steps to decide."
      : "It is neither proven that all values are taken, nor was one found that isn't."
  }

  private func undecided(_ values: JSON, _ bounds: JSON, _ reason: String) -> SchemaInclusion {
    SchemaInclusion(gaps: [gap(values, bounds, witness: nil, reason: reason)])
  }

  /// A gap of the schemas as wholes.
  private func gap(_ values: JSON, _ bounds: JSON, witness: JSON?, reason: String?) -> SchemaGap {
    SchemaGap(
      pointer: JSONPointer(), keyword: "", allowing: values, refusing: bounds, detail: nil, allowed: "other values",
      accepted: "fewer values", witness: witness, reason: reason)
  }
}

extension PartComparison.Cover {
  /// Why no whole value shows what differs in the part.
  fileprivate var reason: String {
    switch self {
    case .empty: "Nothing satisfies the schema around it, so no value shows it."
    case .alternative: "By the letter another alternative may take the same values, so no value shows it."
    }
  }
}
