import PlumblineJSONSchema
import PlumblineJSONTree

/// At how many places each cause was told of: of a schema that hundreds of messages share, the first places are told whole,
/// and of the others the endpoints are named.
struct CausePlaces {
  /// What one change of a schema is known by within a comparison, wherever messages have it.
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

    // Schemas and details tell most of them apart, and texts take long to hash.
    func hash(into hasher: inout Hasher) {
      hasher.combine(schemas)
      hasher.combine(detail)
    }
  }

  /// What a comparison calls a change, one way or the other.
  private struct Name: Hashable {
    let id: ChangeID
    let isRequest: Bool
  }

  /// What becomes of a change at a place.
  enum Outcome {
    /// The place is told whole; `nil` where there is no change.
    case told(Change?)
    /// The change was told of at enough places, and its endpoint is noted.
    case noted(Change.Elsewhere)
  }

  /// An answer of a comparison, one way or the other.
  struct Answer: Hashable {
    let number: Int
    let isRequest: Bool
  }

  /// `nil` where all places are told whole.
  private let limit: Int?
  private var told: [Key: Change.Elsewhere] = [:]
  private var names: [Name: Change.Elsewhere] = [:]
  /// Members that are told of by a gap.
  private var left: Set<Name> = []
  /// What notes the endpoints of answers of which everything was told of at enough places.
  private var settled: [Answer: [Change.Elsewhere]] = [:]

  init(limit: Int?) { self.limit = limit }

  /// Returns the change to be told of at a place, or notes its endpoint.
  ///
  /// - Parameter key: asked for only where the change isn't known by its name, as it takes longer to make.
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

  /// A Boolean value that indicates whether a change was told of at enough places.
  func isFull(_ id: ChangeID, isRequest: Bool) -> Bool {
    guard let limit, let known = names[Name(id: id, isRequest: isRequest)] else { return false }
    return known.places >= limit
  }

  private mutating func name(_ id: ChangeID?, _ elsewhere: Change.Elsewhere, at place: ValuePlace) {
    if let id { names[Name(id: id, isRequest: place.message == .request)] = elsewhere }
  }

  /// Notes the endpoint of a change that a comparison told of at enough places.
  ///
  /// - Returns: what notes it from now on; `nil` where that may be another one yet.
  func note(_ id: ChangeID, at place: ValuePlace) -> Change.Elsewhere? {
    guard let limit, let known = names[Name(id: id, isRequest: place.message == .request)] else { return nil }
    known.note(place.pair.new.id)
    return known.places >= limit ? known : nil
  }

  /// Keeps what notes the endpoints of an answer that has nothing more to tell.
  mutating func settle(_ answer: Answer, by notes: [Change.Elsewhere]) {
    var seen: Set<ObjectIdentifier> = []
    settled[answer] = notes.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  /// Notes the endpoint of an answer that has nothing more to tell.
  ///
  /// - Returns: whether it has none; else its changes are to be gone through.
  func noteSettled(_ answer: Answer, at place: ValuePlace) -> Bool {
    guard let notes = settled[answer] else { return false }
    for elsewhere in notes { elsewhere.note(place.pair.new.id) }
    return true
  }

  /// Leaves a member to the gap that tells of it.
  mutating func leave(_ id: ChangeID?, isRequest: Bool) {
    if limit != nil, let id { left.insert(Name(id: id, isRequest: isRequest)) }
  }

  func isLeft(_ id: ChangeID?, isRequest: Bool) -> Bool {
    id.map { left.contains(Name(id: $0, isRequest: isRequest)) } ?? false
  }
}
