import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

/// The findings of one call's variants: one a field and rule, told by its most plausible variant, with the others' names.
///
/// What has a cause beyond its field says so in its promise, by which a report folds it: members that the contract doesn't
/// require, one reader of dates for all of them. Where a contract requires no member of an answer at all, the members that
/// the client needs are one notice, with the `required` lists that the contract lacks.
struct VariantFindings {
  /// What one variant found.
  private struct Found {
    let variant: Variant
    let drift: Drift
  }

  /// What is told as one.
  private struct Key: Hashable {
    let fingerprint: String
    let isOfDates: Bool
  }

  /// Of an answer with fewer members, that none is required says nothing of the document.
  private static let fewest = 3

  private let payload: JSONPointer
  private var order: [Key] = []
  private var groups: [Key: [Found]] = [:]
  /// A Boolean value that indicates whether the contract requires a member of the payload, or not all of them were tried.
  private var requiresMembers: Bool
  /// The members of the payload that may be absent.
  private var optional: Set<JSONPointer> = []

  /// - Parameters:
  ///   - payload: the place of the payload in the body.
  ///   - isWhole: a Boolean value that indicates whether every field's variants are played.
  init(payload: JSONPointer, isWhole: Bool) {
    self.payload = payload
    requiresMembers = !isWhole
  }

  /// Notes a variant that was played, whatever came of it.
  mutating func note(_ variant: Variant) {
    guard variant.change == .removed, let place = variant.place, let field = variant.field, place != payload,
      place.isWithin(payload)
    else { return }
    if variant.standing == .forbidden { requiresMembers = true } else { optional.insert(field) }
  }

  /// Adds what a variant found.
  mutating func add(_ drift: Drift, of variant: Variant) {
    let isOfDates = Self.isStrictness(drift) && variant.plausibility.isOfDates
    let key = Key(fingerprint: drift.fingerprint, isOfDates: isOfDates)
    if groups[key] == nil { order.append(key) }
    groups[key, default: []].append(Found(variant: variant, drift: drift))
  }

  /// The findings in the order of first sight.
  var drift: [Drift] {
    var all: [Drift] = []
    var formal: [Found] = []
    let requiresNothing = !requiresMembers && optional.count >= Self.fewest
    let needsMembers = requiresNothing && groups.values.contains { $0.contains(where: Self.isNeed) }
    for key in order {
      var found = groups[key] ?? []
      // A whole answer without such a member says no more than the member does.
      if needsMembers, found.allSatisfy(Self.isMade) { continue }
      if requiresNothing, !key.isOfDates {
        // What stands beside an absent member is told by itself.
        formal += found.filter(Self.isNeed)
        if found.contains(where: Self.isNeed) { found = found.filter(Self.isApart) }
      }
      guard var told = finding(of: found) else { continue }
      // The same field may fail for another reason, which keeps the name that it always had.
      if key.isOfDates, groups[Key(fingerprint: key.fingerprint, isOfDates: false)] != nil { told.detail = "date-time" }
      all.append(told)
    }
    all = Self.uniting(all, of: order.flatMap { groups[$0] ?? [] })
    if let notice = notice(formal) { all.append(notice) }
    return all
  }

  private static func isStrictness(_ drift: Drift) -> Bool { drift.rule == Rule.client.stricterThanContract }

  /// Whether a member was left out that the client needs.
  private static func isNeed(_ found: Found) -> Bool {
    isStrictness(found.drift) && found.variant.plausibility == .absent && found.variant.place != nil
  }

  /// Whether the client can't read a whole answer that was made from the contract.
  private static func isMade(_ found: Found) -> Bool {
    isStrictness(found.drift) && found.variant.place == nil && MadeAnswers.has(found.variant.title)
  }

  /// Whether a variant changed a value, and neither left members out nor took a value away.
  private static func isApart(_ found: Found) -> Bool {
    found.variant.place != nil && ![.absent, .null].contains(found.variant.plausibility)
  }

  // MARK: - Telling

