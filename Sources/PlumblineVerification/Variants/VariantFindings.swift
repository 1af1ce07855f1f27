import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

/// The findings from variants of an endpoint's calls. There is one finding per field and rule, regardless of which call
/// failed. It shows the most plausible variant and lists the names of the others.
///
/// If a finding has a cause beyond its field, such as a date parser that all fields share, its promise names the cause,
/// so that a report can group such findings. If a contract doesn't require any member of a response, the members that
/// the client needs become one notice, with the `required` lists that the contract should have.
struct VariantFindings {
  /// The finding from one variant, without its response.
  private struct Found {
    let words: String
    let title: String
    let place: JSONPointer?
    let plausibility: Variant.Plausibility
    let standing: Variant.Standing
    /// The status of the response that was varied.
    let status: Int
    var drift: Drift

    init(_ drift: Drift, of variant: Variant, status: Int) {
      words = variant.words
      title = variant.title
      place = variant.place
      plausibility = variant.plausibility
      standing = variant.standing
      self.status = status
      self.drift = drift
    }

    /// Returns a Boolean value that indicates whether only the first of two findings is reported.
    func isLike(_ other: Found) -> Bool {
      plausibility == other.plausibility && status == other.status && (place == nil) == (other.place == nil)
    }
  }

  /// The key of findings that are reported as one.
  private struct Key: Hashable {
    let fingerprint: String
    let isOfDates: Bool
  }

  /// The members of the payload for one status, as far as variants have left them out.
  private struct Members {
    /// A Boolean value that indicates whether one of the calls tries the variants of every field.
    var isWhole = false
    /// A Boolean value that indicates whether the contract requires any of the members.
    var requiresSome = false
    var optional: Set<JSONPointer> = []

    /// A Boolean value that indicates whether the contract requires none of the members.
    var requiresNothing: Bool { isWhole && !requiresSome && optional.count >= VariantFindings.fewest }
  }

  /// The minimum number of members. A smaller response without required members isn't reported as a finding about the
  /// contract.
  private static let fewest = 3

  private let payload: JSONPointer
  /// The status of the varied response.
  private let status: Int
  private var order: [Key] = []
  private var groups: [Key: [Found]] = [:]
  private var members: [Int: Members]

  /// - Parameters:
  ///   - payload: The location of the payload in the body.
  ///   - status: The status of the varied response.
  ///   - isWhole: A Boolean value that indicates whether the variants of every field are tried.
  init(payload: JSONPointer, status: Int = 200, isWhole: Bool) {
    self.payload = payload
    self.status = status
    members = [status: Members(isWhole: isWhole)]
  }

  /// Records a variant that was tried, regardless of its result.
  mutating func note(_ variant: Variant) {
    guard variant.change == .removed, let place = variant.place, let field = variant.field, place != payload,
      place.isWithin(payload)
    else { return }
    if variant.standing == .forbidden {
      members[status, default: Members()].requiresSome = true
    } else {
      members[status, default: Members()].optional.insert(field)
    }
  }

  /// Records that the variants of some fields weren't tried. Members that weren't tried may be required.
  mutating func cutShort() { members[status, default: Members()].isWhole = false }

  /// Adds a finding from a variant.
  mutating func add(_ drift: Drift, of variant: Variant) {
    let isOfDates = Self.isStrictness(drift) && variant.plausibility.isOfDates
    add([Found(drift, of: variant, status: status)], as: Key(fingerprint: drift.fingerprint, isOfDates: isOfDates))
  }

  /// Adds the findings from another call to the same endpoint.
  mutating func add(_ other: VariantFindings) {
    for (status, found) in other.members {
      var known = members[status] ?? Members()
      known.isWhole = known.isWhole || found.isWhole
      known.requiresSome = known.requiresSome || found.requiresSome
      known.optional.formUnion(found.optional)
      members[status] = known
    }
    for key in other.order { add(other.groups[key] ?? [], as: key) }
  }

