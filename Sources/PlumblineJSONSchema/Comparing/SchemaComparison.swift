import PlumblineJSONTree

/// A comparison of the schemas in two sets of files. It determines whether every value of one schema is a value of
/// another.
///
///     let comparison = SchemaComparison(old: ["contract.json": before], new: ["contract.json": after], view: .response)
///     comparison.inclusion(of: newTicket, on: .new, in: oldTicket).gaps.first?.witness      // {"id": "17"}
///
/// There are three possible results: inclusion is proven, refuted by a value that one schema accepts and the other
/// rejects, or undecided because neither was possible within the step limit. `InclusionProof` explains the proofs.
package final class SchemaComparison {
  /// The set of files that a schema belongs to.
  package enum Side: Sendable, Hashable { case old, new }

  struct Pair: Hashable {
    let values: Int
    let bounds: Int
  }

  /// A gap at a place that many schemas contain.
  private struct PlaceKey: Hashable {
    let question: InclusionProof.Question
    let rule: JSONPointer
    let detail: String?
    let node: Int
  }

  /// The attempts to demonstrate a gap with a value.
  private struct Shown {
    /// A value of the place.
    var value: JSON?
    /// The number of whole values that showed the gap, and the number of failed attempts to find one.
    var wholes = 0
    var failures = 0
  }

  /// The schemas of both sides at a gap, with a short description of each.
  struct Said {
    let allowing: JSON?
    let refusing: JSON
    let allowed: String
    let accepted: String
  }

  private struct SaidKey: Hashable {
    let set: ValueSet
    let document: Int32
    let place: Int32
    let detail: String?
    let keyword: String
  }

  struct PartKey: Hashable {
    let values: Int
    let bounds: Int
    let gap: SchemaGap.Key
  }

  /// The rule that rejects values, which may apply to several parts.
  struct PartCause: Hashable {
    let document: Int32
    let place: Int32
    let keyword: String
    let detail: String?

    init(_ gap: GapFinder.Gap) {
      document = gap.rule.document
      place = gap.rule.place
      keyword = gap.keyword
      detail = gap.detail
    }
  }

  let steps: Int
  var told: ToldChanges
  let view: SchemaView
  private let names: [Side: [ObjectIdentifier: String]]
  /// A Boolean value that indicates whether the files of both sides are equal. If so, a schema that occurs on both
  /// sides has the same values, no matter what it references.
  private let isUnchanged: Bool
  private var schemas: JoinedSchemas
  private var proof: InclusionProof?
  var members: MemberComparison?
  private var finder: GapFinder?
  var parts: PartComparison?
  let memory = WitnessSearch.Memory()
  /// The attempts to show the gaps at places that many schemas contain.
  private var shownPlaces: [PlaceKey: Shown] = [:]
  /// The number of whole values that must show a gap at a shared place before a value of just the place suffices.
  private static let wholesLimit = 3
  /// The maximum number of failed attempts to find a whole value.
  private static let failuresLimit = 24
  /// The descriptions of gaps that many schemas contain.
  private var said: [SaidKey: Said] = [:]
  /// The witnesses of parts, which many schemas share.
  var shown: [PartKey: JSON?] = [:]
  /// The number of failed attempts to find a part that demonstrates a cause.
  var unshown: [PartCause: Int] = [:]
  /// The maximum number of parts in which to try to demonstrate a cause.
  static let partsLimit = 4
  private var known: [Pair: SchemaInclusion] = [:]
  /// The distinct sets of changes that are only listed in results.
  private var furthers: Set<Set<ChangeID>> = []

  /// Creates a comparison.
  ///
  /// - Parameters:
  ///   - old: The files of the old side, keyed by the names that references use.
  ///   - new: The files of the new side, keyed by the names that references use.
  ///   - view: The view that both sides' schemas are seen from.
  ///   - steps: The maximum number of steps for one question.
  ///   - placesLimit: The maximum number of places at which to report a change, or `nil` to report all of them. After
  ///     that, the change is only listed in ``SchemaInclusion/further``.
  package init(
    old: [String: JSONDocument], new: [String: JSONDocument], view: SchemaView, steps: Int = 20_000,
    placesLimit: Int? = nil
  ) {
    func names(_ documents: [String: JSONDocument]) -> [ObjectIdentifier: String] {
      Dictionary(documents.map { (ObjectIdentifier($0.value), $0.key) }, uniquingKeysWith: { min($0, $1) })
    }
    self.names = [.old: names(old), .new: names(new)]
    schemas = JoinedSchemas(old: old, new: new, view: view)
    self.steps = steps
    told = ToldChanges(limit: placesLimit)
    self.view = view
    isUnchanged = old.count == new.count && old.allSatisfy { new[$0.key]?.root == $0.value.root }
  }

  /// Determines whether every value of a schema on one side is a value of a schema on the other side.
  ///
  /// - Parameters:
  ///   - values: The schema whose values are compared, from a file of its side, or `nil` for a schema that accepts
  ///     anything.
  ///   - side: The side of `values`. `bounds` is on the other side.
  ///   - bounds: The schema that should accept the values, or `nil` for a schema that accepts anything.
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
      ?? undecided(values, bounds, "The comparison of the schemas ran out of memory.")
    // Schemas that lead to one another share the same set of changes.
    answer.further = furthers.insert(told.further).memberAfterInsert
    answer.number = known.count
    known[pair] = answer
    return answer
  }

  /// Suppresses a change in later results because it has been reported at enough places. Later results only list it in
  /// ``SchemaInclusion/further``.
  package func leaveOut(_ id: ChangeID) { told.leaveOut(id) }

  private func file(of schema: JSON, on side: Side) -> String? { names[side]?[ObjectIdentifier(schema.document)] }

  private func answer(_ pair: Pair, _ compiled: CompiledSchema) -> SchemaInclusion {
    let proof = self.proof ?? InclusionProof(compiled, steps: steps)
    self.proof = proof
    proof.begin(in: compiled, steps: steps)
    let members = self.members ?? MemberComparison(compiled, proof)
    self.members = members
    told.begin()
    members.compare(pair.values, pair.bounds, in: compiled) { told.takes($0) }
    var answer = SchemaInclusion(unknown: members.unknown, absent: members.absent)
    answer.annotations = members.annotations
    if proof.isSame(pair.values, pair.bounds) { return answer }
    let set = ValueSet([pair.values])
    if proof.includes(set, in: pair.bounds) {
      answer.isIncluded = true
      addParts(to: &answer, of: pair, proof, compiled)
      return answer
    }
    let search = WitnessSearch(schema: compiled, values: pair.values, bounds: pair.bounds, memory: memory)
    // Once the steps run out, every proof fails, so discard the results.
    let before = told
    let found = proof.isSpent ? nil : finder(proof).gaps(of: set, in: pair.bounds) { told.takes($0) }
    guard let found, found.isFinished else {
      // Discard the unfinished findings, so that their changes don't count as reported.
      told = before
      addParts(to: &answer, of: pair, proof, compiled, under: .unfinished)
      if answer.gaps.isEmpty, !told.hasFurtherGaps {
        answer.gaps = [undecided(pair, compiled, search.any(in: set), Self.tooLong(steps))]
      }
      return answer
    }
    answer.gaps = found.gaps.map { gap in
      let words = said(of: gap, proof, compiled)
      let (witness, part) = show(gap, by: search)
      return SchemaGap(
        pointer: gap.pointer, keyword: gap.keyword, allowing: words.allowing, refusing: words.refusing,
        detail: gap.detail, allowed: words.allowed, accepted: words.accepted, witness: witness,
        reason: witness == nil && part == nil ? Self.unknown : nil, isAmbiguous: gap.isAmbiguous, part: part,
        alternative: gap.alternative, id: ChangeID(.gap, gap.number, in: gap.alternative))
    }
    // A value that is rejected for an unknown reason still refutes inclusion.
    if !told.hasFurtherGaps, answer.gaps.allSatisfy({ $0.witness == nil && $0.part == nil }) {
      let witness = search.any(in: set)
      if witness != nil || answer.gaps.isEmpty { answer.gaps.append(undecided(pair, compiled, witness, Self.unknown)) }
    }
    addParts(to: &answer, of: pair, proof, compiled, beside: found.leftOut)
    return answer
  }

  func finder(_ proof: InclusionProof) -> GapFinder {
    let finder = self.finder ?? GapFinder(proof, steps: partSteps)
    self.finder = finder
    return finder
  }

  func said(of gap: GapFinder.Gap, _ proof: InclusionProof, _ compiled: CompiledSchema) -> Said {
    let key = SaidKey(
      set: gap.set, document: gap.rule.document, place: gap.rule.place, detail: gap.detail, keyword: gap.keyword)
    if let known = said[key] { return known }
    let words = GapWords(schema: compiled, gap: gap, known: proof.known(gap.set))
    let made = Said(
      allowing: words.allowing, refusing: words.refusing, allowed: words.allowed, accepted: words.accepted)
    said[key] = made
    return made
  }

  /// Returns a whole value that shows a gap. For a gap at a shared place that enough whole values have shown, returns a
  /// value of the place instead.
  private func show(_ gap: GapFinder.Gap, by search: WitnessSearch) -> (whole: JSON?, part: SchemaGap.Part?) {
    guard let question = gap.question else { return (search.witness(of: gap), nil) }
    let key = PlaceKey(
      question: question, rule: search.schema.place(of: gap.rule).pointer, detail: gap.detail, node: gap.node)
    var shown = shownPlaces[key] ?? Shown()
    let part = shown.value.map {
      SchemaGap.Part(pointer: gap.pointer, witness: $0, path: gap.path.map(\.part.inValue))
    }
    if part != nil, shown.wholes >= Self.wholesLimit || shown.failures >= Self.wholesLimit { return (nil, part) }
    guard shown.failures < Self.failuresLimit else { return (nil, part) }
    let witness = search.witness(of: gap)
    if witness == nil { shown.failures += 1 } else { shown.wholes += 1 }
    shown.value = shown.value ?? witness.flatMap { search.part(of: $0, at: gap) }
    shownPlaces[key] = shown
    return (witness, witness == nil ? part : nil)
  }

  /// Returns a gap between two whole schemas, for a difference at an unknown place.
  private func undecided(_ pair: Pair, _ compiled: CompiledSchema, _ witness: JSON?, _ reason: String) -> SchemaGap {
    gap(
      compiled.source(of: pair.values), compiled.source(of: pair.bounds), witness: witness,
      reason: witness == nil ? reason : nil)
  }

  /// The maximum number of steps for one part.
  var partSteps: Int { min(steps, 5000) }

  static let unknown = "Plumbline could neither prove that all values are accepted nor find a value that is rejected."

  static func tooLong(_ steps: Int) -> String { "The comparison takes more than \(steps) steps." }

  private func undecided(_ values: JSON, _ bounds: JSON, _ reason: String) -> SchemaInclusion {
    SchemaInclusion(gaps: [gap(values, bounds, witness: nil, reason: reason)])
  }

  /// Returns a gap between the whole schemas.
  private func gap(_ values: JSON, _ bounds: JSON, witness: JSON?, reason: String?) -> SchemaGap {
    SchemaGap(
      pointer: JSONPointer(), keyword: "", allowing: values, refusing: bounds, detail: nil, allowed: "other values",
      accepted: "fewer values", witness: witness, reason: reason)
  }
}
