import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The recorded responses of an endpoint, including both existing ones and those of a plan.
///
/// They are indexed by request, by traits, and by name, so that the cost of adding one doesn't depend on their number.
/// This is a class because a plan reads the responses while adding to them, which would copy a value type on each
/// change.
final class EndpointResponses {
  /// A recording.
  struct Entry {
    let recording: Recording
    let likeness: RequestLikeness
    let shape: ResponseShape
    /// The index of the recording in the files of the plan, or `nil` if the recording existed before.
    let file: Int?
    let answer: ResponseIdentity

    init(recording: Recording, likeness: RequestLikeness, shape: ResponseShape, file: Int?) {
      self.recording = recording
      self.likeness = likeness
      self.shape = shape
      self.file = file
      answer = ResponseIdentity(recording.response)
    }

    var status: Int { recording.response.status }
  }

  private enum Key: Hashable {
    case name(String)
    case shape(ResponseShape)
    case kind(ResponseShape.Kind)
    case status(Int)
    case query(Int, [String: [String]])
    case queryNames(Int, Set<String>)
  }

  /// The header fields that the endpoint uses to distinguish requests.
  private let telling: Set<String>
  private(set) var entries: [Entry] = []
  private(set) var shown = ShownTraits()
  /// The indices of the entries by recording id.
  private var indices: [String: Int] = [:]
  /// The indices of the entries by the properties that are used for lookups.
  private var lists = SortedLists<Key, Int>()
  /// The entries, grouped by request. For the key `true`, complete requests are compared, and for `false`, the parts
  /// that the endpoint distinguishes. Each grouping is created on first use.
  private var groups: [Bool: RequestGroups] = [:]

  init(telling: Set<String>) {
    self.telling = telling
  }

  func add(_ entry: Entry) {
    let index = entries.count
    entries.append(entry)
    if indices[entry.recording.id] == nil { indices[entry.recording.id] = index }
    for key in Self.keys(of: entry) { lists.insert(index, at: key) }
    for group in groups.values { group.add(entry, index) }
    shown.add(entry.shape)
  }

  /// Replaces an entry. Traits that only the old entry had are removed.
  func replace(_ id: String, with entry: Entry) {
    guard let index = indices.removeValue(forKey: id) else { return add(entry) }
    let old = entries[index]
    entries[index] = entry
    indices[entry.recording.id] = index
    let (before, after) = (Self.keys(of: old), Self.keys(of: entry))
    for key in before.subtracting(after) { lists.remove(index, at: key) }
    for key in after.subtracting(before) { lists.insert(index, at: key) }
    for group in groups.values {
      group.remove(old, index)
      group.add(entry, index)
    }
    shown.remove(old.shape)
    shown.add(entry.shape)
  }

  private static func keys(of entry: Entry) -> Set<Key> {
    let query = entry.likeness.query
    return [
      .name(entry.recording.name), .shape(entry.shape), .kind(entry.shape.kind), .status(entry.status),
      .query(entry.status, query), .queryNames(entry.status, Set(query.keys)),
    ]
  }

  /// Returns the traits that no response has anymore after a response with this shape was replaced.
  func losses(of shape: ResponseShape) -> [TraitWords] {
    let lost = shown.news(in: shape).filter { trait in
      if case .absent = trait { false } else { true }
    }
    return shown.words(of: lost, in: shape)
  }

  /// Returns the responses to a request that can't coexist with a response with the given status.
  ///
  /// - Parameter isExact: A Boolean value that indicates whether to also compare header fields that the endpoint
  ///   doesn't use and the ids of calls.
  func rivals(of likeness: RequestLikeness, status: Int, isExact: Bool) -> RequestResponses {
    let request = RequestKey(likeness, status: status, telling: isExact ? nil : telling)
    return RequestResponses(self, grouped(isExact: isExact), request)
  }

  private func grouped(isExact: Bool) -> RequestGroups {
    if let made = groups[isExact] { return made }
    let made = RequestGroups(telling: isExact ? nil : telling)
    for (index, entry) in entries.enumerated() { made.add(entry, index) }
    groups[isExact] = made
    return made
  }

  private func first(at key: Key) -> Entry? { lists[key].first.map { entries[$0] } }

  /// Returns the recording that is most similar to a response that has no new traits.
  func nearest(to shape: ResponseShape) -> Entry? {
    first(at: .shape(shape)) ?? first(at: .kind(shape.kind)) ?? first(at: shape.kind.status)
  }

  /// Returns the first recording with a name.
  func first(named name: String) -> Entry? { first(at: .name(name)) }

  /// Returns the first recording with a status.
  func first(at status: Int) -> Entry? { first(at: .status(status)) }

  /// Returns the first response to a query with a status.
  func asked(_ query: [String: [String]], at status: Int) -> Entry? { first(at: .query(status, query)) }

  /// Returns the number of responses with a status whose queries have the same parameter names.
  func count(ofNamesIn query: [String: [String]], at status: Int) -> Int {
    lists[.queryNames(status, Set(query.keys))].count
  }
}
