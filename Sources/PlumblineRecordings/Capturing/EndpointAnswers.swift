import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The responses that one endpoint is recorded with, or will be: existing ones and those of a plan.
///
/// They are found by their requests, by their shapes and by their names, so that one more costs as much beside thousands as
/// beside none. A plan looks at them while it adds to them, so it is a class: a copy for each look would cost all of them.
final class EndpointAnswers {
  /// One recording.
  struct Entry {
    let recording: Recording
    let likeness: RequestLikeness
    let shape: AnswerShape
    /// Its index among the files of the plan; `nil` for a recording that existed before.
    let file: Int?
    let answer: AnswerIdentity

    init(recording: Recording, likeness: RequestLikeness, shape: AnswerShape, file: Int?) {
      self.recording = recording
      self.likeness = likeness
      self.shape = shape
      self.file = file
      answer = AnswerIdentity(recording.response)
    }

    var status: Int { recording.response.status }
  }

  /// The common key of requests that ask for the same, and of responses that exclude one another.
  private struct Slot: Hashable {
    let status: Int
    let path: String
    let query: [String: [String]]
    let operation: String?
    let body: JSON?
    let bytes: [UInt8]
    let caller: String?

    init(_ likeness: RequestLikeness, _ status: Int) {
      self.status = Recording.isByData(status) ? 0 : status
      path = likeness.path
      query = likeness.query
      operation = likeness.call?.operation
      body = likeness.call.map(\.arguments) ?? likeness.body
      bytes = likeness.bytes
      caller = likeness.caller
    }
  }

  private struct Query: Hashable {
    let status: Int
    let query: [String: [String]]
  }

  private struct QueryNames: Hashable {
    let status: Int
    let names: Set<String>
  }

  private(set) var entries: [Entry] = []
  private(set) var shown = ShownTraits()
  /// By the recordings' ids.
  private var numbers: [String: Int] = [:]
  private var bySlot = NumberIndex<Slot>()
  private var byShape = NumberIndex<AnswerShape>()
  private var byKind = NumberIndex<AnswerShape.Kind>()
  private var byStatus = NumberIndex<Int>()
  private var byName = NumberIndex<String>()
  private var byQuery = NumberIndex<Query>()
  private var byQueryNames = NumberIndex<QueryNames>()

  func add(_ entry: Entry) {
    let number = entries.count
    entries.append(entry)
    if numbers[entry.recording.id] == nil { numbers[entry.recording.id] = number }
    index(entry, number)
  }

  /// Replaces an entry with another; traits that only that one showed aren't shown any longer.
  func replace(_ id: String, with entry: Entry) {
    guard let number = numbers.removeValue(forKey: id) else { return add(entry) }
    let old = entries[number]
    bySlot.remove(number, at: Slot(old.likeness, old.status))
    byShape.remove(number, at: old.shape)
    byKind.remove(number, at: old.shape.kind)
    byStatus.remove(number, at: old.status)
    byName.remove(number, at: old.recording.name)
    byQuery.remove(number, at: Query(status: old.status, query: old.likeness.query))
    byQueryNames.remove(number, at: QueryNames(status: old.status, names: Set(old.likeness.query.keys)))
    shown.remove(old.shape)
    entries[number] = entry
    numbers[entry.recording.id] = number
    index(entry, number)
  }

  private func index(_ entry: Entry, _ number: Int) {
    bySlot.insert(number, at: Slot(entry.likeness, entry.status))
    byShape.insert(number, at: entry.shape)
    byKind.insert(number, at: entry.shape.kind)
    byStatus.insert(number, at: entry.status)
    byName.insert(number, at: entry.recording.name)
    byQuery.insert(number, at: Query(status: entry.status, query: entry.likeness.query))
    byQueryNames.insert(number, at: QueryNames(status: entry.status, names: Set(entry.likeness.query.keys)))
    shown.add(entry.shape)
  }

  /// Returns the traits that no entry shows any longer since one with this shape was replaced.
  func losses(of shape: AnswerShape) -> [TraitWords] {
    let lost = shown.news(in: shape).filter { trait in
      if case .absent = trait { false } else { true }
    }
    return shown.words(of: lost, in: shape)
  }

  /// The recordings of a request, steps of a sequence in their order, others by name. Answers that depend on a request's values
  /// exclude one another; a 401 or a 500 coexists with them.
  ///
  /// - Parameter headers: the header fields by which the endpoint distinguishes requests; `nil` for all.
  func recorded(_ likeness: RequestLikeness, status: Int, telling headers: Set<String>? = nil) -> [Entry] {
    let same = bySlot.all(at: Slot(likeness, status)).map { entries[$0] }.filter { entry in
      headers.map { entry.likeness.asksSame(as: likeness, telling: $0) } ?? (entry.likeness == likeness)
    }
    return same.sorted {
      ($0.recording.step?.number ?? 0, $0.recording.name) < ($1.recording.step?.number ?? 0, $1.recording.name)
    }
  }

  /// The recording that is most like a response with nothing new.
  func nearest(to shape: AnswerShape) -> Entry? {
    (byShape.first(at: shape) ?? byKind.first(at: shape.kind) ?? byStatus.first(at: shape.kind.status)).map {
      entries[$0]
    }
  }

  /// The first recording with a name.
  func first(named name: String) -> Entry? { byName.first(at: name).map { entries[$0] } }

  /// The first recording with a status.
  func first(at status: Int) -> Entry? { byStatus.first(at: status).map { entries[$0] } }

  /// The first response with a status to a query.
  func asked(_ query: [String: [String]], at status: Int) -> Entry? {
    byQuery.first(at: Query(status: status, query: query)).map { entries[$0] }
  }

  /// The number of responses with a status to queries that have the names of one.
  func count(ofNamesIn query: [String: [String]], at status: Int) -> Int {
    byQueryNames.all(at: QueryNames(status: status, names: Set(query.keys))).count
  }
}

/// Numbers by keys, each key's in their order.
private struct NumberIndex<Key: Hashable> {
  private var numbers: [Key: [Int]] = [:]

  func all(at key: Key) -> [Int] { numbers[key] ?? [] }

  func first(at key: Key) -> Int? { numbers[key]?.first }

  mutating func insert(_ number: Int, at key: Key) {
    let place = place(of: number, at: key)
    numbers[key, default: []].insert(number, at: place)
  }

  mutating func remove(_ number: Int, at key: Key) {
    let place = place(of: number, at: key)
    guard let list = numbers[key], place < list.count, list[place] == number else { return }
    if list.count == 1 { numbers[key] = nil } else { numbers[key]?.remove(at: place) }
  }

  /// Returns the index of a number in a key's list, or the one at which it would be inserted.
  private func place(of number: Int, at key: Key) -> Int {
    let list = numbers[key] ?? []
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
