import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Writes that can be undone only with a value from the server, such as `If-Match` with the current entity tag.
extension WriteSafeguard {
  /// Returns the reason not to create an item whose removal requires a condition that no read shows, or `nil` if the
  /// item can be removed or may be left behind.
  func unremovable(_ reading: WireReading, _ collection: ItemCollection) async -> String? {
    let items = records.items
    guard let delete = items.resource(collection.name)?.delete, !delete.requiredConditions.isEmpty,
      !mayStay(reading)
    else { return nil }
    // Check an existing item, because a new one will have the same conditions.
    let known = records.ledger.known(collection.name, within: reading.within)
    let item =
      known ?? ServerItem(collection: collection.name, key: "1", within: reading.within, owner: "")
    guard let path = item.path(at: delete) else { return nil }
    let credentials = reading.credentials
    let lack = await items.lack(
      ofConditionsFor: items.request(delete, path: path, credentials: credentials), to: delete,
      credentials: credentials, isKnown: known != nil)
    return lack.map { "\($0), so what it creates couldn't be removed" }
  }

  /// Returns the reason not to change an item that couldn't be restored, because the restoring request requires a
  /// condition that no read shows. Returns `nil` if all restoring requests can be sent.
  func unsendableWayBack(
    of item: ServerItem, _ original: JSON, _ reading: WireReading, _ rule: StateRule, _ credentials: [String: String]
  ) async -> String? {
    let items = records.items
    guard let resource = items.resource(item) else { return nil }
    let restoration = Restoration(of: reading.changes(to: original), to: original, by: resource.updates)
    var endpoints = restoration.steps.map(\.endpoint)
    if !rule.additions.isEmpty, let inverse = resource.inverse(of: rule) { endpoints.append(inverse) }
    for endpoint in endpoints {
      guard let path = item.path(at: endpoint) else { continue }
      let request = items.request(endpoint, path: path, credentials: credentials)
      let lack = await items.lack(ofConditionsFor: request, to: endpoint, credentials: credentials)
      if let lack { return "\(lack), so its changes couldn't be restored" }
    }
    return nil
  }
}
