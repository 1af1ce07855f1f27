import PlumblineContractModel

/// A file's exchanges with servers that no contract names, counted by host.
struct UnknownServers {
  private struct Group {
    var number = 0
    let first: CapturedExchange
    /// The origin of the server, or `nil` if it is unknown.
    let origin: String?
    /// The service whose endpoints match the paths of the exchanges, or `nil` if there is none.
    let service: String?
  }

  private var groups: [String: Group] = [:]

  /// Counts an exchange that belongs to no service.
  mutating func add(_ captured: CapturedExchange) {
    count(captured.url.flatMap(ServiceFinder.origin)?.origin, captured, service: nil)
  }

  /// Counts an exchange with a server that isn't in the service's contract, unless the server runs on this machine and
  /// is therefore likely to be a mock.
  mutating func add(_ captured: CapturedExchange, heldTo service: String, at host: String) {
    if ["://127.0.0.1", "://localhost", "://[::1]"].contains(where: host.contains) { return }
    count(host, captured, service: service)
  }

  private mutating func count(_ origin: String?, _ captured: CapturedExchange, service: String?) {
    let key = (origin ?? "an unknown server") + " " + (service ?? "")
    groups[key, default: Group(first: captured, origin: origin, service: service)].number += 1
  }

  /// The problems, one warning per host. Resources that a page loads from other servers aren't drift of the API.
  var problems: [Problem] {
    groups.sorted { $0.key < $1.key }.map { _, group in
      let request = group.first.exchange.request
      let line = "\(request.method) \(Redactor(nil).path(of: request).prefix(120))"
      let isOne = group.number == 1
      let what =
        (isOne ? "The exchange" : "\(group.number) exchanges")
        + " with \(group.origin ?? "an unknown server") (\(line))"
      let rest =
        if let service = group.service {
          "\(isOne ? "was" : "were") checked against \(service) by path alone: its contract has no such server."
        } else {
          "\(isOne ? "doesn't" : "don't") belong to any service: no contract lists the server or the path."
        }
      return Problem(group.first.location, "\(what) \(rest)", level: .warning)
    }
  }
}
