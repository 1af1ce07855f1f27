import PlumblineContractModel
import PlumblineJSONTree

/// The lists that show items other than a write's target: those of its collection, and those below it.
///
/// A write may do more than documented, such as removing all favorites instead of one, or closing every inquiry. A read
/// of the write's own item doesn't show that.
struct Neighbours: Sendable {
  /// A list as one caller sees it.
  struct Row: Sendable {
    let list: Endpoint
    let collection: ItemCollection
    let path: String
    let credentials: [String: String]
    /// The values of the list's path parameters.
    let within: [String: String]
    /// The items, by key.
    let items: [String: JSON]

    /// Returns the item with a key. It belongs to the caller if each caller has their own items.
    func item(_ key: String) -> ServerItem {
      ServerItem(
        collection: collection.name, key: key, within: within,
        owner: collection.isPerCaller ? ServerItem.owner(with: credentials) : "")
    }
  }

  /// The maximum number of pages to read from a list before and after each write.
  static let mostPages = 5

  private let items: ItemClient

  /// - Parameter items: The client that reads the lists. The reads aren't checked, because the run's own calls read the
  ///   lists as well.
  init(items: ItemClient) { self.items = items.unlogged }

  /// Reads the lists in which a write should change only its own item. Lists that can't be read completely are omitted.
  func rows(beside reading: WireReading, credentials: [String: String]) async -> [Row] {
    var rows: [Row] = []
    for (list, collection, path) in lists(beside: reading) {
      if let row = await row(list, collection, path, credentials, isPart: false) { rows.append(row) }
    }
    return rows
  }

  /// Reads a list again. Returns `nil` if it can't be read completely.
  ///
  /// - Parameter isPart: A Boolean value that indicates whether the beginning of the list is enough. The items there
  ///   certainly exist.
  func again(_ row: Row, isPart: Bool = false) async -> Row? {
    await self.row(row.list, row.collection, row.path, row.credentials, isPart: isPart)
  }

  private func row(
    _ list: Endpoint, _ collection: ItemCollection, _ path: String, _ credentials: [String: String], isPart: Bool
  ) async -> Row? {
    var pages = 0
    let listing = await items.read(list, path: path, credentials: credentials, isPatient: true) { _, _ in
      pages += 1
      return pages < Self.mostPages
    }
    let isWhole = listing.unfinished == nil && pages < Self.mostPages
    guard isWhole || isPart && !listing.isBroken else { return nil }
    var shown: [String: JSON] = [:]
    for item in listing.items {
      guard let key = items.key(of: item, in: collection) else { return nil }
      shown[key] = item
    }
    return Row(
      list: list, collection: collection, path: path, credentials: credentials,
      within: list.request.template.match(path) ?? [:], items: shown)
  }

  private func lists(beside reading: WireReading) -> [(Endpoint, ItemCollection, path: String)] {
    guard let rule = reading.rule, rule.action != .clear, let name = rule.collection,
      let resource = items.resource(name)
    else { return [] }
    // Skip collections that the request is documented to affect as well.
    let others = Set(rule.also.filter(\.changesSomething).compactMap(\.collection))
    var lists: [(Endpoint, ItemCollection, path: String)] = []
    if !others.contains(name), resource.collection.key != nil {
      let within = reading.item?.within ?? reading.within
      for list in resource.wholeLists(within: Set(within.keys)) {
        if let path = list.request.template.expand(within) { lists.append((list, resource.collection, path)) }
      }
    }
    // Skip the lists below a removed item, because they vanish with it.
    guard rule.action == .update || rule.action == .append, let item = reading.item, let read = resource.reads.first,
      let path = item.path(at: read)
    else { return lists }
    for list in items.contract.endpoints where list.request.method == .get && list.isSafe {
      guard let own = list.states.first(where: { $0.action == .list })?.collection, own != name,
        !others.contains(own), let collection = items.contract.collection(own), collection.key != nil,
        let place = list.path(below: read, path), !list.query.contains(where: \.isRequired)
      else { continue }
      lists.append((list, collection, place))
    }
    return lists
  }
}
