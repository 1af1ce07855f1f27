import PlumblineContractModel

/// Something that a real server has: which collection of the contract it belongs to, and how paths name it.
struct ServerItem: Sendable, Hashable, CustomStringConvertible {
  let collection: String
  /// Empty for a collection of a single item, and for the caller's own, which paths don't name: a profile.
  let key: String
  /// The other parameters of the paths that lead to it, by their names: a comment's `ticket_id`.
  let within: [String: String]
  /// The owner, if every caller has a set of their own.
  let owner: String

  /// Returns the text that distinguishes a caller's own set from those of others.
  static func owner(with credentials: [String: String]) -> String {
    credentials.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
  }

  /// Returns the path at which an endpoint of the collection has it; `nil` if that endpoint names items differently.
  func path(at endpoint: Endpoint) -> String? {
    var values = within
    if !key.isEmpty {
      guard let name = endpoint.keyParameter(of: collection) else { return nil }
      values[name] = key
    }
    return endpoint.request.template.expand(values)
  }

  /// Returns the path of a list that may show it.
  func path(inList endpoint: Endpoint) -> String? { endpoint.request.template.expand(within) }

  var description: String {
    let places = within.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return collection + (key.isEmpty ? "" : " \(key)") + (places.isEmpty ? "" : " (\(places.joined(separator: ", ")))")
  }
}