  /// The finding of the most plausible variant, with the names of the others.
  private func finding(of found: [Found]) -> Drift? {
    let sorted = found.enumerated().sorted {
      ($0.element.variant.plausibility.rawValue, $0.offset) < ($1.element.variant.plausibility.rawValue, $1.offset)
    }.map(\.element)
    guard let first = sorted.first else { return nil }
    var drift = first.drift
    drift.count = 1
    guard Self.isStrictness(drift) else {
      if drift.rule == Rule.client.swallowedError, first.variant.standing == .refusal {
        drift.message += " What was played: \(first.variant.title)."
      }
      return drift
    }
    var seen: Set<String> = [first.variant.words]
    let others = sorted.map(\.variant.words).filter { seen.insert($0).inserted }
    if !others.isEmpty { drift.message += " The same goes for \(Spelling.list(others, limit: 4))." }
    drift.promise = Self.cause(of: sorted.map(\.variant))
    return drift
  }

  /// What a finding may share with those of other fields, in words; `nil` for what is the field's own.
  ///
  /// - Parameter variants: those that the client failed at, the most plausible first.
  private static func cause(of variants: [Variant]) -> String? {
    guard let first = variants.first, first.place != nil else { return nil }
    if first.plausibility == .absent { return "needs members that the contract doesn't require" }
    if first.plausibility == .null { return "takes no null where the contract allows it" }
    guard first.plausibility.isOfDates else { return nil }
    var seen: Set<String> = []
    let words = variants.map { VariantValues.dateWords[$0.words] ?? $0.words }.filter { seen.insert($0).inserted }
    return "can't read dates with \(Spelling.list(words.sorted(), joining: "or"))"
  }

  /// One finding where a client takes a status for a success with one body, and for what it can't read with another.
  private static func uniting(_ drift: [Drift], of found: [Found]) -> [Drift] {
    var titles: [String: String] = [:]
    for one in found where titles[one.drift.fingerprint] == nil { titles[one.drift.fingerprint] = one.variant.title }
    func isSwallowed(_ one: Drift) -> Bool { one.rule == Rule.client.swallowedError && (one.status ?? 0) >= 400 }
    func isUnread(_ one: Drift) -> Bool {
      one.rule == Rule.client.wrongError && one.detail == ClientFailure.Kind.decoding.rawValue
    }
    return drift.compactMap { one in
      if isUnread(one), drift.contains(where: { isSwallowed($0) && $0.status == one.status }) { return nil }
      guard isSwallowed(one), let unread = drift.first(where: { isUnread($0) && $0.status == one.status }) else {
        return one
      }
      var united = one
      let title = titles[unread.fingerprint] ?? "another body"
      united.message += " With \(title) it reports \(unread.actual ?? "decoding")."
      return united
    }
  }

  // MARK: - Contracts that require nothing

  /// One notice for the members that a client needs of an answer of which the contract requires none.
  private func notice(_ formal: [Found]) -> Drift? {
    guard let first = formal.first else { return nil }
    var members: [JSONPointer: Set<String>] = [:]
    for one in formal {
      guard let field = one.variant.field, let name = field.tokens.last, let parent = field.parent else { continue }
      members[parent, default: []].insert(name)
    }
    let count = members.values.reduce(0) { $0 + $1.count }
    let lists = members.sorted { $0.key < $1.key }.map { parent, names in
      let list = names.sorted().map { JSON($0).text }.joined(separator: ", ")
      return "\"required\": [\(list)]" + (parent.tokens.isEmpty ? "" : " at \(parent)")
    }
    var notice = first.drift
    notice.severity = .notice
    notice.count = 1
    notice.pointer = JSONPointer(tokens: ["response", "body"] + payload.tokens)
    notice.detail = "required"
    notice.promise = "needs members of answers of which the contract requires none"
    notice.expected = nil
    notice.actual = nil
    notice.message =
      "The contract requires no member of this answer, and the client needs \(count == 1 ? "one" : "\(count)"). If the "
      + "server always sends \(count == 1 ? "it" : "them"), say so: \(lists.joined(separator: ", "))."
    return notice
  }
}
