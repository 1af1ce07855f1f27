import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A comparison of an item that was read after a request with the state that the request should have produced.
///
/// It relies on observations alone: the item before and after, and the response's payload.
struct EffectJudge: Sendable {
  let reading: WireReading
  let rule: StateRule
  let item: ServerItem
  let expected: ExpectedItem
  /// The item before the request, or `nil` if the item didn't exist or couldn't be read.
  let before: JSON?
  /// The item as the request's response showed it, or `nil` if the response didn't show it.
  let told: JSON?
  /// A Boolean value that indicates whether the request sent one of the run's items only values that it already had. In
  /// this case, no member may become empty, whatever values a server computes.
  var changesNothing = false

  /// The verdict on one member.
  private enum MemberVerdict {
    case right
    case normalised(String)
    case notApplied(String)
    /// The member has neither its old value nor the expected one, perhaps because of an automatic reply.
    case overtaken(String)
    /// The element occurs more often in the list than it was sent.
    case repeated(Int)
    /// The member is a string that the run sent and that the server returned changed.
    case garbled(TextChange)
    /// No verdict is possible: the member already had this value, isn't shown, or may have been changed by a different
    /// client since.
    case undecided
  }

  /// Returns the differences between the observed and the expected item that may just need time. The array is empty if
  /// there is nothing to wait for.
  func shortcomings(_ sight: ItemClient.Sight) -> [Drift] {
    switch sight {
    case .unknown: []
    case .absent: [absent()]
    case .there(let snapshot):
      drift(snapshot.item).filter { $0.rule != Rule.effect.normalised }
        + unsentChanged(changedUnsent(snapshot.item, among: nil), snapshot.item)
    }
  }

  // MARK: - Sent members

  /// Returns the drift for sent values that the item lacks.
  func drift(_ after: JSON) -> [Drift] {
    var missed: [(member: ExpectedItem.Member, why: String)] = []
    var spelled: [Drift] = []
    var overtaken: [Drift] = []
    var isAnyApplied = false
    for member in expected.members {
      switch verdict(on: member, after) {
      case .right: isAnyApplied = true
      case .notApplied(let why): missed.append((member, why))
      case .overtaken(let how):
        isAnyApplied = true
        var drift = notApplied(member, how, isWhole: false, after)
        drift.severity = min(drift.severity, .warning)
        overtaken.append(drift)
      case .normalised(let how):
        isAnyApplied = true
        spelled.append(normalised(member, how, after))
      case .repeated(let count):
        isAnyApplied = true
        spelled.append(repeated(member, count))
      case .garbled(let change):
        isAnyApplied = true
        spelled.append(textChanged(member, change, after.at(member.place)))
      case .undecided: continue
      }
    }
    spelled += overtaken
    guard let first = missed.first else { return spelled }
    // Report a request without any effect once, regardless of how many values were sent.
    if !isAnyApplied {
      let others = missed.count == 1 ? "" : ", and \(missed.count - 1) other sent values weren't applied either"
      return spelled + [notApplied(first.member, first.why + others, isWhole: true, after)]
    }
    return spelled + missed.map { notApplied($0.member, $0.why, isWhole: false, after) }
  }

  /// Returns the members of an item, other than the request's own item, that something else may have changed since.
  func overtaken(_ after: JSON) -> [ExpectedItem.Member] {
    expected.members.filter { if case .overtaken = verdict(on: $0, after) { true } else { false } }
  }

  private func verdict(on member: ExpectedItem.Member, _ after: JSON) -> MemberVerdict {
    let now = after.at(member.place)
    let was = before?.at(member.place)
    if member.isElement { return verdict(onElement: member, was, now) }
    if member.isRemoved {
      if now?.isNull ?? true || isNeeded(member.place, in: after) { return .right }
      return .notApplied("\(name(member)) is \(text(now)), although an empty string should remove the value")
    }
    if before != nil, Equivalence.holds(member.value, was) {
      // The member already had this value. Only a change to a different value would prove something, and a different
      // client may have made that.
      return .undecided
    }
    switch Equivalence.degree(member.value, now) {
    case .same: return .right
    case .normalised(let how): return .normalised(how)
    case .other: break
    }
    guard let now else { return .undecided }
    if let change = garbled(member, was, now) { return .garbled(change) }
    if member.value.isNull {
      // A server may replace null with its own default.
      return was.map { $0 == now } ?? false ? .notApplied("\(name(member)) is \(text(now)), as before") : .undecided
    }
    if before != nil {
      if Equivalence.holds(was ?? .null, now) { return .notApplied("\(name(member)) is \(text(now)), as before") }
    } else if now.isNull {
      return .notApplied("\(name(member)) is null")
    }
    // A value that is neither the old nor the sent one, and that the response didn't show, may come from a different
    // client.
    if let said = told?.at(member.place), Equivalence.holds(member.value, said) { return .undecided }
    if let was, isBeside {
      return .overtaken(
        "\(name(member)) is \(text(now)): neither the old value, \(text(was)), nor the sent one, \(text(member.value)); "
          + "a different user may have changed it in the meantime")
    }
    return .notApplied("\(name(member)) is \(text(now))")
  }

  /// Returns a Boolean value that indicates whether an item must keep an empty string: its schema allows the member to
  /// be neither absent nor null.
  private func isNeeded(_ place: JSONPointer, in item: JSON) -> Bool {
    guard item.at(place) == "", let schema = rule.collection.flatMap(reading.contract.collection)?.item,
      schema.isValid(item)
    else { return false }
    return ![item.removing(place), item.placing(place, .null)].contains { $0.map(schema.isValid) ?? false }
  }

