import PlumblineContractModel
import PlumblineJSONTree

/// URLs of the mock itself in items.
extension StateRun {
  /// Returns the item with the URLs that the rule sets, now that its members are known, or `nil` if one has no place.
  func addressed(_ item: JSON) -> JSON? {
    var changed = item
    for assignment in rule.assignments {
      guard case .url(let address) = assignment.value, let url = url(address, of: changed) else { continue }
      guard let next = changed.assigning(assignment.target, url) else { return nil }
      changed = next
    }
    return changed
  }

  /// Returns a URL at the origin that the request was sent to.
  func url(_ address: OwnAddress, of item: JSON?) -> JSON? {
    guard let path = item.flatMap(address.path) else { return nil }
    return JSON("http://" + (reading.request.headers["host"] ?? "127.0.0.1") + path)
  }
}
