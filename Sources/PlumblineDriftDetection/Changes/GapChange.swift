import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// A gap between two schemas, as a change for senders of requests or receivers of responses.
struct GapChange {
  let gap: SchemaGap
  let place: ValuePlace
  let files: SchemaFiles

  /// Nothing if the gap closes because the value is sent as a text.
  var change: Change? {
    let reading = reading
    if reading == .taken { return nil }
    let rule = rules.rule(refusing: gap.keyword, gap.detail)
    let isShown = gap.witness != nil || gap.part != nil
    let reason = !isShown ? gap.reason ?? "no value shows it." : reading == .maybe ? Self.ofText : nil
    let (allowing, refusing) = (gap.allowing?.location, gap.refusing.location)
    // A member that may be absent now was asked for at one place, however many containers it is gone from.
    let places = rule == rules.missing ? [gap.refusing] : [gap.allowing, gap.refusing].compactMap { $0 }
    let promise = places.map(files.place).joined(separator: " ")
    var change = Change(
      rule, reason == nil && !gap.isAmbiguous ? nil : min(rule.severity, .warning), status: place.status,
      at: place.pointer + gap.pointer,
      old: isRequest ? allowing ?? place.old : refusing, new: isRequest ? refusing : allowing ?? place.new,
      expected: isRequest ? gap.allowed : gap.accepted, actual: isRequest ? gap.accepted : gap.allowed,
      detail: told(detail(of: rule)), promise: promise,
      witness: reason == nil && !place.isInText ? witness : nil,
      (reason.map { "It is undecided whether \(question): \($0)" } ?? sentence(of: rule))
        .inAlternative(gap.alternative))
    change.undecided = reason
    return change
  }

  /// The detail, with the alternative that contains the gap.
  private func told(_ detail: String?) -> String? {
    guard let name = gap.alternative else { return detail }
    return detail.map { "\($0) in \(name)" } ?? "in \(name)"
  }

  /// A message that shows the change: with the whole value, or with the part that can be shown.
  private var witness: ChangeWitness {
    guard let part = gap.part else { return place.witness(gap.witness) }
    var inner = place
    inner.pointer = place.pointer + part.pointer
    return inner.witness(part.witness)
  }

  private static let ofText = "what is sent is a text, and some texts are both."

  private var isRequest: Bool { place.message == .request }
  private var rules: ChangeFieldRules { isRequest ? Rule.change.request.field : Rule.change.response.field }

  private var question: String {
    isRequest
      ? "all that could be sent here is still taken (\(gap.keyword))"
      : "all that may come here was promised (\(gap.keyword))"
  }

  // MARK: Texts

  private enum Reading { case refused, maybe, taken }

  /// The effect of sending the value as text: `17` is a string, too.
  private var reading: Reading {
    guard let reader = place.reader, gap.pointer.tokens.isEmpty, gap.keyword == "type", let value = gap.witness,
      [.string, .number, .bool].contains(value.kind)
    else { return .refused }
    guard reader.isValid(reader.reading(value.string ?? value.text)) else { return .refused }
    return reader.takesAny(.string) ? .taken : .maybe
  }

  // MARK: Words

  /// Distinguishes the change from others of its rule at its place: rules about several keywords need the keyword, too.
  private func detail(of rule: Rule) -> String? {
    switch rule {
    case rules.outOfBounds, rules.items, rules.other, rules.notAllowed, rules.noBranchFits: gap.keyword
    case rules.null: nil
    default: gap.detail
    }
  }

  /// The reported member; `nil` for any that isn't named.
  private var name: String? { gap.detail == "*" ? nil : gap.detail }

  /// A Boolean value that indicates whether it is the names of members that are refused.
  private var isOfNames: Bool { gap.keyword == "propertyNames" }

  private func sentence(of rule: Rule) -> String {
    isRequest ? sentenceOfRequest(rule) : sentenceOfResponse(rule)
  }

  private func sentenceOfRequest(_ rule: Rule) -> String {
    switch rule {
    case rules.missing:
      gap.detail.map { "A request without '\($0)' was right and is refused now." }
        ?? "A request without a member that others ask for was right and is refused now."
    case rules.typeChanged: "The type \(gap.allowed) could be sent here, and it has to be \(gap.accepted) now."
    case rules.null: "Null could be sent here and is refused now."
    case rules.value where isOfNames:
      "The name \(gap.detail ?? "of a member") was accepted for a member here and is refused now."
    case rules.value, rules.valueChanged:
      gap.detail.map { "\($0) could be sent here and is refused now." }
        ?? "Any value could be sent here; now it has to be a listed one."
    case rules.noBranchFits where gap.isAmbiguous:
      "What could be sent here fits more than one of the alternatives now, and exactly one is to fit."
    case rules.noBranchFits: "What could be sent here fits none of the alternatives any more."
    case rules.notAllowed:
      name.map { "'\($0)' could be sent here and is refused now." }
        ?? (isOfNames
          ? "Members of names could be sent here that are refused now."
          : "Members could be sent here that are refused now.")
    case rules.format, rules.pattern: "A text could be sent here that is refused now: it has to fit \(gap.accepted)."
    case rules.outOfBounds: "What could be sent here is out of bounds now: \(gap.accepted)."
    case rules.duplicateItems: "A list could have an item twice and is refused with one now."
    case rules.items: "A list could be sent here that is refused now: \(gap.accepted)."
    default: "What could be sent here is refused now, by \(gap.accepted)."
    }
  }

  private func sentenceOfResponse(_ rule: Rule) -> String {
    switch rule {
    case rules.missing:
      gap.detail.map { "'\($0)' was promised and may be absent now." }
        ?? "A member was promised beside others and may be absent now."
    case rules.typeChanged: "The type \(gap.accepted) was promised here; now \(gap.allowed) may come."
    case rules.null: "A value was promised here; now null may come."
    case rules.value where isOfNames:
      "A member may be called \(gap.detail ?? "otherwise") here now; code with a case for each listed name has none for it."
    case rules.value:
      gap.detail.map {
        "\($0) may come here now; code with a case for each listed value has none for it."
      }
        ?? "Values may come here now that were not among the listed ones."
    case rules.valueChanged:
      gap.detail.map { "\($0) may come here now, where only another value was promised." }
        ?? "Other values may come here now than the only one that was promised."
    case rules.noBranchFits where gap.isAmbiguous:
      "What may come here now fits more than one of the alternatives, of which exactly one was promised."
    case rules.noBranchFits: "What may come here now fits none of the alternatives that were promised."
    case rules.notAllowed:
      name.map { "'\($0)' may come now, where nothing like it was to come." }
        ?? (isOfNames
          ? "Members may come here now of other names than were promised."
          : "Members may come here now, where none were to come.")
    case rules.format, rules.pattern: "A text may come here now that doesn't fit \(gap.accepted), which was promised."
    case rules.outOfBounds: "What may come here now is out of the bounds that were promised: \(gap.accepted)."
    case rules.duplicateItems: "A list may have an item twice now, which was promised not to happen."
    case rules.items: "A list may come here now that isn't what was promised: \(gap.accepted)."
    default: "What may come here now isn't what was promised: \(gap.accepted)."
    }
  }
}
