import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// A check for items that differ between two recordings, or between a recording and a seed.
///
/// The mock starts with the seed, and returns its items to every caller. If a different recording contains the same
/// item, that version is visible only until something changes. The steps of a sequence are expected to differ, as is
/// anything that a response adds to an item with `set` or `add`.
struct AgreementLint {
  /// An item as it appears in one source.
  private struct Sight {
    let item: JSON
    /// The recording's name, or `nil` for an item of the seed.
    let recording: String?
    /// The members that this source adds to the item.
    let besides: [JSONPointer]
  }

  /// The identity of an item in a collection: its key, and the parent and caller that it belongs to.
  private struct Identity: Hashable {
    let key: String
    let part: String
  }

  /// The request of a recording.
  private struct Asked: Hashable {
    let endpoint: String
    let target: String
    let caller: Recording.Caller

    init(_ recording: Recording) {
      endpoint = recording.endpoint
      target = recording.request.target
      caller = recording.caller
    }
  }

  /// The maximum number of differences to report for a collection. More would hide other problems.
  private static let most = 5

  private let contract: Contract
  private let byName: [String: Recording]
  /// The recordings of requests that read a collection's items, by collection name. Their responses don't affect other
  /// collections.
  private let readings: [String: [Recording]]
  /// The members that determine which of a collection's items a request can access, sorted, by collection name.
  private let narrowing: [String: [JSONPointer]]

  static func problems(in recordings: [Recording], contract: Contract) -> [Problem] {
    guard !contract.collections.isEmpty else { return [] }
    let lint = AgreementLint(recordings, contract: contract)
    return contract.collections.flatMap { lint.problems(of: $0) }
  }

  private init(_ recordings: [Recording], contract: Contract) {
    self.contract = contract
    byName = Dictionary(recordings.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var read: [String: String] = [:]
    for endpoint in contract.endpoints {
      guard let rule = endpoint.states.first, rule.action == .read || rule.action == .list else { continue }
      read[endpoint.id] = rule.collection
    }
    var readings: [String: [Recording]] = [:]
    for recording in recordings where recording.step == nil {
      if let collection = read[recording.endpoint] { readings[collection, default: []].append(recording) }
    }
    self.readings = readings
    var narrowing: [String: Set<JSONPointer>] = [:]
    for rule in contract.endpoints.flatMap(\.states) where !rule.within.isEmpty {
      guard let collection = rule.collection else { continue }
      narrowing[collection, default: []].formUnion(rule.within.compactMap(\.members.first))
    }
    self.narrowing = narrowing.mapValues { $0.sorted() }
  }

  private func problems(of collection: ItemCollection) -> [Problem] {
    guard let key = collection.key, collection.per.isEmpty else { return [] }
    var first: [Identity: Sight] = [:]
    var problems: [Problem] = []
    for sight in sights(of: collection) {
      guard let value = sight.item.at(key) else { continue }
      let identity = Identity(key: value.string ?? value.text, part: part(of: sight.item, collection))
      guard let earlier = first[identity] else {
        first[identity] = sight
        continue
      }
      guard let (place, one, other) = difference(earlier, sight, collection) else { continue }
      problems.append(problem(identity.key, place, (earlier, one), (sight, other), collection))
      if problems.count == Self.most { break }
    }
    return problems
  }

  private func problem(
    _ key: String, _ place: JSONPointer, _ earlier: (sight: Sight, value: JSON), _ later: (sight: Sight, value: JSON),
    _ collection: ItemCollection
  ) -> Problem {
    let source = earlier.sight.recording ?? "the seed"
    return Problem(
      later.value.location,
      "\(place) of \(key) in \"\(collection.name)\" is \(Violation.cut(later.value.text)) here, but "
        + "\(Violation.cut(earlier.value.text)) in \(source) (\(earlier.value.location)), with which the mock starts; "
        + "make them agree.",
      level: .warning)
  }

  /// Returns the appearances of a collection's items, first in its seed, then in other recordings of endpoints that
  /// read it.
  private func sights(of collection: ItemCollection) -> [Sight] {
    var sights: [Sight] = []
    var used: Set<String> = []
    for source in collection.seedSources {
      if let name = source.string {
        if let recording = byName[name] { sights += self.sights(in: recording, of: collection) }
        used.insert(name)
      } else {
        sights.append(Sight(item: source, recording: nil, besides: []))
      }
    }
    var asked: Set<Asked> = []
    for recording in readings[collection.name] ?? [] where !used.contains(recording.id) {
      // Another recording of the same request is only used when it is selected by name, so it is expected to differ.
      guard asked.insert(Asked(recording)).inserted || !recording.match.clauses.isEmpty else { continue }
      if recording.request.method.isSafe { sights += self.sights(in: recording, of: collection) }
    }
    return sights
  }

  private func sights(in recording: Recording, of collection: ItemCollection) -> [Sight] {
    guard recording.response.status < 300, let items = recording.items(in: contract, of: collection) else { return [] }
    let rules = contract.endpoint(recording.endpoint)?.states.filter { $0.collection == collection.name } ?? []
    // A bound value comes from the request, so it may differ.
    guard recording.bindings.isEmpty else { return [] }
    let besides = rules.filter { $0.action == .read }.flatMap { rule in
      rule.assignments.map(\.target) + rule.additions.map(\.target)
    }
    return items.map { Sight(item: $0, recording: recording.id, besides: besides) }
  }

  /// Returns the parent and caller that an item belongs to. Items with different parents may have the same key, such as
  /// comment 1 of each ticket.
  private func part(of item: JSON, _ collection: ItemCollection) -> String {
    (narrowing[collection.name] ?? []).map { item.at($0)?.text ?? "" }.joined(separator: " ")
  }

  /// Returns the first member with different values in two appearances of an item.
  private func difference(_ one: Sight, _ other: Sight, _ collection: ItemCollection)
    -> (place: JSONPointer, JSON, JSON)?
  {
    difference(
      one.item, other.item, at: JSONPointer(), but: one.besides + other.besides + collection.touched.map(\.pointer))
  }

  /// Returns the first member that differs between two values. Objects are compared member by member.
  private func difference(_ one: JSON, _ other: JSON, at place: JSONPointer, but besides: [JSONPointer])
    -> (place: JSONPointer, JSON, JSON)?
  {
    guard one.kind == .object, other.kind == .object else { return nil }
    for (name, value) in one.members {
      let inner = place.appending(name)
      guard let second = other[name], second != value, !besides.contains(inner) else { continue }
      guard besides.contains(where: { $0.isWithin(inner) }) else { return (inner, value, second) }
      if let found = difference(value, second, at: inner, but: besides) { return found }
    }
    return nil
  }
}
