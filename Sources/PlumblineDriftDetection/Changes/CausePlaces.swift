import PlumblineJSONSchema
import PlumblineJSONTree

/// The places where each cause has been reported. For a schema that hundreds of messages share, the first places are
/// reported in full, and for the rest only their endpoints.
struct CausePlaces {
  /// The identity of a schema's change within a comparison, regardless of the messages in which the change occurs.
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

    // Schemas and details distinguish most changes, and strings are slow to hash.
    func hash(into hasher: inout Hasher) {
      hasher.combine(schemas)
      hasher.combine(detail)
    }
  }

  /// The identifier that a comparison assigns to a change, either for requests or for responses.
  private struct Name: Hashable {
    let id: ChangeID
    let isRequest: Bool
  }

  /// The handling of a change at a place.
  enum Outcome {
    /// Report the place in full. The change is `nil` if there is none.
    case told(Change?)
    /// The change has been reported at enough places, so only its endpoint is recorded.
    case noted(Change.Elsewhere)
  }

  /// The result of a comparison, either for requests or for responses.
  struct Answer: Hashable {
    let number: Int
    let isRequest: Bool
  }

  /// The maximum number of places to report in full, or `nil` if there is no limit.
  private let limit: Int?
  private var told: [Key: Change.Elsewhere] = [:]
  private var names: [Name: Change.Elsewhere] = [:]
  /// The members that a gap covers.
  private var left: Set<Name> = []
  /// For results whose changes have all been reported at enough places, the records that collect endpoints.
  private var settled: [Answer: [Change.Elsewhere]] = [:]

  init(limit: Int?) { self.limit = limit }

  /// Returns the change to report at a place, or records the place's endpoint.
  ///
  /// - Parameter key: The identity of the change. Creating it is slow, so it is evaluated only if the change isn't
  ///   known by its identifier.
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

  /// Returns a Boolean value that indicates whether a change has already been reported at enough places.
  func isFull(_ id: ChangeID, isRequest: Bool) -> Bool {
    guard let limit, let known = names[Name(id: id, isRequest: isRequest)] else { return false }
    return known.places >= limit
  }

  private mutating func name(_ id: ChangeID?, _ elsewhere: Change.Elsewhere, at place: ValuePlace) {
    if let id { names[Name(id: id, isRequest: place.message == .request)] = elsewhere }
  }

  /// Records the endpoint of a change that has been reported at enough places.
  ///
  /// - Returns: The record that collects further endpoints of the change, or `nil` if the change must still be
  ///   reported.
  func note(_ id: ChangeID, at place: ValuePlace) -> Change.Elsewhere? {
    guard let limit, let known = names[Name(id: id, isRequest: place.message == .request)] else { return nil }
    known.note(place.pair.new.id)
    return known.places >= limit ? known : nil
  }

  /// Keeps the records that collect endpoints for a result with nothing more to report.
  mutating func settle(_ answer: Answer, by notes: [Change.Elsewhere]) {
    var seen: Set<ObjectIdentifier> = []
    settled[answer] = notes.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  /// Records the endpoint of a result if the result has nothing more to report.
  ///
  /// - Returns: `true` if the result has nothing more to report, or `false` if its changes must be visited.
  func noteSettled(_ answer: Answer, at place: ValuePlace) -> Bool {
    guard let notes = settled[answer] else { return false }
    for elsewhere in notes { elsewhere.note(place.pair.new.id) }
    return true
  }

  /// Marks a member as covered by a gap.
  mutating func leave(_ id: ChangeID?, isRequest: Bool) {
    if limit != nil, let id { left.insert(Name(id: id, isRequest: isRequest)) }
  }

  func isLeft(_ id: ChangeID?, isRequest: Bool) -> Bool {
    id.map { left.contains(Name(id: $0, isRequest: isRequest)) } ?? false
  }
}
