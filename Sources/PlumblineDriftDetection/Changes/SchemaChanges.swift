import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// The location of a value in a message, with the other values that a witness of a change needs.
struct ValuePlace {
  let pair: EndpointPair
  let message: ChangeWitness.Message
  /// The location in the exchange, such as `/response/body/data`.
  var pointer: JSONPointer
  let status: Int?
  /// The locations in both contracts, for parts without a schema.
  let old: SourceLocation
  let new: SourceLocation
  /// Other values that a message with such a value contains.
  var others: [(JSONPointer, JSON)] = []
  /// The schema that the receiver reads the value with, if the value is sent as text.
  var reader: Schema?
  /// A Boolean value that indicates whether the value is JSON inside a string at the location, so that no message
  /// contains it directly.
  var isInText = false

  init(
    _ pair: EndpointPair, _ message: ChangeWitness.Message, at pointer: JSONPointer, status: Int? = nil,
    old: SourceLocation, new: SourceLocation
  ) {
    self.pair = pair
    self.message = message
    self.pointer = pointer
    self.status = status
    self.old = old
    self.new = new
  }

  /// Returns a message with the given value at the location, or without a value.
  ///
  /// - Parameter shown: A larger value that contains the value, with its location.
  func witness(_ value: JSON?, in shown: (place: JSONPointer, value: JSON)? = nil) -> ChangeWitness {
    var path = pair.path
    if pointer.tokens.dropLast() == ["request", "path"], let name = pointer.tokens.last, let value {
      path = path.replacing("{\(name)}", with: value.string ?? value.text)
    }
    return ChangeWitness(
      message, method: pair.method, path: path, status: status, place: pointer, value: value, in: shown,
      others: others)
  }
}

/// A comparison of the schemas of two contracts: request schemas in one direction, and response schemas in the other.
///
/// The state for requests and the state for responses are separate, so that both can be compared in parallel.
final class SchemaChanges {
  private let documents: (old: [String: JSONDocument], new: [String: JSONDocument])
  private let placesLimit: Int?
  private lazy var requests = comparison(.request, placesLimit)
  private lazy var responses = comparison(.response, placesLimit)
  /// The comparison for values sent as text. Their meaning depends on how each location reads them, so every location
  /// is reported.
  private lazy var texts = comparison(.request, nil)
  /// The comparison for schemas of bodies that aren't inspected. Such schemas are only reported as different.
  private lazy var unread = comparison(.response, nil)
  private let files: SchemaFiles
  private var causes: CausePlaces
  /// The number of nested strings that contain the current value as JSON.
  private var textDepth = 0
  /// The maximum number of nested strings to parse.
  private static let mostTexts = 4

  /// Creates a comparison.
  ///
  /// - Parameter placesLimit: The maximum number of places at which to report one cause in full, or `nil` if there is
  ///   no limit. Further places are reported only by endpoint.
  init(old: Contract, new: Contract, placesLimit: Int? = nil) {
    documents = (old.documents, new.documents)
    self.placesLimit = placesLimit
    files = SchemaFiles(old: old.documents, new: new.documents)
    causes = CausePlaces(limit: placesLimit)
  }

  private func comparison(_ view: SchemaView, _ placesLimit: Int?) -> SchemaComparison {
    SchemaComparison(old: documents.old, new: documents.new, view: view, placesLimit: placesLimit)
  }

  /// Returns the reasons that NEW may reject a value that OLD accepts, or respond with a value that OLD doesn't
  /// promise.
  func changes(from old: JSON?, to new: JSON?, at place: ValuePlace) -> [Change] {
    let isRequest = place.message == .request
    let inclusion = self.inclusion(from: old, to: new, at: place)
    // Many messages share a schema, such as the error schema. Once all of its changes have been reported, don't visit
    // them again.
    let number = place.reader == nil ? inclusion.number : nil
    let answer = number.map { CausePlaces.Answer(number: $0, isRequest: isRequest) }
    if let answer, causes.noteSettled(answer, at: place) { return [] }
    let told = MembersOfGaps(inclusion)
    let (added, removed) = isRequest ? (inclusion.absent, inclusion.unknown) : (inclusion.unknown, inclusion.absent)
    var changes: [Change] = []
    // The records for the endpoint, as long as nothing is reported here.
    var notes: [Change.Elsewhere]? = []
    func tell(_ cause: @autoclosure () -> CausePlaces.Key, _ id: ChangeID?, _ change: () -> Change?) {
      switch causes.outcome(of: id, at: place, by: cause, change) {
      case .noted(let elsewhere): notes?.append(elsewhere)
      case .told(let change):
        notes = nil
        if let change { changes.append(change) }
        guard let id, place.reader == nil, causes.isFull(id, isRequest: isRequest) else { return }
      }
      if let id { (isRequest ? requests : responses).leaveOut(id) }
    }
    for gap in inclusion.gaps {
      tell(CausePlaces.Key(gap, isRequest: isRequest), gap.id) {
        GapChange(gap: gap, place: place, files: files).change
      }
    }
    for annotation in inclusion.annotations where !isTold(annotation, besides: inclusion, at: place) {
      if let inText = self.changes(inTextOf: annotation, at: place) {
        changes += inText
        notes = nil
        continue
      }
      tell(CausePlaces.Key(annotation, isRequest: isRequest), annotation.id) {
        AnnotationChange(annotation, at: place, files: files).change
      }
    }
    for (members, isAdded) in [(added, true), (removed, false)] {
      for member in members {
        if told.contains(member) {
          if place.reader == nil { causes.leave(member.id, isRequest: isRequest) }
        } else if inclusion.further.isEmpty || !causes.isLeft(member.id, isRequest: isRequest) {
          tell(CausePlaces.Key(member, isAdded: isAdded, isRequest: isRequest), member.id) {
            change(of: member, isAdded: isAdded, at: place)
          }
        }
      }
    }
    for id in inclusion.further {
      if let elsewhere = causes.note(id, at: place) { notes?.append(elsewhere) } else { notes = nil }
    }
    if let answer, let notes { causes.settle(answer, by: notes) }
    return changes
  }

