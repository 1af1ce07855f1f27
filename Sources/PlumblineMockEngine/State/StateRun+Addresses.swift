import PlumblineContractModel
import PlumblineJSONTree

/// Members that contain URLs of the mock itself.
extension StateRun {
  /// Returns the item with the URLs that the rule sets. They can refer to other members, so this comes last. Returns
  /// `nil` if a URL can't be set because there is no object to contain it.
  func addressed(_ item: JSON) -> JSON? {
    var changed = item
    for assignment in rule.assignments {
      guard case .url(let address) = assignment.value, let url = url(address, of: changed) else { continue }
      guard let next = changed.assigning(assignment.target, url) else { return nil }
      changed = next
    }
    return changed
  }

  /// Returns a URL with the origin that the request was sent to.
  func url(_ address: OwnAddress, of item: JSON?) -> JSON? {
    guard let path = item.flatMap(address.path) else { return nil }
    return JSON("http://" + (reading.request.headers["host"] ?? "127.0.0.1") + path)
  }
}
