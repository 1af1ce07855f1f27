import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages

/// Items that a check creates for itself after the calls have removed theirs.
extension CheckContext {
  /// Creates an item by repeating the creating request with the longest body.
  ///
  /// - Parameter check: The name of the check.
  func make(_ resource: Resource, for check: String) async -> ServerItem? {
    let ids = Set(resource.creating.map(\.id))
    guard !records.ledger.doubts.contains(where: { ids.contains($0.endpoint) }), let delete = resource.delete,
      !records.waits.hold(Rule.effect.notRemoved, at: delete)
    else { return nil }
    let marked = resource.creating.flatMap { samples.all(of: $0) }.filter { sample in
      records.mark.isIn(sample.exchange.request.body)
        && sample.exchange.response.map { sample.reading.itemMade(by: $0) != nil } ?? false
    }
    let best = marked.max { ($0.reading.request.body?.count ?? 0) < ($1.reading.request.body?.count ?? 0) }
    guard let best, let request = self.request(best, keepsQuery: true)?.withFreshKey(for: best.endpoint),
      let exchange = await act(request)
    else { return nil }
    await settle(exchange, at: best.endpoint, for: check)
    return records.ledger.latest(madeBy: exchange).flatMap { records.ledger.isOurs($0) ? $0 : nil }
  }

  /// Records a check's request in the ledger.
  func settle(_ exchange: Exchange, at endpoint: Endpoint, for check: String) async {
    records.recorder.note(exchange, call: "\(endpoint.id): \(check)")
    await records.settle()
  }
}
