import PlumblineJSONSchema
import PlumblineJSONTree

/// Counts the places at which each cause was reported: of a schema that hundreds of messages share, the first places are
/// reported in full, and of the others only the endpoints.
struct CausePlaces {
  /// Identifies one change of a schema within a comparison, in whatever messages it occurs.
  struct Key: Hashable {
    private enum Kind: Hashable {
      case gap(isShown: Bool, isAmbiguous: Bool)
      case annotation
      case member(isAdded: Bool, isWithheld: Bool)
    }

    private struct Node: Hashable {
      let document: ObjectIdentifier
      let node: Int

      init(_ schema: JSON) {
        document = ObjectIdentifier(schema.document)
        node = schema.node
      }
    }

    private let kind: Kind
    private let isRequest: Bool
    private let schemas: [Node]
    private let keyword: String
    private let detail: String?
    private let alternative: String?

    init(_ gap: SchemaGap, isRequest: Bool) {
      kind = .gap(isShown: gap.witness != nil || gap.part != nil, isAmbiguous: gap.isAmbiguous)
      self.isRequest = isRequest
      schemas = (gap.keyword == "required" ? [gap.refusing] : [gap.allowing, gap.refusing].compactMap { $0 }).map(
        Node.init)
      keyword = gap.keyword
      detail = gap.detail
      alternative = gap.alternative
    }

    init(_ annotation: SchemaAnnotation, isRequest: Bool) {
      kind = .annotation
      self.isRequest = isRequest
      schemas = [Node(annotation.values), Node(annotation.bounds)]
      keyword = annotation.keyword
      detail = annotation.pointer.tokens.last
      alternative = nil
    }

    init(_ member: SchemaMember, isAdded: Bool, isRequest: Bool) {
      kind = .member(isAdded: isAdded, isWithheld: member.isWithheld)
      self.isRequest = isRequest
      schemas = [Node(member.schema)]
      keyword = ""
      detail = member.name
      alternative = member.alternative
    }

    // Schemas and details distinguish most of them, and texts take long to hash.
    func hash(into hasher: inout Hasher) {
      hasher.combine(schemas)
      hasher.combine(detail)
    }
  }

  /// The identifier that a comparison gives a change, for requests or for responses.
  private struct Name: Hashable {
    let id: ChangeID
    let isRequest: Bool
  }

  /// The outcome of a change at a place.
  enum Outcome {
    /// The place is reported in full; `nil` if there is no change.
    case told(Change?)
    /// The change was reported at enough places, and its endpoint is noted.
    case noted(Change.Elsewhere)
  }

  /// The result of a comparison, for requests or for responses.
  struct Answer: Hashable {
    let number: Int
    let isRequest: Bool
  }

  /// `nil` if all places are reported in full.
  private let limit: Int?
  private var told: [Key: Change.Elsewhere] = [:]
  private var names: [Name: Change.Elsewhere] = [:]
  /// Members that a gap covers.
  private var left: Set<Name> = []
  /// The notes to add an endpoint to, for results whose changes were all reported at enough places.
  private var settled: [Answer: [Change.Elsewhere]] = [:]

  init(limit: Int?) { self.limit = limit }

  /// Returns the change to report at a place, or notes its endpoint.
  ///
  /// - Parameter key: evaluated only if the change isn't known by its name, as it takes longer to make.
  mutating func outcome(
    of id: ChangeID?, at place: ValuePlace, by key: () -> Key, _ change: () -> Change?
  ) -> Outcome {
    guard let limit, place.reader == nil else { return .told(change()) }
    if let id, let known = names[Name(id: id, isRequest: place.message == .request)], known.places >= limit {
      return noted(known, at: place)
    }
    let key = key()
    guard let known = told[key] else {
      guard var first = change() else { return .told(nil) }
      let elsewhere = Change.Elsewhere()
      first.elsewhere = elsewhere
      told[key] = elsewhere
      name(id, elsewhere, at: place)
      return .told(first)
    }
    name(id, known, at: place)
    guard known.places < limit else { return noted(known, at: place) }
    known.places += 1
    return .told(change())
  }

  private func noted(_ elsewhere: Change.Elsewhere, at place: ValuePlace) -> Outcome {
    elsewhere.note(place.pair.new.id)
    return .noted(elsewhere)
  }

  /// Returns a Boolean value that indicates whether a change was reported at enough places.
  func isFull(_ id: ChangeID, isRequest: Bool) -> Bool {
    guard let limit, let known = names[Name(id: id, isRequest: isRequest)] else { return false }
    return known.places >= limit
  }

  private mutating func name(_ id: ChangeID?, _ elsewhere: Change.Elsewhere, at place: ValuePlace) {
    if let id { names[Name(id: id, isRequest: place.message == .request)] = elsewhere }
  }

  /// Notes the endpoint of a change that a comparison reported at enough places.
  ///
  /// - Returns: the list of its endpoints from now on; `nil` if that may still be another one.
  func note(_ id: ChangeID, at place: ValuePlace) -> Change.Elsewhere? {
    guard let limit, let known = names[Name(id: id, isRequest: place.message == .request)] else { return nil }
    known.note(place.pair.new.id)
    return known.places >= limit ? known : nil
  }

  /// Keeps the notes for the endpoints of a result that has nothing more to report.
  mutating func settle(_ answer: Answer, by notes: [Change.Elsewhere]) {
    var seen: Set<ObjectIdentifier> = []
    settled[answer] = notes.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  /// Notes the endpoint of a result that has nothing more to report.
  ///
  /// - Returns: whether the result has nothing more to report; else its changes have to be gone through.
  func noteSettled(_ answer: Answer, at place: ValuePlace) -> Bool {
    guard let notes = settled[answer] else { return false }
    for elsewhere in notes { elsewhere.note(place.pair.new.id) }
    return true
  }

  /// Leaves a member to the gap that covers it.
  mutating func leave(_ id: ChangeID?, isRequest: Bool) {
    if limit != nil, let id { left.insert(Name(id: id, isRequest: isRequest)) }
  }

  func isLeft(_ id: ChangeID?, isRequest: Bool) -> Bool {
    id.map { left.contains(Name(id: $0, isRequest: isRequest)) } ?? false
  }
}
