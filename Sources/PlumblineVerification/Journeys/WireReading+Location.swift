import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The key of a new item from the address in a response.
extension WireReading {
  /// Returns the key of the item whose address is in a response's `Location` (RFC 9110 section 10.2.2), or `nil` if no
  /// endpoint at that address reads or deletes an item of the collection.
  func locatedKey(in response: Response, of collection: String) -> String? {
    guard let location = response.headers["location"], let path = Self.path(of: location) else { return nil }
    for target in [path, path + "/"] + withoutBases(path) {
      for method in [HTTPMethod.get, .delete] {
        guard let reading = WireReading(Request(method: method, target: target), in: contract),
          let rule = reading.rule, rule.action == .read || rule.action == .delete, rule.collection == collection,
          case .path = rule.key, let key = reading.item?.key
        else { continue }
        return Self.text(JSON(key))
      }
    }
    return nil
  }

  /// Returns the path of a URL or an absolute path, or `nil` for a relative reference.
  private static func path(of location: String) -> String? {
    let plain = String(location.prefix { $0 != "?" && $0 != "#" })
    if plain.hasPrefix("//") { return nil }
    return plain.hasPrefix("/") ? plain : try? BaseURL(parsing: plain).path
  }

  /// Returns variants of a path without the servers' base paths, because the contract's paths are relative to them.
  private func withoutBases(_ path: String) -> [String] {
    let bases = Set(contract.servers.compactMap { try? BaseURL(parsing: $0.url).path })
    return bases.filter { !$0.isEmpty && path.hasPrefix($0 + "/") }.sorted().map { String(path.dropFirst($0.count)) }
  }
}