  /// Returns a Boolean value that indicates whether an annotation is reported elsewhere: the parameter reports its own
  /// annotations, a gap at the same location says more than the annotation, and an earlier location may share the
  /// cause.
  private func isTold(_ annotation: SchemaAnnotation, besides inclusion: SchemaInclusion, at place: ValuePlace) -> Bool
  {
    if place.reader != nil, annotation.pointer.tokens.isEmpty, annotation.isOfUse { return true }
    let isRequest = place.message == .request
    if annotation.keyword == SchemaAnnotation.impossible,
      inclusion.gaps.contains(where: { $0.pointer == annotation.pointer })
    {
      if place.reader == nil { causes.leave(annotation.id, isRequest: isRequest) }
      return true
    }
    return causes.isLeft(annotation.id, isRequest: isRequest) && !inclusion.further.isEmpty
  }

  /// Returns the change to a body that isn't inspected because its media type has no values, or `nil` if the schemas
  /// agree.
  func change(ofUnread old: MediaContent, _ new: MediaContent, at place: ValuePlace) -> Change? {
    let (before, after) = (old.schema?.source, new.schema?.source)
    if isSame(unread.inclusion(of: after, on: .new, in: before), unread.inclusion(of: before, on: .old, in: after)) {
      return nil
    }
    return Change(
      Rule.change.service.notCompared, status: place.status, at: place.pointer, old: old.location, new: new.location,
      detail: new.mediaType, promise: (after ?? before).map(files.place),
      "Bodies of type \(new.mediaType) aren't parsed, so the change to their schema isn't analyzed.")
  }

  private func isSame(_ answers: SchemaInclusion...) -> Bool {
    answers.allSatisfy { $0.isProven && $0.unknown.isEmpty && $0.absent.isEmpty && $0.annotations.isEmpty }
  }

  private func inclusion(from old: JSON?, to new: JSON?, at place: ValuePlace) -> SchemaInclusion {
    guard place.message == .request else { return responses.inclusion(of: new, on: .new, in: old) }
    return (place.reader == nil ? requests : texts).inclusion(of: old, on: .old, in: new)
  }

  /// Returns the changes to JSON inside a string, or `nil` if an annotation doesn't concern such JSON or exists on only
  /// one side.
  private func changes(inTextOf annotation: SchemaAnnotation, at place: ValuePlace) -> [Change]? {
    guard annotation.keyword == SchemaAnnotation.content, let values = annotation.ofValues,
      let bounds = annotation.ofBounds
    else { return nil }
    // Stop at a maximum depth, because a string's schema may refer to itself.
    guard textDepth < Self.mostTexts else { return [] }
    textDepth += 1
    defer { textDepth -= 1 }
    var inner = place
    inner.pointer = place.pointer + annotation.pointer
    inner.reader = nil
    inner.isInText = true
    let isRequest = place.message == .request
    return changes(from: isRequest ? values : bounds, to: isRequest ? bounds : values, at: inner)
  }

