import PlumblineContractModel

/// An item on a real server, with its collection in the contract and the values that identify it in paths.
struct ServerItem: Sendable, Hashable, CustomStringConvertible {
  let collection: String
  /// The key. It is empty for the item of a single-item collection, and for the caller's own item if paths contain no
  /// key for it, such as a profile.
  let key: String
  /// The values of the other path parameters that identify the item, by name, such as a comment's `ticket_id`.
  let within: [String: String]
  /// The owner if each caller has their own items, otherwise an empty string.
  let owner: String

  /// Returns the string that distinguishes a caller's own items from others'.
  static func owner(with credentials: [String: String]) -> String {
    credentials.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
  }

  /// Returns the item's path at an endpoint of the collection, or `nil` if that endpoint identifies items differently.
  func path(at endpoint: Endpoint) -> String? {
    var values = within
    if !key.isEmpty {
      guard let name = endpoint.keyParameter(of: collection) else { return nil }
      values[name] = key
    }
    return endpoint.request.template.expand(values)
  }

  /// Returns the path of a list that may show the item.
  func path(inList endpoint: Endpoint) -> String? { endpoint.request.template.expand(within) }

  var description: String {
    let places = within.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return collection + (key.isEmpty ? "" : " \(key)") + (places.isEmpty ? "" : " (\(places.joined(separator: ", ")))")
  }
}
