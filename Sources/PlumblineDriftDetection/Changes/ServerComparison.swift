import PlumblineContractModel
import PlumblineHTTPMessages

/// Where a service runs, old against new.
struct ServerComparison {
  let old: [Server]
  let new: [Server]
  /// Whether endpoints keep their addresses, as a prefix has moved between their paths and the servers' URLs.
  var isPrefixMoved = false

  private static let rules = Rule.change.server

  /// What differs, each with the name of its server.
  func changes() -> [(name: String, change: Change)] {
    var changes: [(name: String, change: Change)] = []
    func add(_ rule: Rule, _ before: Server?, _ after: Server?, _ message: String) {
      guard let server = after ?? before else { return }
      changes.append(
        (
          "servers.\(server.name)",
          Change(
            rule, old: before?.location, new: after?.location, expected: before?.url, actual: after?.url, message)
        ))
    }
    for server in old {
      guard let after = counterpart(of: server, among: new, and: old) else {
        if isPrefixMoved, new.contains(where: { Self.origin(of: $0) == Self.origin(of: server) }) { continue }
        add(Self.rules.removed, server, nil, "The server '\(server.name)' is no longer named: \(server.url).")
        continue
      }
      if after.url != server.url, !isPrefixMoved || Self.origin(of: after) != Self.origin(of: server) {
        add(
          Self.rules.moved, server, after,
          "The server '\(after.name)' is at \(after.url) now; whoever calls \(server.url) may reach nothing.")
      }
      if after.allowsWrites != server.allowsWrites {
        add(
          Self.rules.writesChanged, server, after,
          after.allowsWrites
            ? "The server '\(after.name)' may be written to now: the contract no longer forbids it."
            : "Nothing may be written to the server '\(after.name)' any more.")
      }
    }
    for server in new where counterpart(of: server, among: old, and: new) == nil {
      if isPrefixMoved, old.contains(where: { Self.origin(of: $0) == Self.origin(of: server) }) { continue }
      add(Self.rules.added, nil, server, "There is one more server, '\(server.name)': \(server.url).")
    }
    return changes
  }

  /// The path that all servers have in their URLs; empty where they have none, or several.
  static func prefix(of servers: [Server]) -> String {
    let paths = Set(servers.map { (try? BaseURL(parsing: $0.url).path) ?? "" })
    return paths.count == 1 ? paths.first ?? "" : ""
  }

  /// A server's URL without its path.
  private static func origin(of server: Server) -> String {
    let path = (try? BaseURL(parsing: server.url).path) ?? ""
    let url = server.url.hasSuffix("/") ? String(server.url.dropLast()) : server.url
    return url.hasSuffix(path) ? String(url.dropLast(path.count)) : url
  }

  /// The server of its name; else the one at its place, if that isn't another's there by name.
  private func counterpart(of server: Server, among others: [Server], and own: [Server]) -> Server? {
    others.first { $0.name == server.name }
      ?? others.first { other in other.url == server.url && !own.contains { $0.name == other.name } }
  }
}