  private func change(of member: SchemaMember, isAdded: Bool, at place: ValuePlace) -> Change {
    let isRequest = place.message == .request
    let rules = isRequest ? Rule.change.request.field : Rule.change.response.field
    let message =
      switch (isRequest, isAdded) {
      case (true, true) where member.isImpossible:
        "A request may now have '\(member.name)'; no value satisfied its old schema."
      case (false, false) where member.isImpossible:
        "'\(member.name)' can't be returned any longer: no value satisfies its new schema."
      case (true, false) where member.isWithheld:
        "'\(member.name)' is now read-only: servers ignore it in requests or reject them."
      case (false, false) where member.isWithheld: "'\(member.name)' is now write-only, so responses no longer have it."
      case (true, true) where member.isWithheld: "'\(member.name)' is no longer read-only: requests may have it."
      case (false, true) where member.isWithheld: "'\(member.name)' is no longer write-only: responses may have it."
      case (true, true): "A request may now have '\(member.name)'; it is optional."
      case (true, false): "'\(member.name)' was removed from the request: servers ignore it or reject the request."
      case (false, true): "A response may now have '\(member.name)'; clients can ignore it."
      case (false, false) where member.isSometimesRequired:
        "'\(member.name)' was required in some responses, and was removed."
      case (false, false): "'\(member.name)' was documented but never required, and was removed."
      }
    return Change(
      isAdded ? rules.added : rules.removed, status: place.status, at: place.pointer + member.pointer,
      old: (isAdded ? member.other : member.schema).location, new: (isAdded ? member.schema : member.other).location,
      expected: isAdded ? nil : member.name, actual: isAdded ? member.name : nil,
      detail: member.alternative.map { "in \($0)" },
      // A member counts as one change, no matter how many containers gain or lose it.
      promise: files.place(member.schema),
      message.inAlternative(member.alternative))
  }
}

/// The members that have separate gaps.
private struct MembersOfGaps {
  /// An object's requirement of a member.
  private struct Requirement: Hashable {
    let document: ObjectIdentifier
    let owner: JSONPointer
    let name: String
  }

  private var alternatives: [JSONPointer: Set<String?>] = [:]
  /// The requirements that gaps concern. In recursive schemas and in separately described items, a gap isn't reported
  /// again inside itself, but its members are found again.
  private var requirements: Set<Requirement> = []

  init(_ inclusion: SchemaInclusion) {
    // Comparing names is faster than creating and hashing pointers, and most gaps don't concern such members.
    let names = Set((inclusion.unknown + inclusion.absent).map(\.name))
    if names.isEmpty { return }
    for gap in inclusion.gaps {
      let isRequired = gap.keyword == "required"
      guard let name = isRequired ? gap.detail : gap.pointer.tokens.last, names.contains(name) else { continue }
      let pointer = isRequired ? gap.pointer.appending(name) : gap.pointer
      alternatives[pointer, default: []].insert(gap.alternative)
      if isRequired, let owner = gap.refusing.pointer.parent {
        requirements.insert(Requirement(document: ObjectIdentifier(gap.refusing.document), owner: owner, name: name))
      }
    }
  }

  /// Returns a Boolean value that indicates whether a gap covers a member. If the member belongs to all alternatives, a
  /// gap in any of them covers it.
  func contains(_ member: SchemaMember) -> Bool {
    guard let found = alternatives[member.pointer] else { return isOfRequirement(member) }
    return member.alternative == nil || found.contains(nil) || found.contains(member.alternative)
  }

  private func isOfRequirement(_ member: SchemaMember) -> Bool {
    guard !requirements.isEmpty, let owner = member.owner else { return false }
    return requirements.contains(
      Requirement(document: ObjectIdentifier(member.schema.document), owner: owner, name: member.name))
  }
}

extension SchemaMember {
  /// The location of the object schema that names the member, in its file.
  fileprivate var owner: JSONPointer? { schema.pointer.parent?.parent }

  /// A Boolean value that indicates whether the object schema that names the member requires it, always or together
  /// with other members.
  fileprivate var isSometimesRequired: Bool {
    guard let owner = owner.flatMap({ schema.document.root.at($0) }) else { return false }
    let lists = [owner["required"]].compactMap { $0 } + (owner["dependentRequired"]?.members.map(\.value) ?? [])
    return lists.contains { $0.elements.contains { $0.string == name } }
  }
}

/// The files of two contracts. They identify a schema's location without a line number.
struct SchemaFiles {
  private let names: [ObjectIdentifier: String]

  init(old: [String: JSONDocument], new: [String: JSONDocument]) {
    let all = old.map { (ObjectIdentifier($0.value), $0.key) } + new.map { (ObjectIdentifier($0.value), $0.key) }
    names = Dictionary(all, uniquingKeysWith: { min($0, $1) })
  }

  /// Returns the file and pointer of a schema or a part of one.
  func place(_ schema: JSON) -> String { "\(names[ObjectIdentifier(schema.document)] ?? "")#\(schema.pointer)" }
}

extension String {
  /// Returns the sentence, prefixed with the alternative that it concerns.
  func inAlternative(_ name: String?) -> String {
    guard let name, !name.isEmpty else { return self }
    return "In alternative \(name): \(self)"
  }
}