  private mutating func add(_ found: [Found], as key: Key) {
    if groups[key] == nil { order.append(key) }
    for var one in found {
      let known = groups[key] ?? []
      // Keep the exchange only for findings that may be reported.
      if known.contains(where: { $0.isLike(one) }) { one.drift.exchange = nil }
      groups[key, default: []].append(one)
    }
  }

  /// The findings, in order of first occurrence.
  var drift: [Drift] {
    var all: [Drift] = []
    var formal: [Int: [Found]] = [:]
    let free = Set(members.filter { $0.value.requiresNothing }.keys)
    let needed = groups.values.joined().filter { free.contains($0.status) && Self.isNeed($0) }
    let needy = Set(needed.map(\.status))
    for key in order {
      var found = groups[key] ?? []
      // A whole response that lacks such a member proves no more than the variant that leaves it out.
      if found.allSatisfy({ needy.contains($0.status) && Self.isMade($0) }) { continue }
      if !key.isOfDates {
        // Report findings other than an absent member separately.
        let needs = found.filter { free.contains($0.status) && Self.isNeed($0) }
        let statuses = Set(needs.map(\.status))
        for one in needs { formal[one.status, default: []].append(one) }
        found = found.filter { !statuses.contains($0.status) || Self.isApart($0) }
      }
      let hasOther = key.isOfDates && groups[Key(fingerprint: key.fingerprint, isOfDates: false)] != nil
      for part in Self.parts(of: found) {
        guard var told = finding(of: part.found) else { continue }
        // The same field may also fail for another reason, whose fingerprint must stay stable.
        if hasOther { told.detail = "date-time" } else if part.isOfValues { told.detail = "value" }
        all.append(told)
      }
    }
    all = Self.uniting(all, of: order.flatMap { groups[$0] ?? [] })
    for status in formal.keys.sorted() {
      if let notice = notice(formal[status] ?? []) { all.append(notice) }
    }
    return all
  }

  private static func isStrictness(_ drift: Drift) -> Bool { drift.rule == Rule.client.stricterThanContract }

  /// Returns a Boolean value that indicates whether a variant left out a member that the client needs.
  private static func isNeed(_ found: Found) -> Bool {
    isStrictness(found.drift) && found.plausibility == .absent && found.place != nil
  }

  /// Returns a Boolean value that indicates whether the client fails on a whole response that was generated from the
  /// contract.
  private static func isMade(_ found: Found) -> Bool {
    isStrictness(found.drift) && found.place == nil && GeneratedResponses.has(found.title)
  }

  /// Returns a Boolean value that indicates whether a variant changed a value without removing anything.
  private static func isApart(_ found: Found) -> Bool {
    found.place != nil && ![.absent, .null].contains(found.plausibility)
  }

  /// Splits the findings about one field into those that are reported separately. If an absent field or `null` is the
  /// most plausible cause, findings about other values are reported separately, because the others are grouped with
  /// those of other fields.
  private static func parts(of found: [Found]) -> [(found: [Found], isOfValues: Bool)] {
    let values = found.filter(isApart)
    guard let first = found.min(by: { $0.plausibility.rawValue < $1.plausibility.rawValue }), isStrictness(first.drift),
      [.absent, .null].contains(first.plausibility), !values.isEmpty
    else { return [(found, false)] }
    return [(found.filter { !isApart($0) }, false), (values, true)]
  }

  // MARK: - Findings

  /// Returns the finding of the most plausible variant, with the names of the others.
  private func finding(of found: [Found]) -> Drift? {
    let sorted = found.enumerated().sorted {
      ($0.element.plausibility.rawValue, $0.offset) < ($1.element.plausibility.rawValue, $1.offset)
    }.map(\.element)
    guard let first = sorted.first else { return nil }
    var drift = first.drift
    drift.count = 1
    if drift.rule == Rule.client.swallowedError, first.standing == .refusal {
      drift.message += " The mutation: \(first.title)."
    }
    let isOfField = Self.isStrictness(drift) || drift.rule == Rule.client.crashed || first.place != nil
    if isOfField {
      let others = Self.others(than: first, of: sorted)
      if !others.isEmpty { drift.message += " The same applies to \(Spelling.list(others, limit: 4))." }
    }
    if Self.isStrictness(drift) { drift.promise = Self.cause(of: sorted) }
    return drift
  }

