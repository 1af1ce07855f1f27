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
  private var schemas: JoinedSchemas
  private var known: [Pair: SchemaInclusion] = [:]

  /// - Parameters:
  ///   - old: the files of one side, by the names that references in them use.
  ///   - new: those of the other.
  ///   - view: from which side their schemas are seen.
  ///   - steps: how many steps one question may take.
  package init(old: [String: JSONDocument], new: [String: JSONDocument], view: SchemaView, steps: Int = 200_000) {
    schemas = JoinedSchemas(old: old, new: new, view: view)
    self.steps = steps
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
    guard let own = schemas.node(for: values, on: side),
      let other = schemas.node(for: bounds, on: side == .old ? .new : .old), let compiled = schemas.compiled
    else { return undecided(values, bounds, "One of the schemas can't be used.") }
    let pair = Pair(values: compiled.resolved(own), bounds: compiled.resolved(other))
    if let answer = known[pair] { return answer }
    let answer =
      DeepStack.run { self.answer(pair, compiled) }
      ?? undecided(values, bounds, "There is no room left to compare them.")
    known[pair] = answer
    return answer
  }

  private func answer(_ pair: Pair, _ compiled: CompiledSchema) -> SchemaInclusion {
    let proof = InclusionProof(compiled, steps: steps)
    if proof.isSame(pair.values, pair.bounds) { return SchemaInclusion() }
    var members = MemberComparison(compiled)
    members.compare([pair.values], [pair.bounds])
    var answer = SchemaInclusion(unknown: members.unknown, absent: members.absent)
    let set = ValueSet([pair.values])
    if proof.includes(set, in: pair.bounds) { return answer }
    let finder = GapFinder(proof)
    finder.find(set, pair.bounds)
    let search = WitnessSearch(schema: compiled, values: pair.values, bounds: pair.bounds)
    answer.gaps = finder.gaps.map { gap in
      let words = GapWords(schema: compiled, gap: gap, known: proof.known(gap.set))
      let witness = search.witness(of: gap)
      return SchemaGap(
        pointer: gap.pointer, keyword: gap.keyword, allowing: words.allowing, refusing: words.refusing,
        detail: gap.detail, allowed: words.allowed, accepted: words.accepted, witness: witness,
        reason: witness == nil ? reason(proof) : nil)
    }
    if answer.gaps.isEmpty {
      answer.gaps = undecided(
        compiled.source(of: pair.values), compiled.source(of: pair.bounds), reason(proof)
      ).gaps
    }
    return answer
  }

  private func reason(_ proof: InclusionProof) -> String {
    proof.isSpent
      ? "It takes more than \(steps) steps to decide."
      : "It is neither proven that all values are taken, nor was one found that isn't."
  }

  private func undecided(_ values: JSON, _ bounds: JSON, _ reason: String) -> SchemaInclusion {
    SchemaInclusion(gaps: [
      SchemaGap(
        pointer: JSONPointer(), keyword: "", allowing: values, refusing: bounds, detail: nil, allowed: "",
        accepted: "", witness: nil, reason: reason)
    ])
  }
}
