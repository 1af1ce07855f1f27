import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The reversal of a trial's changes. It is determined before the trial is sent and verified afterward.
extension EffectRun {
  /// The requests that undo a trial's changes to an item.
  struct WayBack: Sendable {
    let requests: [(endpoint: Endpoint, request: Request)]
    /// The pointers to the members that the trial changes.
    let places: [JSONPointer]
    let original: JSON

    /// Returns the pointers to the members that don't have their former values.
    func missing(in item: JSON) -> [JSONPointer] {
      places.filter { !Equivalence.holds(original.at($0) ?? .null, item.at($0)) }
    }
  }

  /// Returns the requests that undo a trial, or `nil` if no requests restore the values without side effects.
  ///
  /// The tried endpoint is preferred, because it has just worked as documented.
  func wayBack(of places: [JSONPointer], _ write: Write, _ item: ServerItem, to original: JSON) -> WayBack? {
    guard let resource = items.resource(item) else { return nil }
    let usable = resource.updates.filter { endpoint in
      guard let rule = endpoint.state else { return false }
      return rule.also.isEmpty && rule.merge != .operations
        && !records.waits.hold(Rule.effect.notApplied, at: endpoint)
    }
    for endpoints in [usable.filter { $0 === write.reading.endpoint }, usable] {
      let restoration = Restoration(of: places, to: original, by: endpoints)
      let requests = restoration.steps.compactMap { step in
        request(of: step, like: write, item).map { (endpoint: step.endpoint, request: $0) }
      }
      guard restoration.lost.isEmpty, !requests.isEmpty, requests.count == restoration.steps.count else { continue }
      return WayBack(requests: requests, places: places, original: original)
    }
    return nil
  }

  private func request(of step: Restoration.Step, like write: Write, _ item: ServerItem) -> Request? {
    if step.endpoint === write.reading.endpoint, let body = step.body { return request(with: body, like: write) }
    guard let path = item.path(at: step.endpoint) else { return nil }
    let plain = items.request(
      step.endpoint, path: path, credentials: write.reading.credentials, body: step.body)
    return follows(step.endpoint.state, plain, at: step.endpoint) ? plain : nil
  }

  /// Reverts a trial's changes, and polls until the former values are shown again. Values that aren't shown are
  /// reported.
  func sendBack(_ way: WayBack, _ item: ServerItem, _ write: Write) async {
    for (endpoint, request) in way.requests {
      _ = await items.sendFresh(request, to: endpoint, credentials: write.reading.credentials)
    }
    let sight = await items.look(for: item, credentials: looker(write, item)) { sight in
      guard case .there(let snapshot) = sight else { return false }
      return way.missing(in: snapshot.item).isEmpty
    }
    switch sight {
    case .there(let snapshot):
      let changes = way.missing(in: snapshot.item).map { place in
        "\(place) was \(way.original.at(place)?.text ?? "absent") and is now \(snapshot.item.at(place)?.text ?? "absent")"
      }
      guard !changes.isEmpty else { return }
      ledger.doubt(
        write.reading.endpoint, line(write),
        "may be left behind: \(item), which the run created, differs from its state before trials of \(line(write)): "
          + changes.joined(separator: "; "), isFailure: false)
    case .absent:
      ledger.doubt(
        write.reading.endpoint, line(write),
        "may be left behind: \(item) no longer exists after trials of \(line(write)); it carried the mark "
          + "\(records.mark)", isFailure: true)
    case .unknown(let why):
      ledger.doubt(
        write.reading.endpoint, line(write),
        "may be left behind: \(item) was changed by trials of \(line(write)) and can't be read anymore: \(why)",
        isFailure: true)
    }
  }
}
