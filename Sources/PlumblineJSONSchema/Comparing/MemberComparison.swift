import PlumblineJSONTree

/// Goes through two schemas side by side and notes what no value shows: the members of objects that only one of them names, and
/// what is said of a member that asks for nothing, such as a default.
///
/// All that may apply counts, whether a branch or a condition holds or not. Each pair of schemas is looked at once, in however
/// many wholes it is.
final class MemberComparison {
  private struct Visit: Hashable {
    let values: [Int]
    let bounds: [Int]
  }

  /// What two schemas say of one place: the members that one of them names, and the places inside of it.
  private struct Place {
    /// With pointers that begin here.
    var unknown: [SchemaMember] = []
    var absent: [SchemaMember] = []
    var annotations: [SchemaAnnotation] = []
    var inside: [(token: String, visit: Visit)] = []

    var isTelling: Bool { !unknown.isEmpty || !absent.isEmpty || !annotations.isEmpty }
  }

  /// A place on the way from the outside in.
  private final class Step {
    let visit: Visit
    let pointer: JSONPointer
    private let outer: Step?

    init(_ visit: Visit, at pointer: JSONPointer = JSONPointer(), outer: Step? = nil) {
      self.visit = visit
      self.pointer = pointer
      self.outer = outer
    }

    /// Whether the way goes around.
    func comesFrom(_ visit: Visit) -> Bool { self.visit == visit || outer?.comesFrom(visit) ?? false }
  }

  private static let depthLimit = 60
  /// The places that are named of schemas that were gone through before: what differs there has one cause.
  private static let repeatedLimit = 40
  /// How many members are told of.
  private static let limit = 2000

  private static let annotations = ["default", "deprecated", "x-sunset", extensibleList]
  /// What is said of any value, a member's or not.
  private static let extensibleList = "x-extensible-enum"

  /// May grow: what is known of nodes stays so.
  private var schema: CompiledSchema
  private var places: [Visit: Place] = [:]
  /// Places that something is to be told of, or that lead there, and those that lead nowhere.
  private var telling: [Visit: Bool] = [:]
  private(set) var unknown: [SchemaMember] = []
  private(set) var absent: [SchemaMember] = []
  private(set) var annotations: [SchemaAnnotation] = []

  init(_ schema: CompiledSchema) { self.schema = schema }

  /// Compares two nodes, in tables that may have grown since.
  func compare(_ values: Int, _ bounds: Int, in schema: CompiledSchema) {
    self.schema = schema
    (unknown, absent, annotations) = ([], [], [])
    let start = Visit(values: [values], bounds: [bounds])
    note(Self.extensibleList, of: start, at: JSONPointer(), in: &annotations)
    tell(start, explore(start))
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

  private func value(of keyword: String, at node: Int) -> JSON? {
    schema.source(of: node)[keyword] ?? schema.source(of: schema.resolved(node))[keyword]
  }

  /// Looks at each pair of schemas once, however many places it applies at.
  ///
  /// - Returns: those that weren't looked at before.
  private func explore(_ start: Visit) -> [Visit] {
    var pending = [start]
    var news: [Visit] = []
    while let visit = pending.popLast() {
      if places[visit] != nil { continue }
      let place = place(of: visit)
      places[visit] = place
      news.append(visit)
      pending += place.inside.map(\.visit)
    }
    return news
  }

  /// Goes from the outside in and by the members' names, so that the nearest is told first, whatever the order in which
  /// schemas name their members. Of schemas that lead to themselves, each is gone through once on a way.
  private func tell(_ start: Visit, _ news: [Visit]) {
    noteTelling(among: news)
    guard telling[start] == true else { return }
    var pending = [Step(start)]
    var next = 0
    var seen: Set<Visit> = []
    var repeated = 0
    while next < pending.count, unknown.count + absent.count + annotations.count < Self.limit {
      let step = pending[next]
      next += 1
      guard let place = places[step.visit] else { continue }
      if !seen.insert(step.visit).inserted {
        guard repeated < Self.repeatedLimit else { continue }
        if place.isTelling { repeated += 1 }
      }
      unknown += place.unknown.map { $0.moved(below: step.pointer) }
      absent += place.absent.map { $0.moved(below: step.pointer) }
      annotations += place.annotations.map { $0.moved(below: step.pointer) }
      if step.pointer.tokens.count >= Self.depthLimit { continue }
      for (token, visit) in place.inside where telling[visit] == true && !step.comesFrom(visit) {
        pending.append(Step(visit, at: step.pointer.appending(token), outer: step))
      }
    }
  }

  /// Finds out which places lead to something that is to be told.
  private func noteTelling(among news: [Visit]) {
    var outer: [Visit: [Visit]] = [:]
    var pending: [Visit] = []
    for visit in news {
      guard let place = places[visit] else { continue }
      telling[visit] = place.isTelling
      if place.isTelling { pending.append(visit) }
      for (_, inner) in place.inside {
        outer[inner, default: []].append(visit)
        if telling[inner] == true { pending.append(inner) }
      }
    }
    while let visit = pending.popLast() {
      for one in outer[visit] ?? [] where telling[one] != true {
        telling[one] = true
        pending.append(one)
      }
    }
  }

  private func place(of visit: Visit) -> Place {
    let ours = PlaceOutline(visit.values, in: schema, .joined)
    let theirs = PlaceOutline(visit.bounds, in: schema, .joined)
    var place = Place()
    func look(_ values: [Int], _ bounds: [Int], at token: String, _ keywords: [String]) {
      let inner = Visit(values: values, bounds: bounds)
      for keyword in keywords {
        note(keyword, of: inner, at: JSONPointer(tokens: [token]), in: &place.annotations)
      }
      place.inside.append((token, inner))
    }
    if ours.hasMembers, theirs.hasMembers {
      for (name, nodes) in ours.members {
        if let others = theirs.nodes(of: name), !theirs.withheld.contains(name) {
          look(nodes, others, at: name, Self.annotations)
        }
      }
      place.unknown = ours.members(unknownTo: theirs, in: schema, at: JSONPointer())
      place.absent = theirs.members(unknownTo: ours, in: schema, at: JSONPointer())
    }
    if !ours.others.isEmpty, !theirs.others.isEmpty { look(ours.others, theirs.others, at: "*", [Self.extensibleList]) }
    if !ours.elements.isEmpty, !theirs.elements.isEmpty {
      look(ours.elements, theirs.elements, at: "*", [Self.extensibleList])
    }
    return place
  }
}
