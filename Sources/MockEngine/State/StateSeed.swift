import ContractModel
import JSONTree
import Recordings
import Synchronization

/// What every session starts with: the collections as the recordings show them. It is read when it is first asked for,
/// and then shared by all sessions.
final class StateSeed: Sendable {
  private final class Tables: Sendable {
    let tables: [String: ItemTable]
    let forms: [String: ItemForm]

    init(_ tables: [String: ItemTable], forms: [String: ItemForm]) {
      self.tables = tables
      self.forms = forms
    }
  }

  let collections: [String: ItemCollection]
  private let contract: Contract
  private let recordings: [Recording]
  private let made = AtomicLazyReference<Tables>()

  init(contract: Contract, recordings: [Recording]) {
    self.contract = contract
    self.recordings = recordings
    collections = Dictionary(contract.collections.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// A collection's items at the start; `nil` when nothing of what it is seeded from is recorded: then its endpoints replay.
  func table(_ collection: String) -> ItemTable? { begun.tables[collection] }

  /// How a new item of a collection is filled in.
  func form(_ collection: String) -> ItemForm? { begun.forms[collection] }

  private var begun: Tables {
    made.load() ?? made.storeIfNil(Tables(tables(), forms: collections.mapValues(ItemForm.init)))
  }

  private func tables() -> [String: ItemTable] {
    guard !contract.collections.isEmpty else { return [:] }
    let byName = Dictionary(recordings.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var tables: [String: ItemTable] = [:]
    for collection in contract.collections {
      var items: [JSON] = []
      var isKnown = collection.seed == nil
      for source in collection.seedSources {
        guard let name = source.string else {
          items.append(source)
          isKnown = true
          continue
        }
        guard let recording = byName[name], let found = recording.items(in: contract) else { continue }
        items += found
        isKnown = true
      }
      if isKnown { tables[collection.name] = ItemTable(items, key: collection.key) }
    }
    return tables
  }
}