  private func verdict(onElement member: ExpectedItem.Member, _ was: JSON?, _ now: JSON?) -> MemberVerdict {
    guard let now, now.kind == .array else { return .undecided }
    let fitting = now.elements.filter { Equivalence.holds(member.value, $0) }.count
    let earlier = was?.elements.filter { Equivalence.holds(member.value, $0) }.count ?? 0
    // If the item couldn't be read before the request, it may already have contained the element.
    if before != nil, fitting > earlier + 1 { return .repeated(fitting - earlier) }
    return fitting > earlier ? .right : .notApplied("\(name(member)) doesn't contain the sent value")
  }

  /// A Boolean value that indicates whether the item is changed along with the request's own item, rather than being
  /// that item.
  private var isBeside: Bool { reading.rule.map { $0 !== rule } ?? false }

  // MARK: - Members that weren't sent

  /// Returns the members that have changed although they weren't sent, among those that a request could set.
  ///
  /// - Parameter names: The members to check, or `nil` for all.
  func changedUnsent(_ after: JSON, among names: Set<String>?) -> [String] {
    guard rule.action == .update, rule.merge != .replace, rule.merge != .operations, let before else { return [] }
    let sendable = sendable
    return before.members.map(\.key).filter { name in
      guard names?.contains(name) ?? true, let was = before[name] else { return false }
      if expected.mayChange(JSONPointer(tokens: [name])) { return false }
      if changesNothing, Self.isEmptied(was, after[name]) { return true }
      return sendable.contains(name) && !was.isNull && !Equivalence.holds(was, after[name])
    }
  }

  /// Returns a Boolean value that indicates whether a member has lost its value, or has an empty string where it had no
  /// value.
  private static func isEmptied(_ was: JSON, _ now: JSON?) -> Bool {
    let isEmptyText = now?.string?.isEmpty ?? false
    if was.isNull { return isEmptyText }
    return now?.isNull ?? true || isEmptyText && was.string?.isEmpty != true
  }

  /// The item's members that requests set, except for those that a server computes.
  private var sendable: Set<String> {
    guard let resource = reading.contract.resource(item.collection) else { return [] }
    let collection = resource.collection
    var names: Set<String> = []
    for endpoint in resource.updates {
      let body = Set(endpoint.body?.structured?.schema?.outline().places.first?.members.keys.map { $0 } ?? [])
      for rule in endpoint.states where rule.collection == item.collection {
        if rule.merge != .none { names.formUnion(body) }
        names.formUnion(rule.assignments.compactMap(\.target.tokens.first))
      }
    }
    return names.subtracting([collection.key, collection.owner].compactMap { $0?.tokens.first })
  }

  // MARK: - Drift

  func unsentChanged(_ names: [String], _ after: JSON) -> [Drift] {
    names.map { name in
      let (was, now) = (text(before?[name]), text(after[name]))
      return drift(
        Rule.effect.unsentChanged, at: JSONPointer(tokens: ["request", "body", name]), expected: was, actual: now,
        "\(line) didn't send \(name), but changed it in \(item) from \(was) to \(now).")
    }
  }

  private func notApplied(_ member: ExpectedItem.Member, _ why: String, isWhole: Bool, _ after: JSON) -> Drift {
    let whole: JSONPointer = reading.request.body == nil ? "/request" : "/request/body"
    return drift(
      Rule.effect.notApplied, at: isWhole ? whole : member.source, expected: text(member.value),
      actual: text(after.at(member.place)),
      "\(line) succeeded, but a later read of \(item) doesn't show the change: \(why).")
  }

  private func normalised(_ member: ExpectedItem.Member, _ how: String, _ after: JSON) -> Drift {
    drift(
      Rule.effect.normalised, at: member.source, expected: text(member.value), actual: text(after.at(member.place)),
      "The server stores the value sent as \(name(member)) \(how).")
  }

  private func repeated(_ member: ExpectedItem.Member, _ count: Int) -> Drift {
    drift(
      Rule.effect.appliedTwice, at: member.source, expected: "once", actual: "\(count) times",
      "\(line) was sent once, but \(name(member)) of \(item) now contains the value \(count) times.")
  }

  /// Returns the finding for an item that the request should have created or changed but that doesn't exist.
  func absent() -> Drift {
    drift(
      Rule.effect.notApplied, at: "/request", expected: "\(item)", actual: "nothing",
      "\(line) succeeded, but a later read doesn't find \(item).")
  }

  /// Returns a drift of the request's endpoint.
  func drift(
    _ rule: Rule, at pointer: JSONPointer, expected: String?, actual: String?, _ message: String
  ) -> Drift {
    Drift(
      rule: rule, severity: rule.severity(at: reading.endpoint, by: self.rule.standing),
      service: reading.contract.service, endpoint: reading.endpoint.id, pointer: pointer, expected: expected,
      actual: actual, message: message, contract: self.rule.location)
  }

  var line: String { "\(reading.request.request.method) \(reading.request.request.path)" }

  func name(_ member: ExpectedItem.Member) -> String {
    member.place.tokens.isEmpty ? "it" : member.place.tokens.joined(separator: ".")
  }

  func text(_ value: JSON?) -> String {
    guard let value else { return "absent" }
    let text = value.text
    return text.count > 60 ? String(text.prefix(60)) + "…" : text
  }
}
