import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// The change that a gap between two schemas means for the senders of requests or the receivers of responses.
struct GapChange {
  let gap: SchemaGap
  let place: ValuePlace
  let files: SchemaFiles

  /// The change, or `nil` if the gap disappears because the value is sent as text.
  var change: Change? {
    let reading = reading
    if reading == .taken { return nil }
    let rule = rules.rule(refusing: gap.keyword, gap.detail)
    let isShown = gap.witness != nil || gap.part != nil
    let reason = !isShown ? gap.reason ?? "no example value was found." : reading == .maybe ? Self.ofText : nil
    let (allowing, refusing) = (gap.allowing?.location, gap.refusing.location)
    // A member that may now be absent was required in one schema, no matter how many containers lack it.
    let places = rule == rules.missing ? [gap.refusing] : [gap.allowing, gap.refusing].compactMap { $0 }
    let promise = places.map(files.place).joined(separator: " ")
    var change = Change(
      rule, reason == nil && !gap.isAmbiguous ? nil : min(rule.severity, .warning), status: place.status,
      at: place.pointer + gap.pointer,
      old: isRequest ? allowing ?? place.old : refusing, new: isRequest ? refusing : allowing ?? place.new,
      expected: isRequest ? gap.allowed : gap.accepted, actual: isRequest ? gap.accepted : gap.allowed,
      detail: told(detail(of: rule)), promise: promise,
      witness: reason == nil && !place.isInText ? witness : nil,
      (reason.map { "Couldn't determine whether \(question): \($0)" } ?? sentence(of: rule))
        .inAlternative(gap.alternative))
    change.undecided = reason
    return change
  }

  /// Returns the detail along with the alternative that contains the gap.
  private func told(_ detail: String?) -> String? {
    guard let name = gap.alternative else { return detail }
    return detail.map { "\($0) in \(name)" } ?? "in \(name)"
  }

  /// A message that shows the change, with the whole value or with the part that can be shown.
  private var witness: ChangeWitness {
    guard let part = gap.part else { return place.witness(gap.witness) }
    var inner = place
    inner.pointer = place.pointer + part.pointer
    return inner.witness(part.witness, in: (place.pointer, part.placed))
  }

  private static let ofText = "the value is sent as text, and some strings are valid as either type."

  private var isRequest: Bool { place.message == .request }
  private var rules: ChangeFieldRules { isRequest ? Rule.change.request.field : Rule.change.response.field }

  private var question: String {
    isRequest
      ? "everything that could be sent here is still accepted (\(gap.keyword))"
      : "everything that is possible here was promised (\(gap.keyword))"
  }

  // MARK: Texts

  private enum Reading { case refused, maybe, taken }

  /// The effect of sending the value as text. For example, `17` is also a valid string.
  private var reading: Reading {
    guard let reader = place.reader, gap.pointer.tokens.isEmpty, gap.keyword == "type", let value = gap.witness,
      [.string, .number, .bool].contains(value.kind)
    else { return .refused }
    guard reader.isValid(reader.reading(value.string ?? value.text)) else { return .refused }
    return reader.takesAny(.string) ? .taken : .maybe
  }

  // MARK: Words

  /// Returns the detail that distinguishes the change from others of the same rule at the same location. If a rule
  /// covers several keywords, the detail includes the keyword.
  private func detail(of rule: Rule) -> String? {
    switch rule {
    case rules.outOfBounds, rules.items, rules.other, rules.notAllowed, rules.noBranchFits: gap.keyword
    case rules.null: nil
    default: gap.detail
    }
  }

  /// The reported member, or `nil` for any unnamed member.
  private var name: String? { gap.detail == "*" ? nil : gap.detail }

  /// A Boolean value that indicates whether the rejection concerns the names of members.
  private var isOfNames: Bool { gap.keyword == "propertyNames" }

  private func sentence(of rule: Rule) -> String {
    isRequest ? sentenceOfRequest(rule) : sentenceOfResponse(rule)
  }

  private func sentenceOfRequest(_ rule: Rule) -> String {
    switch rule {
    case rules.missing:
      gap.detail.map { "A request without '\($0)' was valid and is now rejected." }
        ?? "A request without a member that other members require was valid and is now rejected."
    case rules.typeChanged: "The type \(gap.allowed) was allowed here; now the type must be \(gap.accepted)."
    case rules.null: "Null was allowed here and is now rejected."
    case rules.value where isOfNames:
      "The member name \(gap.detail ?? "used so far") was accepted here and is now rejected."
    case rules.value, rules.valueChanged:
      gap.detail.map { "\($0) was allowed here and is now rejected." }
        ?? "Any value was allowed here; now only the listed values are."
    case rules.noBranchFits where gap.isAmbiguous:
      "A value that was allowed here now matches more than one alternative, but must match exactly one."
    case rules.noBranchFits: "A value that was allowed here no longer matches any of the alternatives."
    case rules.notAllowed:
      name.map { "'\($0)' was allowed here and is now rejected." }
        ?? (isOfNames
          ? "Some member names that were allowed here are now rejected."
          : "Some members that were allowed here are now rejected.")
    case rules.format, rules.pattern: "A string that was allowed here is now rejected: it must match \(gap.accepted)."
    case rules.outOfBounds: "A value that was allowed here is now out of bounds: \(gap.accepted)."
    case rules.duplicateItems: "A list with duplicate items was allowed and is now rejected."
    case rules.items: "A list that was allowed here is now rejected: \(gap.accepted)."
    default: "A value that was allowed here is now rejected by \(gap.accepted)."
    }
  }

  private func sentenceOfResponse(_ rule: Rule) -> String {
    switch rule {
    case rules.missing:
      gap.detail.map { "'\($0)' was promised and may now be absent." }
        ?? "A member that was promised along with other members may now be absent."
    case rules.typeChanged: "The type \(gap.accepted) was promised here; now \(gap.allowed) may be returned."
    case rules.null: "A value was promised here and may now be null."
    case rules.value where isOfNames:
      "A member may now be named \(gap.detail ?? "differently") here; code that handles only the listed names ignores "
        + "it."
    case rules.value:
      gap.detail.map {
        "\($0) may now appear here; code that handles only the listed values has no case for it."
      }
        ?? "Values other than the listed ones may now appear here."
    case rules.valueChanged:
      gap.detail.map { "\($0) may now appear here; only a different value was promised." }
        ?? "Values other than the single promised one may now appear here."
    case rules.noBranchFits where gap.isAmbiguous:
      "A value that matches more than one alternative may now appear here; exactly one was promised."
    case rules.noBranchFits: "A value that matches none of the promised alternatives may now appear here."
    case rules.notAllowed:
      name.map { "The member '\($0)' may now appear here; it wasn't allowed before." }
        ?? (isOfNames
          ? "Members with names other than the promised ones may now appear here."
          : "Members may now appear here; none were allowed before.")
    case rules.format, rules.pattern: "A string that doesn't match the promised \(gap.accepted) may now appear here."
    case rules.outOfBounds: "A value outside the promised bounds may now appear here: \(gap.accepted)."
    case rules.duplicateItems: "A list may now have duplicate items, which were ruled out before."
    case rules.items: "A list that breaks the old promise may now appear here: \(gap.accepted)."
    default: "A value that breaks the old promise may now appear here: \(gap.accepted)."
    }
  }
}
