import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings

/// The initial state of every session: the collections in the recordings. It is read on first use and shared by all
/// sessions.
final class StateSeed: Sendable {
  private final class Tables: Sendable {
    let tables: [ItemTable?]
    /// The tables of parts that have their own initial items, by part.
    let others: [[String: ItemTable]]
    let forms: [ItemForm]
    let times: [Times]

    init(_ tables: [ItemTable?], others: [[String: ItemTable]], of contract: Contract) {
      let collections = contract.collections
      self.tables = tables
      self.others = others
      times = zip(collections, zip(tables, others)).map { collection, tables in
        let all = [tables.0].compactMap { $0 } + tables.1.sorted { $0.key < $1.key }.map(\.value)
        return Times(collection, all)
      }
      forms = zip(collections, zip(times, KeyParameters.all(of: contract))).map { collection, facts in
        ItemForm(collection, times: facts.0.touched, sample: facts.0.sample, paths: facts.1)
      }
    }
  }

  /// The time formats in a collection's items.
  struct Times: Sendable {
    /// The members that are set to the time of every change.
    let touched: [JSONPointer: TimeForm]
    /// The latest time in any item, in milliseconds, or `nil` if no member has millisecond precision.
    let latest: Int?
    /// An item from the initial collection. It resolves choices that the schema leaves open.
    let sample: JSON?

    init(_ collection: ItemCollection, _ tables: [ItemTable]) {
      let sample = tables.lazy.compactMap { $0.items(from: 0, count: 1).first }.first
      self.sample = sample
      touched = Dictionary(
        collection.touched.map { ($0.pointer, $0.time.form(like: sample?.at($0.pointer))) },
        uniquingKeysWith: { first, _ in first })
      let fine = touched.filter(\.value.isFine)
      let times = tables.flatMap(\.items).flatMap { item in
        fine.compactMap { pointer, form in item.at(pointer).flatMap(form.thousandths) }
      }
      latest = fine.isEmpty ? nil : times.max() ?? 0
    }
  }

  /// The contract's collections, in order.
  let collections: [ItemCollection]
  private let numbers: [String: Int]
  private let contract: Contract
  private let recordings: [Recording]
  private let made = LazyReference<Tables>()
  private let weak: [Bool]
  private let listed: [Bool]

  init(contract: Contract, recordings: [Recording]) {
    self.contract = contract
    self.recordings = recordings
    collections = contract.collections
    listed = contract.collections.map { collection in
      contract.endpoints.contains { endpoint in
        endpoint.states.contains { $0.action == .list && $0.collection == collection.name }
      }
    }
    weak = contract.collections.map { collection in
      contract.endpoints.contains { endpoint in
        endpoint.showsEntityTag && endpoint.states.contains { $0.collection == collection.name }
          && endpoint.answers.contains { $0.headers.contains(where: \.isWeakTag) }
      }
    }
    numbers = Dictionary(
      contract.collections.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the index of the collection with a name.
  func number(of collection: String) -> Int? { numbers[collection] }

  /// Returns a collection's initial items, or `nil` if none of its seed's sources is recorded. In that case, its
  /// endpoints replay recordings.
  ///
  /// - Parameter part: The caller's part, or an empty string for the shared part.
  func table(_ collection: Int, _ part: String) -> ItemTable? {
    let begun = begun
    return (part.isEmpty ? nil : begun.others[collection][part]) ?? begun.tables[collection]
  }

  /// Returns the names of the parts of a collection that have their own initial items.
  func parts(_ collection: Int) -> [String] { Array(begun.others[collection].keys) }

  /// Returns the form for filling in new items of a collection.
  func form(_ collection: Int) -> ItemForm { begun.forms[collection] }

  /// Returns the time formats in a collection's items.
  func times(_ collection: Int) -> Times { begun.times[collection] }

  /// Returns a Boolean value that indicates whether a collection's entity tags are weak, according to the contract's
  /// responses.
  func hasWeakTags(_ collection: Int) -> Bool { weak[collection] }

  /// Returns a Boolean value that indicates whether an endpoint lists a collection's items.
  func isListed(_ collection: Int) -> Bool { listed[collection] }

  private var begun: Tables {
    made.value {
      let byName = Dictionary(recordings.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      let others = collections.map { collection in
        let own = collection.furtherSeedSources + (collection.isPerPath ? sourcesByPath(collection, byName) : [])
        return own.reduce(into: [:]) { $0[$1.part] = table(collection, $1.sources, byName) }
      }
      let tables = collections.map { collection in
        // If the path identifies the owner of the items, each part starts with the items recorded at its own path.
        // Other parts start empty.
        collection.isPerPath ? ItemTable([], key: collection.key) : table(collection, collection.seedSources, byName)
      }
      return Tables(tables, others: others, of: contract)
    }
  }

  /// Returns the sources of a collection's seed, grouped by the part that their requests refer to.
  private func sourcesByPath(
    _ collection: ItemCollection, _ recordings: [String: Recording]
  ) -> [(part: String, sources: [JSON])] {
    var sources: [String: [JSON]] = [:]
    for source in collection.seedSources {
      guard let recording = source.string.flatMap({ recordings[$0] }),
        let endpoint = contract.endpoint(recording.endpoint)
      else { continue }
      let reading = RequestReading(recording.request, for: endpoint, persona: recording.persona(in: contract))
      sources[collection.part(of: reading), default: []].append(source)
    }
    return sources.map { ($0.key, $0.value) }
  }

  private func table(
    _ collection: ItemCollection, _ sources: [JSON], _ recordings: [String: Recording]
  ) -> ItemTable? {
    var items: [JSON] = []
    // If there is no seed, or the seed is empty, the collection starts empty.
    var isKnown = sources.isEmpty
    for source in sources {
      guard let name = source.string else {
        items.append(source)
        isKnown = true
        continue
      }
      guard let recording = recordings[name], let found = recording.items(in: contract, of: collection) else {
        continue
      }
      items += isNewestFirst(recording, collection) ? found.reversed() : found
      isKnown = true
    }
    return isKnown ? ItemTable(items, key: collection.key) : nil
  }

  /// Returns a Boolean value that indicates whether a recorded list starts with the newest item. In a table, the newest
  /// item is last.
  private func isNewestFirst(_ recording: Recording, _ collection: ItemCollection) -> Bool {
    contract.endpoint(recording.endpoint)?.states.contains { rule in
      rule.action == .list && rule.collection == collection.name && rule.isNewestFirst
    } ?? false
  }
}

extension DocumentedResponse.Header {
  /// A Boolean value that indicates whether the header field is an entity tag that must be weak according to the
  /// contract.
  fileprivate var isWeakTag: Bool {
    guard name.lowercased() == "etag", let schema else { return false }
    return !schema.isValid(JSON("\"x\"")) && schema.isValid(JSON("W/\"x\""))
  }
}
