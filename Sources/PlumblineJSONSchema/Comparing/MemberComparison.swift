import PlumblineJSONTree

/// A side-by-side comparison of two schemas for differences that no value shows: members of objects that only one
/// schema names, and keywords that don't constrain values, such as `default`.
///
/// The comparison includes every schema that may apply, whether or not a branch or a condition holds. It examines each
/// pair of schemas only once, no matter how many schemas contain the pair.
final class MemberComparison {
  private struct Visit: Hashable {
    let values: [Int]
    let bounds: [Int]
    /// A Boolean value that indicates whether all nodes of a side apply to each value. If not, they come from
    /// alternatives.
    let areJoint: Bool

    init(values: [Int], bounds: [Int], areJoint: Bool) {
      self.values = values
      self.bounds = bounds
      self.areJoint = areJoint || values.count < 2 && bounds.count < 2
    }
  }

  private struct Step: PlaceStep {
    let token: String?
  }

  /// The differences between two schemas at one place. Pointers are relative to the place.
  private struct Place {
    var unknown: [SchemaMember] = []
    var absent: [SchemaMember] = []
    var annotations: [SchemaAnnotation] = []
    var isTelling: Bool { !unknown.isEmpty || !absent.isEmpty || !annotations.isEmpty }
  }

  /// The maximum number of members to report.
  private static let limit = 2000

  private static let annotations = ["default", "deprecated", "x-sunset", "x-extensible-enum"]

  /// The compiled tables. They may grow, but known facts about nodes stay valid.
  private(set) var schema: CompiledSchema
  let proof: InclusionProof
  private let places = PlaceGraph<Visit, Step, Place>(depthLimit: 60, repeatedLimit: 40)
  /// The number of identifiers assigned so far.
  private var count = 0
  private(set) var unknown: [SchemaMember] = []
  private(set) var absent: [SchemaMember] = []
  private(set) var annotations: [SchemaAnnotation] = []
  /// Members that aren't reported at additional places.
  private(set) var leftOut: [OmittedMember] = []

  init(_ schema: CompiledSchema, _ proof: InclusionProof) {
    self.schema = schema
    self.proof = proof
  }

  /// Compares two nodes. The schema's tables may have grown since the last comparison.
  ///
  /// - Parameter isTold: A closure that returns `true` to report a change at an additional place.
  func compare(_ values: Int, _ bounds: Int, in schema: CompiledSchema, where isTold: (ChangeID) -> Bool) {
    self.schema = schema
    (unknown, absent, annotations, leftOut) = ([], [], [], [])
    let start = Visit(values: [values], bounds: [bounds], areJoint: true)
    for keyword in Self.annotations { note(keyword, of: start, at: JSONPointer(), in: &annotations) }
    if let impossible = impossibleWhole(values, bounds) { annotations.append(impossible) }
    places.tell(from: [(nil, start)], looking: place) { way, place, _ in
      func told(_ members: [SchemaMember]) -> [SchemaMember] {
        members.filter { member in
          guard let id = member.id, !isTold(id) else { return true }
          leftOut.append(OmittedMember(member: member, place: { way.pointer }))
          return false
        }
      }
      let unknowns = told(place.unknown)
      let absents = told(place.absent)
      let others = place.annotations.filter { $0.id.map(isTold) ?? true }
      if unknowns.isEmpty, absents.isEmpty, others.isEmpty { return true }
      let pointer = way.pointer
      unknown += unknowns.map { $0.moved(below: pointer) }
      absent += absents.map { $0.moved(below: pointer) }
      annotations += others.map { $0.moved(below: pointer) }
      return unknown.count + absent.count + annotations.count < Self.limit
    }
  }

  /// Assigns identifiers to the findings at a place.
  private func number(_ place: inout Place) {
    func next(_ kind: ChangeID.Kind) -> ChangeID {
      count += 1
      return ChangeID(kind, count)
    }
    for index in place.unknown.indices { place.unknown[index].id = next(.unknown) }
    for index in place.absent.indices { place.absent[index].id = next(.absent) }
    for index in place.annotations.indices { place.annotations[index].id = next(.annotation) }
  }

  private func note(
    _ keyword: String, of visit: Visit, at pointer: JSONPointer, in annotations: inout [SchemaAnnotation]
  ) {
    guard let own = visit.values.first, let other = visit.bounds.first else { return }
    let (one, two) = (value(of: keyword, at: own), value(of: keyword, at: other))
    if one == two { return }
    annotations.append(
      SchemaAnnotation(
        pointer: pointer, keyword: keyword, values: schema.source(of: own), bounds: schema.source(of: other),
        ofValues: one, ofBounds: two))
  }

