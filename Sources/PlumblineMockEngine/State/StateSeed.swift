import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings

/// What every session starts with: the collections as the recordings show them. It is read when it is first asked for,
/// and then shared by all sessions.
final class StateSeed: Sendable {
  private final class Tables: Sendable {
    let tables: [ItemTable?]
    /// The tables of callers who start otherwise.
    let others: [[String: ItemTable]]
    let forms: [ItemForm]

    init(_ tables: [ItemTable?], others: [[String: ItemTable]], forms: [ItemForm]) {
      self.tables = tables
      self.others = others
      self.forms = forms
    }
  }

  /// The contract's collections; they go by their numbers here.
  let collections: [ItemCollection]
  private let numbers: [String: Int]
  private let contract: Contract
  private let recordings: [Recording]
  private let made = LazyReference<Tables>()

  init(contract: Contract, recordings: [Recording]) {
    self.contract = contract
    self.recordings = recordings
    collections = contract.collections
    numbers = Dictionary(
      contract.collections.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The number of the collection with a name.
  func number(of collection: String) -> Int? { numbers[collection] }

  /// A collection's items at the start; `nil` when nothing of what it is seeded from is recorded: then its endpoints replay.
  ///
  /// - Parameter part: whose; empty for everybody's.
  func table(_ collection: Int, _ part: String) -> ItemTable? {
    let begun = begun
    return (part.isEmpty ? nil : begun.others[collection][part]) ?? begun.tables[collection]
  }

  /// How a new item of a collection is filled in.
  func form(_ collection: Int) -> ItemForm { begun.forms[collection] }

  private var begun: Tables {
    made.value {
      let byName = Dictionary(recordings.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      let others = collections.map { collection in
        collection.furtherSeedSources.reduce(into: [:]) { $0[$1.part] = table(collection, $1.sources, byName) }
      }
      return Tables(
        collections.map { table($0, $0.seedSources, byName) }, others: others, forms: collections.map(ItemForm.init))
    }
  }

  private func table(
    _ collection: ItemCollection, _ sources: [JSON], _ recordings: [String: Recording]
  ) -> ItemTable? {
    var items: [JSON] = []
    // Without a seed, or with an empty one, it starts empty.
    var isKnown = sources.isEmpty
    for source in sources {
      guard let name = source.string else {
        items.append(source)
        isKnown = true
        continue
      }
      guard let recording = recordings[name], let found = recording.items(in: contract) else { continue }
      items += found
      isKnown = true
    }
    return isKnown ? ItemTable(items, key: collection.key) : nil
  }
}
