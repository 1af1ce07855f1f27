import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages

/// Checks that a read shows a deleted item's tombstone if the contract says so.
extension EffectRun {
  /// Returns the drift of a read that must show a removed item's tombstone but reports that the item doesn't exist.
  /// Returns `nil` if the read shows the tombstone, or if that can't be decided.
  func missingTombstone(
    of item: ServerItem, _ write: Write, _ judge: EffectJudge, _ credentials: [String: String]
  ) async -> Drift? {
    guard goesOn, let resource = items.resource(item), resource.collection.tombstone != nil,
      let read = resource.reads.first(where: { $0.states.count == 1 && $0.states[0].tombstones == .always }),
      let path = item.path(at: read), isFirstRemoval(of: item, by: write, resource)
    else { return nil }
    func drift(_ status: Int) -> Drift {
      judge.drift(
        Rule.effect.tombstoneMissing, at: "/request", expected: "the tombstone of \(item)", actual: "\(status)",
        "\(line(write)) succeeded, but GET \(path) returns \(status), where the contract shows the tombstone of \(item)."
      )
    }
    var found: Drift?
    for pause in [Duration.zero] + patience(for: drift(404)) {
      if pause > .zero { await items.clock.pause(pause) }
      guard goesOn else { return nil }
      let exchange = await items.sendPatiently(items.request(read, path: path, credentials: credentials))
      guard items.saysAbsent(exchange), let status = exchange.response?.status else { return nil }
      found = drift(status)
    }
    if let found { records.waits.note([found]) }
    return found
  }

  /// Returns a Boolean value that indicates whether an item certainly existed before it was removed. A second removal
  /// may leave nothing.
  private func isFirstRemoval(of item: ServerItem, by write: Write, _ resource: Resource) -> Bool {
    if let seen = write.images[item] {
      guard case .there(let before) = seen.sight else { return false }
      return !resource.isTombstone(before.item)
    }
    // The run doesn't read its own item's state before removing it.
    let removing = contract.endpoints.filter { endpoint in
      endpoint.states.contains { $0.action == .delete && $0.collection == item.collection }
    }
    guard removing.count == 1, ledger.entry(item)?.isMade ?? false else { return false }
    return records.tried.begin(.tombstone, at: write.reading.endpoint)
  }
}