  /// Records the schemas for JSON in a string, each with its counterpart on the other side. A schema of the bounds
  /// without a counterpart is recorded alone.
  private func noteContents(_ values: [Int], _ bounds: [Int], in annotations: inout [SchemaAnnotation]) {
    if schema.contents.isEmpty { return }
    var ours = contents(of: values)
    var theirs = contents(of: bounds)
    guard !theirs.isEmpty, let value = values.first, let bound = bounds.first else { return }
    func add(_ one: JSON?, _ other: JSON) {
      annotations.append(
        SchemaAnnotation(
          pointer: JSONPointer(), keyword: SchemaAnnotation.content, values: one ?? schema.source(of: value),
          bounds: schema.source(of: bound), ofValues: one, ofBounds: other))
    }
    if ours.isEmpty { return add(nil, theirs[0]) }
    // Alternatives of a string may be in any order. Pair equal alternatives, even if their references resolve to
    // different schemas.
    for one in ours {
      guard let place = theirs.firstIndex(of: one) else { continue }
      if one.mentionsSchemas { add(one, theirs[place]) }
      theirs.remove(at: place)
      ours.removeAll { $0.node == one.node && $0.document === one.document }
    }
    if ours.isEmpty || theirs.isEmpty { return }
    if ours.count == theirs.count {
      for (one, other) in zip(ours, theirs) { add(one, other) }
    } else {
      add(nil, theirs[0])
    }
  }

  /// Returns the schemas that the given nodes specify for JSON in a string.
  private func contents(of nodes: [Int]) -> [JSON] {
    nodes.compactMap { schema.contents[$0] }.map { schema.source(of: $0) }
  }

  private func value(of keyword: String, at node: Int) -> JSON? {
    schema.source(of: node)[keyword] ?? schema.source(of: schema.resolved(node))[keyword]
  }

  private func place(of visit: Visit) -> PlaceGraph<Visit, Step, Place>.Place {
    let ours = PlaceOutline(visit.values, in: schema, .joined, areJoint: visit.areJoint || visit.values.count < 2)
    let theirs = PlaceOutline(visit.bounds, in: schema, .joined, areJoint: visit.areJoint || visit.bounds.count < 2)
    var place = Place()
    var exits: [(step: Step, key: Visit)] = []
    func look(_ values: [Int], _ bounds: [Int], at token: String) {
      let areJoint = ours.optional.isDisjoint(with: values) && theirs.optional.isDisjoint(with: bounds)
      let inner = Visit(values: values, bounds: bounds, areJoint: areJoint)
      for keyword in Self.annotations {
        note(keyword, of: inner, at: JSONPointer(tokens: [token]), in: &place.annotations)
      }
      exits.append((Step(token: token), inner))
    }
    if ours.hasMembers, theirs.hasMembers {
      var impossible: [SchemaMember] = []
      for (name, nodes) in ours.members {
        if let others = theirs.nodes(of: name), !theirs.withheld.contains(name) {
          look(nodes, others, at: name)
          if isImpossible(Described(nodes, in: ours), but: Described(others, in: theirs)) {
            impossible.append(theirs.impossibleMember(name, others, nodes, in: schema))
          }
        }
      }
      place.unknown = ours.members(unknownTo: theirs, in: schema, at: JSONPointer())
      place.absent = theirs.members(absentFrom: ours, in: schema, at: JSONPointer()) + impossible
      // If there are alternatives, the parts are compared separately.
      if ours.choices.isEmpty, theirs.choices.isEmpty, let closing = theirs.closing(of: ours, in: schema) {
        place.annotations.append(closing)
      }
    }
    if !ours.others.isEmpty, !theirs.others.isEmpty { look(ours.others, theirs.others, at: "*") }
    if !ours.elements.isEmpty, !theirs.elements.isEmpty { look(ours.elements, theirs.elements, at: "*") }
    let (rest, others) = (unevaluatedItems(of: ours), unevaluatedItems(of: theirs))
    if !rest.isEmpty, !others.isEmpty { look(rest, others, at: "*") }
    for (pattern, node) in patterns(of: ours) {
      for other in patterns(of: theirs) where other.pattern.text == pattern.text { look([node], [other.node], at: "*") }
    }
    noteImpossible(ours, theirs, in: &place.annotations)
    noteContents(ours.nodes, theirs.nodes, in: &place.annotations)
    number(&place)
    return PlaceGraph.Place(content: place.isTelling ? place : nil, exits: exits)
  }
}

extension JSON {
  /// A Boolean value that indicates whether a schema refers to other schemas, which may have changed even if it hasn't.
  fileprivate var mentionsSchemas: Bool { text.contains("\"$ref\"") || text.contains("\"$dynamicRef\"") }
}
