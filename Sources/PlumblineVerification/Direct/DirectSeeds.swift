import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// The ids in a contract's own data: those of the collections' initial items, and those in recorded paths.
///
/// These ids exist on a mock, and may exist on a real server.
struct DirectSeeds: Sendable {
  /// An initial item of a collection.
  private struct Item {
    let json: JSON
    /// The path values that the item was recorded with, or that it belongs to according to the contract.
    let path: [String: String]
  }

  private let contract: Contract
  private let names: DirectNames
  private let items: [String: [Item]]
  /// The values in recorded paths, by the shared names of the parameters.
  private let recorded: [String: String]

  init(_ contract: Contract, _ recordings: [Recording], _ names: DirectNames) {
    self.contract = contract
    self.names = names
    let known = Dictionary(recordings.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    items = Dictionary(
      contract.collections.map { ($0.name, Self.items(of: $0, contract, known)) },
      uniquingKeysWith: { first, _ in first })
    var recorded: [String: String] = [:]
    for recording in recordings where recording.response.status < 400 {
      guard let endpoint = contract.endpoint(recording.endpoint) else { continue }
      for (name, value) in endpoint.request.template.match(recording.request.path) ?? [:] {
        let family = names.family(of: name, in: endpoint)
        recorded[family] = recorded[family] ?? value
      }
    }
    self.recorded = recorded
  }

  private static func items(
    of collection: ItemCollection, _ contract: Contract, _ recordings: [String: Recording]
  ) -> [Item] {
    func items(_ sources: [JSON], _ path: [String: String]) -> [Item] {
      sources.flatMap { source -> [Item] in
        guard let name = source.string else { return [Item(json: source, path: path)] }
        guard let recording = recordings[name] else { return [] }
        let own = contract.endpoint(recording.endpoint)?.request.template.match(recording.request.path) ?? [:]
        return (recording.items(in: contract, of: collection) ?? []).map {
          Item(json: $0, path: own.merging(path) { $1 })
        }
      }
    }
    let parts = collection.furtherSeedSources.flatMap { part, sources -> [Item] in
      items(sources, path(of: part, in: collection))
    }
    return parts + items(collection.seedSources, [:])
  }

  /// Returns the path values of a part of a collection. For example, the part `one/two` has one value for a shelf and
  /// one for a box.
  private static func path(of part: String, in collection: ItemCollection) -> [String: String] {
    let texts = collection.per.count == 1 ? [part] : part.split(separator: "/").map(unescaped)
    guard texts.count == collection.per.count else { return [:] }
    var path: [String: String] = [:]
    for (address, text) in zip(collection.per, texts) {
      if case .path(let name) = address { path[name] = text }
    }
    return path
  }

  private static func unescaped(_ text: Substring) -> String {
    String(text).replacing("~1", with: "/").replacing("~0", with: "~")
  }

  /// Returns the known values for an endpoint's path parameters: the ids of one item and of its parents.
  ///
  /// - Parameter wanted: The values to prefer if an item has them.
  func path(of endpoint: Endpoint, preferring wanted: [String: String]) -> [String: String] {
    var path: [String: String] = [:]
    if let rule = endpoint.states.first(where: { $0.collection != nil }), let name = rule.collection,
      let collection = contract.collection(name)
    {
      let candidates = (items[name] ?? []).map { values(of: $0, rule, collection, endpoint) }
      let best = candidates.first { values in wanted.contains { values[$0.key] == $0.value } }
      path = best ?? candidates.first ?? [:]
    }
    for parameter in endpoint.request.template.parameters where path[parameter] == nil {
      let keys = names.collection(of: parameter, in: endpoint).flatMap(contract.collection).map(keys) ?? []
      let preferred = keys.first { $0 == wanted[parameter] } ?? keys.first
      path[parameter] = preferred ?? recorded[names.family(of: parameter, in: endpoint)]
    }
    return path
  }

  /// Returns the path values for a request that addresses an item.
  private func values(
    of item: Item, _ rule: StateRule, _ collection: ItemCollection, _ endpoint: Endpoint
  ) -> [String: String] {
    var path = item.path.filter { endpoint.request.template.parameters.contains($0.key) }
    for match in rule.within {
      guard case .path(let name) = match.address, let member = match.members.first else { continue }
      path[name] = item.json.at(member).flatMap(WireReading.text) ?? path[name]
    }
    // A path without the key identifies no item.
    guard case .path(let name) = rule.key, let key = collection.key else { return path }
    path[name] = item.json.at(key).flatMap(WireReading.text)
    return path
  }

  private func keys(_ collection: ItemCollection) -> [String] {
    guard let key = collection.key else { return [] }
    return (items[collection.name] ?? []).compactMap { $0.json.at(key).flatMap(WireReading.text) }
  }
}
