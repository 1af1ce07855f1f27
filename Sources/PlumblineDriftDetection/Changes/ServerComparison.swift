import PlumblineContractModel
import PlumblineHTTPMessages

/// A comparison of a service's servers in two contracts.
struct ServerComparison {
  let old: [Server]
  let new: [Server]
  /// A Boolean value that indicates whether a prefix has moved between the endpoints' paths and the servers' URLs, so
  /// that endpoints keep their addresses.
  var isPrefixMoved = false

  private static let rules = Rule.change.server

  /// Returns the changes, each with the name of the server.
  func changes() -> [(name: String, change: Change)] {
    var changes: [(name: String, change: Change)] = []
    func add(_ rule: Rule, _ before: Server?, _ after: Server?, _ message: String) {
      guard let server = after ?? before else { return }
      // If a server moved and is absent on one side, its location on that side was the root.
      let root = rule == Self.rules.moved ? "/" : nil
      changes.append(
        (
          "servers.\(server.name)",
          Change(
            rule, old: before?.location, new: after?.location, expected: before?.url ?? root,
            actual: after?.url ?? root, message)
        ))
    }
    for server in old {
      guard let after = counterpart(of: server) else {
        if isPrefixMoved, Self.has(new, originOf: server) || isRoot(new, besides: server) { continue }
        if isRoot(new, besides: server) {
          add(
            Self.rules.moved, server, nil,
            "Paths used to begin with \(Self.path(of: server)) and now begin at the root, so calls to \(server.url) may "
              + "fail.")
        } else {
          add(Self.rules.removed, server, nil, "The server '\(server.name)' was removed: \(server.url).")
        }
        continue
      }
      if after.url != server.url, !isPrefixMoved || Self.origin(of: after) != Self.origin(of: server) {
        add(
          Self.rules.moved, server, after,
          "The server '\(after.name)' moved from \(server.url) to \(after.url); clients with the old URL may no longer reach it."
        )
      }
      if after.allowsWrites != server.allowsWrites {
        add(
          Self.rules.writesChanged, server, after,
          after.allowsWrites
            ? "The contract no longer forbids writing to the server '\(after.name)'."
            : "The contract now forbids writing to the server '\(after.name)'.")
      }
    }
    let known = Set(old.compactMap { counterpart(of: $0)?.name })
    for server in new where !known.contains(server.name) {
      if isPrefixMoved, Self.has(old, originOf: server) || isRoot(old, besides: server) { continue }
      if isRoot(old, besides: server) {
        add(
          Self.rules.moved, nil, server,
          "Paths used to begin at the root and now begin with \(Self.path(of: server)), so calls to them at the root may "
            + "fail.")
      } else {
        add(Self.rules.added, nil, server, "New server '\(server.name)': \(server.url).")
      }
    }
    return changes
  }

  /// Returns the path that the URLs of all servers have in common, or an empty string if they don't have a path or
  /// their paths differ.
  static func prefix(of servers: [Server]) -> String {
    let paths = Set(servers.map { (try? BaseURL(parsing: $0.url).path) ?? "" })
    return paths.count == 1 ? paths.first ?? "" : ""
  }

  private static func path(of server: Server) -> String { (try? BaseURL(parsing: server.url).path) ?? "" }

  /// Returns a server's URL without its path.
  private static func origin(of server: Server) -> String {
    let path = path(of: server)
    let url = server.url.hasSuffix("/") ? String(server.url.dropLast()) : server.url
    return url.hasSuffix(path) ? String(url.dropLast(path.count)) : url
  }

  private static func has(_ servers: [Server], originOf server: Server) -> Bool {
    servers.contains { origin(of: $0) == origin(of: server) }
  }

  /// The placeholder for the origin of relative server URLs, which depend on the document's location.
  private static let relativeOrigin = "http://localhost"

  /// Returns a Boolean value that indicates whether one side has no servers, so that its paths begin at the root
  /// (OpenAPI 3.1.1, Server Object), and the other side's server has the same origin and a path.
  private func isRoot(_ servers: [Server], besides server: Server) -> Bool {
    servers.isEmpty && !Self.path(of: server).isEmpty && Self.origin(of: server) == Self.relativeOrigin
  }

  /// Returns NEW's counterpart of a server: the server with the same name, or else the unmatched server with the same
  /// URL, or else the only unmatched server on the same host, if the given server is the only unmatched one there in
  /// OLD.
  private func counterpart(of server: Server) -> Server? {
    if let named = new.first(where: { $0.name == server.name }) { return named }
    let free = new.filter { other in !old.contains { $0.name == other.name } }
    if let same = free.first(where: { $0.url == server.url }) { return same }
    func others(_ servers: [Server], but rest: [Server]) -> [Server] {
      servers.filter { one in
        Self.origin(of: one) == Self.origin(of: server) && !rest.contains { $0.name == one.name || $0.url == one.url }
      }
    }
    let (before, after) = (others(old, but: new), others(new, but: old))
    return before.map(\.name) == [server.name] && after.count == 1 ? after[0] : nil
  }
}
