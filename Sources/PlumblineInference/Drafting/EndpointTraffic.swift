import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The exchanges with a single endpoint.
struct EndpointTraffic {
  let method: HTTPMethod
  let template: [PathTree.Part]
  let exchanges: [SeenExchange]

  /// The exchanges whose requests the server considered well formed, or all exchanges if there were none.
  var wellFormed: [SeenExchange] {
    let fine = exchanges.filter(\.isWellFormed)
    return fine.isEmpty ? exchanges : fine
  }

  /// The exchanges whose requests were rejected because of values that were invalid or missing.
  var refused: [SeenExchange] { exchanges.filter { [400, 422].contains($0.response.status) } }

  /// The lowercase names of the `x-` fields that only one user agent sent. A client library may use them to describe
  /// itself, and there is no evidence that the service requires them from other clients.
  var fieldsOfOneAgent: Set<String> {
    var agents: [String: Set<String>] = [:]
    for exchange in wellFormed {
      let agent = exchange.request.headers["user-agent"] ?? ""
      for (name, _) in exchange.request.headers where name.lowercased().hasPrefix("x-") {
        agents[name.lowercased(), default: []].insert(agent)
      }
    }
    return Set(agents.filter { $0.value.count < 2 }.keys)
  }

  /// A Boolean value that indicates whether every response reported that the endpoint doesn't exist.
  var isNowhere: Bool {
    exchanges.allSatisfy { [404, 405, 501].contains($0.response.status) && !$0.isChosen }
      && template.allSatisfy { if case .word = $0 { true } else { false } }
  }

  /// A Boolean value that indicates whether the path is a health check's and no caller was rejected. Such endpoints are
  /// public, even if a client always sends its credential.
  var isHealth: Bool {
    guard method == .get || method == .head,
      !exchanges.contains(where: { [401, 403].contains($0.response.status) })
    else { return false }
    let words = template.compactMap { if case .word(let word) = $0 { word.lowercased() } else { nil } }
    guard words.count == template.count, let last = words.last else { return false }
    if words.first == ".well-known" { return true }
    // Reject paths with other words: `/orders/ready` is about orders.
    return Self.healthWords.contains(last)
      && words.dropLast().allSatisfy { $0 == "api" || $0 == "actuator" || $0.wholeMatch(of: /v[0-9]+/) != nil }
  }

  private static let healthWords: Set<String> = [
    "health", "healthz", "healthcheck", "health-check", "ping", "livez", "readyz", "live", "ready", "liveness",
    "readiness", "version", "openapi.json", "swagger.json",
  ]

  var line: EndpointNames.Line {
    let successes = exchanges.filter(\.isSuccess)
    let isList = successes.contains { exchange in
      guard let body = exchange.answered else { return false }
      return body.kind == .array
        || body.members.contains { $0.value.kind == .array && ["data", "items", "results"].contains($0.key) }
    }
    return EndpointNames.Line(
      method: method, template: template, isList: isList,
      isCreation: successes.contains { $0.response.status == 201 })
  }

  /// The statuses and their counts, such as `200 ×10, 404 ×2`.
  var statuses: String {
    let counts = Dictionary(grouping: exchanges) { $0.response.status }.sorted { $0.key < $1.key }
    return counts.map { $1.count == 1 ? "\($0)" : "\($0) ×\($1.count)" }.joined(separator: ", ")
  }

  /// Groups exchanges by method and template, in order of arrival.
  static func groups(_ exchanges: [SeenExchange], _ tree: PathTree) -> [EndpointTraffic] {
    struct Key: Hashable {
      let method: HTTPMethod
      let template: [PathTree.Part]
    }
    var order: [Key] = []
    var groups: [Key: [SeenExchange]] = [:]
    for (index, exchange) in exchanges.enumerated() {
      let key = Key(method: exchange.request.method, template: tree.templates[index])
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(exchange)
    }
    return order.map { EndpointTraffic(method: $0.method, template: $0.template, exchanges: groups[$0] ?? []) }
  }
}
