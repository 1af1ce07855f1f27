import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// A comparison of one response's content in OLD and NEW.
struct ContentComparison {
  let pair: EndpointPair
  let schemas: SchemaChanges
  let envelopes: EnvelopeComparison
  let old: ResponseShape
  let new: ResponseShape

  private static let pointer: JSONPointer = "/response/body"

  private var status: Int { new.statuses.typical }

  func changes() -> [Change] {
    switch (old.content, new.content) {
    case (.empty, .empty), (.noPayload, .noPayload), (.failure, .failure): members
    case (.empty, _): [whole(Rule.change.response.body.added, "A response that had no body now has one.")]
    case (_, .empty): [whole(Rule.change.response.body.removed, "A response that had a body no longer has one.")]
    case (.payload(let before), .payload(let after)): members + payload(from: before, to: after)
    case (.noPayload, .payload):
      members
        + [
          whole(
            Rule.change.response.envelope.payloadAdded, at: payloadPlace,
            "A response that had no payload now has one; clients don't expect it.")
        ]
    case (.payload, .noPayload):
      members
        + [
          whole(
            Rule.change.response.envelope.payloadRemoved, at: payloadPlace,
            "A response that had a payload no longer has one.", shown: .null)
        ]
    case (.bare(let before), .bare(let after)): contents(from: before, to: after)
    default:
      [whole(Rule.change.response.body.reshaped, "The response's outer structure changed; it was \(old.words).")]
    }
  }

  /// Returns a change to the whole body.
  private func whole(
    _ rule: Rule, at pointer: JSONPointer = pointer, _ message: String, shown value: JSON? = nil
  ) -> Change {
    Change(
      rule, status: status, at: pointer, old: old.location, new: new.location, expected: old.words,
      actual: new.words, promise: old.name.map { "failures/\($0)" },
      witness: rule == Rule.change.response.body.added
        ? nil : place(at: pointer, old.location, new.location).witness(value), message)
  }

  private func place(at pointer: JSONPointer, _ old: SourceLocation, _ new: SourceLocation) -> ValuePlace {
    ValuePlace(pair, .response, at: pointer, status: status, old: old, new: new)
  }

  // MARK: In the envelope

  private var payloadPlace: JSONPointer { Self.pointer + (envelopes.new?.payload ?? JSONPointer()) }

  private func payload(from before: Schema, to after: Schema) -> [Change] {
    var place = place(at: payloadPlace, before.source.location, after.source.location)
    place.others = flag
    return schemas.changes(from: before.source, to: after.source, at: place)
  }

  /// The flag that marks a response as a success, with its location.
  private var flag: [(JSONPointer, JSON)] {
    guard let flag = envelopes.new?.flag, let value = flag.success.first else { return [] }
    return [(Self.pointer + flag.place, value)]
  }

  /// The changes to the envelope members that accompany the payload.
  private var members: [Change] {
    let rules = Rule.change.response.envelope
    var changes: [Change] = []
    for name in old.others where !new.others.contains(name) {
      let place = Self.pointer + (envelopes.old?.other(name)?.place ?? JSONPointer(tokens: [name]))
      var change = whole(
        rules.memberRemoved, at: place, "'\(name)', which was promised next to the payload, was removed.")
      (change.expected, change.actual, change.detail) = (name, nil, name)
      changes.append(change)
    }
    for name in new.others {
      let slot = envelopes.new?.other(name)
      let pointer = Self.pointer + (slot?.place ?? JSONPointer(tokens: [name]))
      guard old.others.contains(name) else {
        var change = whole(rules.memberAdded, at: pointer, "'\(name)' is new next to the payload.")
        (change.expected, change.actual, change.detail, change.witness) = (nil, name, name, nil)
        changes.append(change)
        continue
      }
      guard let before = envelopes.old?.other(name)?.schema, let after = slot?.schema else { continue }
      var place = place(at: pointer, before.source.location, after.source.location)
      place.others = flag
      changes += schemas.changes(from: before.source, to: after.source, at: place)
    }
    return changes
  }

  // MARK: Outside the envelope

  private func contents(from before: [MediaContent], to after: [MediaContent]) -> [Change] {
    let rules = Rule.change.response.mediaType
    let (promised, now) = (
      RequestBody(content: before, isRequired: true), RequestBody(content: after, isRequired: true)
    )
    var changes: [Change] = []
    for content in before
    where now.content(accepting: content.mediaType) == nil && !after.contains(where: { isWithin($0, content) }) {
      changes.append(
        typeChange(
          rules.removed, from: content.location, to: new.location, content.mediaType, of: after,
          "\(content.mediaType) was removed from the responses; clients that request it get a different media type or "
            + "an error."
        ))
    }
    for content in after {
      guard let other = promised.content(accepting: content.mediaType) else {
        changes.append(
          typeChange(
            rules.added, from: old.location, to: content.location, content.mediaType, of: before,
            "A response may now be \(content.mediaType); clients that send no Accept may get it."))
        continue
      }
      let place = place(at: Self.pointer, other.location, content.location)
      guard content.isJudged, other.isJudged else {
        if let change = schemas.change(ofUnread: other, content, at: place) { changes.append(change) }
        continue
      }
      changes += schemas.changes(from: other.schema?.source, to: content.schema?.source, at: place)
    }
    return changes
  }

  private func isWithin(_ content: MediaContent, _ range: MediaContent) -> Bool {
    MediaType.isInRange(content.mediaType, range.mediaType)
  }

  private func typeChange(
    _ rule: Rule, from old: SourceLocation, to new: SourceLocation, _ type: String, of others: [MediaContent],
    _ message: String
  ) -> Change {
    let others = Spelling.list(others.map(\.mediaType), joining: "or")
    let isRemoved = rule == Rule.change.response.mediaType.removed
    return Change(
      rule, status: status, at: Self.pointer, old: old, new: new, expected: isRemoved ? type : others,
      actual: isRemoved ? others : type, detail: type, promise: self.old.name.map { "failures/\($0)" }, message)
  }
}