  /// Returns the names of the other variants on which the client failed, without duplicates. A name includes the call
  /// if it differs from the first one's, and the crash if it is a different crash.
  private static func others(than first: Found, of sorted: [Found]) -> [String] {
    let own = Set(sorted.filter { $0.drift.call == first.drift.call }.map(\.words))
    let isCrash = first.drift.rule == Rule.client.crashed
    func identity(_ one: Found) -> String { one.words + (isCrash ? one.drift.promise ?? "" : "") }
    var seen: Set<String> = [identity(first)]
    return sorted.filter { seen.insert(identity($0)).inserted }.map { one in
      var notes: [String] = []
      let isOtherCrash = isCrash && one.drift.promise != first.drift.promise
      if isOtherCrash || !own.contains(one.words), let call = one.drift.call, call != first.drift.call {
        notes.append(name(of: call, at: one.drift.endpoint))
      }
      if isOtherCrash, let actual = one.drift.actual { notes.append(actual) }
      return notes.isEmpty ? one.words : "\(one.words) (\(notes.joined(separator: ", ")))"
    }
  }

  /// Returns the name of a call without its endpoint.
  private static func name(of call: String, at endpoint: String) -> String {
    let prefix = "\(endpoint): "
    return call.hasPrefix(prefix) ? String(call.dropFirst(prefix.count)) : call
  }

  /// Returns a phrase for a cause that may also apply to other fields' findings, or `nil` if the cause is specific to
  /// the field.
  ///
  /// - Parameter found: The variants on which the client failed, most plausible first.
  private static func cause(of found: [Found]) -> String? {
    guard let first = found.first, first.place != nil else { return nil }
    if first.plausibility == .absent { return "needs members that the contract doesn't require" }
    if first.plausibility == .null { return "takes no null where the contract allows it" }
    guard first.plausibility.isOfDates else { return nil }
    var seen: Set<String> = []
    let words = found.map { TriedText(rawValue: $0.words)?.dateFeature ?? $0.words }.filter { seen.insert($0).inserted }
    return "can't read dates with \(Spelling.list(words.sorted(), joining: "or"))"
  }

  /// Merges the findings about a client that treats a status as a success with one body, and as unreadable with
  /// another.
  private static func uniting(_ drift: [Drift], of found: [Found]) -> [Drift] {
    var titles: [String: String] = [:]
    for one in found where titles[one.drift.fingerprint] == nil { titles[one.drift.fingerprint] = one.title }
    func isSwallowed(_ one: Drift) -> Bool { one.rule == Rule.client.swallowedError && (one.status ?? 0) >= 400 }
    func isUnread(_ one: Drift) -> Bool {
      one.rule == Rule.client.wrongError && one.detail == ClientFailure.Kind.decoding.rawValue
    }
    return drift.compactMap { one in
      func isBeside(_ other: Drift) -> Bool { other.status == one.status && other.call == one.call }
      if isUnread(one), drift.contains(where: { isSwallowed($0) && isBeside($0) }) { return nil }
      guard isSwallowed(one), let unread = drift.first(where: { isUnread($0) && isBeside($0) }) else { return one }
      var united = one
      let title = titles[unread.fingerprint] ?? "a different body"
      united.message += " With \(title), the client reports \(unread.actual ?? "decoding")."
      return united
    }
  }

  // MARK: - Contracts that require nothing

  /// Returns a single notice about the members that a client needs, for responses whose contract requires no members.
  private func notice(_ formal: [Found]) -> Drift? {
    guard let first = formal.first else { return nil }
    var members: [JSONPointer: Set<String>] = [:]
    for one in formal {
      guard let field = one.place.map(FieldPlaces.folded), let name = field.tokens.last, let parent = field.parent
      else { continue }
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
      "The contract requires no members of this response, but the client needs \(count == 1 ? "one" : "\(count)"). If the "
      + "server always sends \(count == 1 ? "it" : "them"), declare \(count == 1 ? "it" : "them"): \(lists.joined(separator: ", "))."
    return notice
  }
}
